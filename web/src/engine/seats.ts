// Messages number seats from 1, and the players of a draft. The page counts them from 0, since they
// index its lists. The conversion happens here and nowhere else.

/** The index of a seat with a number; -1 for none. */
export const seatOf = (number: number | undefined) => (number ?? 0) - 1
export const numberOf = (seat: number) => seat + 1

const fields = new Set(['turn', 'seat', 'winners', 'owner', 'territory', 'mobility'])

/** A message with all seats shifted: by -1 for answers, by 1 for requests. */
export function movedSeats<T>(message: T, by: 1 | -1): T {
  return walk(message, by) as T
}

function walk(value: unknown, by: number): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => walk(item, by))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        fields.has(key) ? moved(item, by) : walk(item, by),
      ]),
    )
  }
  return value
}

function moved(value: unknown, by: number): unknown {
  if (typeof value === 'number') {
    return value + by
  }
  if (typeof value === 'string') {
    return value.replaceAll(/\d/g, (seat) => String(Number(seat) + by))
  }
  return Array.isArray(value) ? value.map((item) => moved(item, by)) : value
}

/** Whether two seats win and lose together. */
export const isAllied = ({ teams }: { teams?: boolean }, a: number, b: number) =>
  a === b || (teams === true && a % 2 === b % 2)
