/**
 * The places of rows, the best first, from 1: a row with the same value as the one before it
 * shares its place, as in 1, 2, 2, 4.
 */
export const places = (values: readonly number[]): number[] =>
  values.map((value) => values.indexOf(value) + 1)
