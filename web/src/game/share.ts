// The server addresses for sharing a game outside the page: link previews, frames, and pictures.

import { readable } from './link'

export interface Shared {
  game: string
  /** Position text; undefined means the game's standard start. */
  start: string | undefined
  moves: readonly string[]
  /** How many moves have been played in the position to show; all if undefined. */
  at?: number | undefined
  /** The game's ID, if it is on the server. */
  served?: string | undefined
  /** The ID of a puzzle; start is its position, moves its solution. */
  puzzle?: string | undefined
}

export type ImageFormat = 'svg' | 'png' | 'gif'

/** The initial size of an embedded board in pixels; a puzzle has more above and below it. */
const frame = { width: 480, height: 560, puzzle: 680 }

/** The addresses for sharing a game from a server. */
export function shareOf(origin: string, { game, start, moves, at, served, puzzle }: Shared) {
  const line = { game, position: start, moves: moves.join('_') }
  // Links and pictures must not give away a puzzle's solution.
  const open = puzzle === undefined ? line : { ...line, moves: undefined }
  const goal = puzzle === undefined ? undefined : 'line'
  const height = puzzle === undefined ? frame.height : frame.puzzle
  const src = readable('/embed', { ...(served === undefined ? line : { served }), goal, at })
  return {
    link: origin + (served === undefined ? readable('/g', { ...open, puzzle }) : `/g/${served}`),
    embed: `<iframe src="${origin}${src.replaceAll('&', '&amp;')}" width="${frame.width}" height="${height}" style="border:0" loading="lazy" title="${game}"></iframe>`,
    /** A picture of the position; as gif, of all moves up to it. */
    picture: (format: ImageFormat) => {
      const how = { size: format === 'gif' ? 480 : 800, at }
      return served === undefined
        ? readable(`/api/v1/image.${format}`, { ...open, ...how })
        : readable(`/api/v1/game/${served}/image.${format}`, how)
    },
  }
}
