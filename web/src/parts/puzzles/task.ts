// What is said of a puzzle while it is solved, and what is heard.

import { pz } from '../../i18n/puzzles'
import type { Posed, Solving } from '../../puzzles/solving.svelte'
import { play } from '../../sound'

type State = Pick<Solving<Posed>, 'phase' | 'step' | 'last' | 'refutation'>

/** What a side, named so, is to do, or what has come of it. */
export function taskOf({ phase, step, last, refutation }: State, side: string): string {
  switch (phase) {
    case 'right':
      return pz().right
    case 'shown':
      return pz().answer({ move: last ?? '' })
    case 'wrong':
      return pz().wrong({ move: refutation?.tried ?? '' })
    case 'reply':
      return pz().reply
    case 'open':
      return step > 0 ? pz().findNext({ side }) : pz().find({ side })
  }
}

/** Lets what has just happened be heard. */
export function sound({ phase, last }: Pick<State, 'phase' | 'last'>) {
  if (phase === 'right') {
    play('end')
  } else if (last !== undefined) {
    play('move')
  }
}
