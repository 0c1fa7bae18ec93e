// The colors of Santorini's players, and of pieces that the page cannot draw, by seat. A test of
// internal/ui/picture checks that pictures use the same colors.

export const seatColors = ['#3f78b5', '#d9772b', '#5b9a46', '#a45aa8'] as const

/** The color of a seat; white for what belongs to nobody or to several. */
export const seatColor = (seat: number): string => seatColors[seat] ?? '#fff'
