/**
 * The places of rows, the best first, from 1: a row with the same value as the one before it
 * shares its place, as in 1, 2, 2, 4.
 */
export const places = (values: readonly number[]): number[] =>
  values.map((value) => values.indexOf(value) + 1)

/**
 * What a cross table calls its rows and columns: their places, and of several that share one also
 * a number, as in 1, 2.1, 2.2, 4.
 */
export const placeLabels = (values: readonly number[]): string[] =>
  values.map((value, i) => {
    const first = values.indexOf(value)
    const isShared = values.lastIndexOf(value) > first
    return isShared ? `${first + 1}.${i - first + 1}` : `${first + 1}`
  })
