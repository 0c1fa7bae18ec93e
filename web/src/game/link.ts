// A whole game in an address: #/analysis?game=amazons&start=…&moves=d1-d7(g7)_a7-d4(a7). It stays
// readable, and everything is after #, so that it never reaches a server.

import { gameNames } from '../looks'
import { withParams } from '../server/api'

export interface Linked {
  game: string
  /** Position text; undefined means the game's standard start. */
  start: string | undefined
  moves: string[]
  /** How many moves have been played in the position to show; all if undefined. */
  at: number | undefined
  /** The game's ID, if it was played on the server. */
  served?: string | undefined
  /** Whether to review the game at once. */
  review?: boolean
  /** The seat that the user played. Only for links that are followed at once, not for sharing. */
  own?: number | undefined
}

/** Parses an address's parameters. It does not know whether the moves are legal. */
export function readLink(params: URLSearchParams): Linked | undefined {
  const game = params.get('game') ?? ''
  if (!gameNames.includes(game)) {
    return undefined
  }
  const at = Number(params.get('at') ?? NaN)
  return {
    game,
    start: params.get('start')?.replaceAll('_', ' ') ?? undefined,
    moves: (params.get('moves') ?? '').split('_').filter(Boolean),
    at: Number.isInteger(at) && at >= 0 ? at : undefined,
    served: /^[a-z0-9]{1,40}$/.exec(params.get('served') ?? '')?.[0],
    ...(params.has('review') ? { review: true } : {}),
    ...(/^[01]$/.test(params.get('own') ?? '') ? { own: Number(params.get('own')) } : {}),
  }
}

/** Writes the part of the address from # on. */
export const writeLink = ({ game, start, moves, at, served, review, own }: Linked) =>
  readable('#/analysis', {
    ...{ game, start, moves: moves.join('_'), at, served },
    ...{ review: review ? 1 : undefined, own },
  })

/** An address with parameters, with the characters of positions and moves unescaped. */
export const readable = (...address: Parameters<typeof withParams>) =>
  withParams(...address)
    .replaceAll('+', '_')
    .replace(/%(28|29|2C|2F|40)/g, (code) => decodeURIComponent(code))
