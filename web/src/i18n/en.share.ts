// The texts of sharing and of boards in other pages, in English.

export const en = {
  share: 'Share',
  link: 'Link with a picture',
  linkHint: 'Chat programs show the board beside it.',
  embed: 'Code to put the board into a page',
  pictures: 'Pictures',
  picture: (format: string) => `Download as ${format}`,
  film: 'Download the game as GIF, move by move',
  open: 'Open on thera',
  start: 'Start',
  ply: (n: number, all: number, move: string) => `${n} of ${all}: ${move}`,
  none: 'There is no such game here.',
  tasks: {
    legal: 'Make a move.',
    win: 'Win with this move.',
    safe: 'Find a move after which your opponent can’t win at once.',
    proven: 'Find a move that wins for certain.',
  },
  toMove: (player: string, task: string) => `${player} to move. ${task}`,
}
