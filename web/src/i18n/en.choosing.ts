// The texts of choosing powers in English.

export const choosing = {
  legend: 'Powers',
  ways: {
    none: 'None',
    hand: 'By hand',
    random: 'Random',
    fair: 'Fair',
    draft: 'By the book',
  },
  hints: {
    none: 'Nobody has a power.',
    hand: 'A power for each seat.',
    random: 'Different powers, by chance.',
    fair: 'By chance, among pairs that games have shown to be even.',
    draft:
      'The challenger offers as many powers as there are players. The others choose one each, the challenger gets the last and names who starts.',
  },
  noFair: 'There are no measured pairs for this number of players.',
  of: (seat: string) => `Power of ${seat}`,
  share: (seat: string, share: string, error: string, games: string) =>
    `${seat} wins ${share} ± ${error} of games between equals (${games} played).`,
  unfair: 'This pair is unfair.',
  role: 'You are',
  roles: (player: number) => (player === 0 ? 'the challenger' : `player ${player + 1}`),
  player: (player: number) => `Player ${player + 1}`,
  you: 'You',
  computer: 'The computer',
  heading: 'Powers by the book',
  todo: {
    offer: (who: string, n: number) => `${who}: offer ${n} powers.`,
    choose: (who: string) => `${who}: choose a power.`,
    start: (who: string) => `${who}: name who starts.`,
  },
  offer: (n: number, of: number) => `Offer these (${n} of ${of})`,
  choose: (power: string) => `Take ${power}`,
  chooseNone: 'Choose one',
  starts: (who: string) => (who === 'You' ? 'You start' : `${who} starts`),
  table: 'Who has which power',
  none: 'none yet',
  left: (seconds: number) => `${seconds} s left`,
  leave: 'Leave',
  leaveSure: 'Leave? There will be no game.',
  gone: {
    late: 'Somebody has not chosen in time: there is no game.',
    canceled: 'Somebody has left: there is no game.',
  },
  notice: (who: string) => `Powers are being chosen with ${who}`,
  yours: 'It is yours to choose',
  drawn: (way: string, seed: number) => `Powers: ${way}, seed ${seed}`,
  drafted: 'Powers by the book',
}
