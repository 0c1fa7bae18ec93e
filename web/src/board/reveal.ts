/** Scrolls so that the page's board is in sight, for what is chosen below it and shown on it. */
export const revealBoard = () =>
  document.querySelector('.table > .place')?.scrollIntoView({ block: 'nearest' })

/** What a button below the board does that shows on it. */
export const revealing = (act: () => void) => () => {
  act()
  revealBoard()
}
