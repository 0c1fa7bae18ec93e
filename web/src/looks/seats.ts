// The colors of the players of Santorini and of stones that the page has no drawing for, by seat.
// Pictures have the same (internal/ui/picture), which a test there looks after.

export const seatColors = ['#3f78b5', '#d9772b', '#5b9a46', '#a45aa8'] as const

/** The color of a seat; what belongs to nobody, or to several, is white. */
export const seatColor = (seat: number): string => seatColors[seat] ?? '#fff'
