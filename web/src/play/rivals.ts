// The players of a stored game, and how it ended, in a few words.

import { t } from '../i18n'
import { keptWords } from '../i18n/kept'
import { opponentName } from '../looks/opponents'
import { peopleOf, type Kept } from './kept'
import { outcomeOf } from './results'

/** The opponent, or that people or computers play each other. */
export function rivalsOf({ game, players }: Kept): string {
  const computer = players.find((p) => p.kind === 'computer')
  if (!computer) {
    return t().newGame.people
  }
  return peopleOf(players).length > 0
    ? keptWords().against({
        name: keptWords().opponent({
          name: opponentName(game, computer.level),
          level: computer.level,
        }),
      })
    : t().newGame.watch
}

/** Whether the only person has won or lost, "" if that cannot be said. */
export function endOf(kept: Kept): string {
  const outcome = outcomeOf(kept)
  return outcome ? (outcome.won ? keptWords().won : keptWords().lost) : ''
}
