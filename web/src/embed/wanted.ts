// What an embedded board shows, from the parameters of its address.

import { gameNames } from '../looks'
import type { Goal } from '../looks/look'
import { languages, themes, type Language } from '../store/settings.svelte'

export interface Wanted {
  game: string
  /** A position's text; undefined means the game's standard start. */
  position: string | undefined
  moves: string[]
  /** How many moves are played at first; all if undefined. */
  at: number | undefined
  /** The ID of a game on the server, instead of the fields above. */
  served: string | undefined
  /**
   * The goal of the move to find; undefined shows a game. For a line, the whole solution is to be
   * found: moves has the solver's turns with the replies between them.
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

/** Parses an address; undefined if it names nothing to show. */
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
