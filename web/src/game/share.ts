// The server addresses for sharing a game outside the page: link previews, frames, and pictures.

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
  const line = new URLSearchParams(served === undefined ? { game } : { served })
  if (served === undefined) {
    if (start !== undefined) {
      line.set('position', start)
    }
    if (moves.length > 0) {
      line.set('moves', moves.join('_'))
    }
  }
  const shown = new URLSearchParams(line)
  if (puzzle !== undefined) {
    shown.set('goal', 'line')
    line.delete('moves') // links and pictures must not give away the solution
  }
  const height = puzzle === undefined ? frame.height : frame.puzzle
  const linked = new URLSearchParams(line)
  if (puzzle !== undefined) {
    linked.set('puzzle', puzzle)
  }
  if (at !== undefined) {
    shown.set('at', String(at))
  }
  return {
    link: `${origin}/g${served === undefined ? `?${readable(linked)}` : `/${served}`}`,
    embed: `<iframe src="${origin}/embed?${readable(shown).replaceAll('&', '&amp;')}" width="${frame.width}" height="${height}" style="border:0" loading="lazy" title="${game}"></iframe>`,
    /** A picture of the position; as gif, of all moves up to it. */
    picture: (format: ImageFormat): string => {
      const how = new URLSearchParams(served === undefined ? line : {})
      how.set('size', format === 'gif' ? '480' : '800')
      if (at !== undefined) {
        how.set('at', String(at))
      }
      return `/api/v1/${served === undefined ? '' : `game/${served}/`}image.${format}?${readable(how)}`
    },
  }
}

/** Parameters as in the page's addresses, with the characters of moves unescaped. */
const readable = (params: URLSearchParams) =>
  params
    .toString()
    .replaceAll('+', '_')
    .replace(/%(28|29|2F|2C|40)/g, (code) => decodeURIComponent(code))
