// A whole game in an address: #/analysis?game=amazons&start=…&moves=d1-d7(g7)_a7-d4(a7). It stays
// readable, and everything is after #, so that it never reaches a server.

import { gameNames } from '../looks'

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
export function writeLink({ game, start, moves, at, served, review, own }: Linked): string {
  const parts = [`game=${game}`]
  if (start !== undefined) {
    parts.push(`start=${escape(start)}`)
  }
  if (moves.length > 0) {
    parts.push(`moves=${moves.map(escape).join('_')}`)
  }
  if (at !== undefined) {
    parts.push(`at=${at}`)
  }
  if (served !== undefined) {
    parts.push(`served=${served}`)
  }
  if (review) {
    parts.push('review=1')
  }
  if (own !== undefined) {
    parts.push(`own=${own}`)
  }
  return `#/analysis?${parts.join('&')}`
}

/** Leaves the characters of positions and moves unescaped. */
const escape = (text: string) =>
  text.replace(/[^A-Za-z0-9@/*.,()-]/g, (c) => (c === ' ' ? '_' : encodeURIComponent(c)))
