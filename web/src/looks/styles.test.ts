// Pieces are visible on all squares of every board that can be chosen.
import { describe, expect, it } from 'vitest'
import { gameNames } from '.'
import { styles } from './styles'

type Color = readonly [number, number, number]

const parse = (hex: string): Color =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as never
const over = (top: string, part: number, ground: string) =>
  parse(top).map((c, i) => part * c + (1 - part) * (parse(ground)[i] ?? 0)) as unknown as Color

function luminance(color: Color): number {
  const [r, g, b] = color.map((c) => {
    const share = c / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** What is drawn on a game's squares: a color, or a color with its opacity. */
const drawn: Record<string, Record<string, [string, number]>> = {
  amazons: {
    'outline of white': ['#2e2a25', 1],
    black: ['#2b2926', 1],
    arrow: ['#6b5346', 1],
    'scorched square': ['#4d4139', 0.85],
    option: ['#17523c', 0.82],
    'option of an arrow': ['#8a2c12', 0.82],
  },
  santorini: {
    'outline of a worker': ['#1c1a18', 1],
    option: ['#17523c', 0.82],
    'option of a storey': ['#8a2c12', 0.82],
  },
  hermit: {
    'outline of red': ['#7d2119', 1],
    'outline of yellow': ['#7f6009', 1],
    'outline of blue': ['#1c3c6b', 1],
    option: ['#8a2c12', 0.82],
  },
}

describe.each(
  gameNames.flatMap((game) => (styles[game]?.boards ?? []).map((b) => [game, b] as const)),
)('%s on %o', (game, board) => {
  it('has coordinates that can be read', () => {
    const [rim, text] = board.rim
    expect(contrast(parse(rim), parse(text))).toBeGreaterThan(4.5)
  })
  it.each(Object.entries(drawn[game] ?? {}))('shows %s', (_, [color, part]) => {
    for (const square of board.squares) {
      expect(contrast(over(color, part, square), parse(square))).toBeGreaterThan(3)
    }
  })
})
