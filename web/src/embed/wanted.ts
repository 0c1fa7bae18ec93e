// What a board in the page of somebody else shows, by the parameters of its address.

import { gameNames } from '../looks'
import type { Goal } from '../looks/look'
import { languages, themes, type Language } from '../settings.svelte'

export interface Wanted {
  game: string
  /** A position's text; undefined is the game's usual start. */
  position: string | undefined
  moves: string[]
  /** How many of the moves have been made at first; all if undefined. */
  at: number | undefined
  /** The id of a game on the server, in place of all these. */
  served: string | undefined
  /**
   * What a move is to be found for; undefined is a game to look at. A line is to be found whole: the
   * moves are the solution, the solver's turns with the replies between them.
   */
  goal: Goal | 'line' | undefined
  flipped: boolean
  theme: (typeof themes)[number]
  language: Language | undefined
}

const goals = ['legal', 'win', 'safe', 'proven', 'line'] as const satisfies readonly (
  Goal | 'line'
)[]

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text)

/** Reads an address; undefined where it names nothing to show. */
export function readWanted(params: URLSearchParams): Wanted | undefined {
  const game = oneOf(gameNames, params.get('game'))
  const served = /^[a-z0-9]{1,40}$/.exec(params.get('served') ?? '')?.[0]
  if (game === undefined && served === undefined) {
    return undefined
  }
  const at = Number(params.get('at') ?? NaN)
  const moves = (params.get('moves') ?? '').split(/[_ ]/).filter(Boolean)
  const goal = oneOf(goals, params.get('goal'))
  return {
    game: game ?? '',
    position: params.get('position')?.replaceAll('_', ' ') ?? undefined,
    moves,
    at: Number.isInteger(at) && at >= 0 ? at : undefined,
    served: game === undefined ? served : undefined,
    goal: goal === 'line' && moves.length === 0 ? undefined : goal,
    flipped: params.get('flip') === 'true',
    theme: oneOf(themes, params.get('theme')) ?? 'auto',
    language: oneOf(languages, params.get('lang')),
  }
}
