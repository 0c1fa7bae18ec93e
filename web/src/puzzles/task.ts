// The texts and sounds while a puzzle is being solved.

import { puzzleWords } from '../i18n/puzzles'
import { play } from '../kit/sound'
import type { Posed, Solving } from './solving.svelte'

type State = Pick<Solving<Posed>, 'phase' | 'step' | 'last' | 'refutation'>

/** The task of the side with this name, or its outcome. */
export function taskOf({ phase, step, last, refutation }: State, side: string): string {
  switch (phase) {
    case 'right':
      return puzzleWords().right
    case 'shown':
      return puzzleWords().answer({ move: last ?? '' })
    case 'wrong':
      return puzzleWords().wrong({ move: refutation?.tried ?? '' })
    case 'reply':
      return puzzleWords().reply
    case 'open':
      return step > 0 ? puzzleWords().findNext({ side }) : puzzleWords().find({ side })
  }
}

/** Plays the sound for what has just happened. */
export function sound({ phase, last }: Pick<State, 'phase' | 'last'>) {
  if (phase === 'right') {
    play('end')
  } else if (last !== undefined) {
    play('move')
  }
}
