// The addresses by which a server shows a game to others than the page: a preview of a link, a
// frame, pictures.

export interface Shared {
  game: string
  /** Position text; undefined is the game's usual start. */
  start: string | undefined
  moves: readonly string[]
  /** How many of the moves have been made in the position to be shown; all if undefined. */
  at?: number | undefined
  /** The game's id, if it is on the server. */
  served?: string | undefined
  /** The id of a puzzle, whose position is the start and whose solution the moves are. */
  puzzle?: string | undefined
}

export type ImageFormat = 'svg' | 'png' | 'gif'

/** How large the board is in another page at first, with the buttons below it. */
const frame = { width: 480, height: 560 }

/** What there is to give away of a game, from a server's address. */
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
    line.delete('moves') // a link and a picture tell no solution
  }
  const linked = new URLSearchParams(line)
  if (puzzle !== undefined) {
    linked.set('puzzle', puzzle)
  }
  if (at !== undefined) {
    shown.set('at', String(at))
  }
  return {
    link: `${origin}/g${served === undefined ? `?${readable(linked)}` : `/${served}`}`,
    embed: `<iframe src="${origin}/embed?${readable(shown).replaceAll('&', '&amp;')}" width="${frame.width}" height="${frame.height}" style="border:0" loading="lazy" title="${game}"></iframe>`,
    /** A picture of the position, or as gif of all moves up to it. */
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

/** Parameters as the page's addresses have them: what moves are made of stays as it is. */
const readable = (params: URLSearchParams) =>
  params
    .toString()
    .replaceAll('+', '_')
    .replace(/%(28|29|2F|2C|40)/g, (code) => decodeURIComponent(code))
