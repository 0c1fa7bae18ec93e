// Pieces are visible on all squares of every board that can be chosen.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gameNames } from '../looks'
import { styles } from '../looks/styles'
import { optionPaint } from './draw'

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

/** What a rule of a component's style gives to a property. */
function styled(component: string, selector: string, property: string): string | undefined {
  const text = readFileSync(`src/board/${component}.svelte`, 'utf8')
  const [, rule = ''] = text.split(`\n  ${selector} {\n`)
  return new RegExp(`^[^}]* ${property}: ([^;]+);`).exec(rule)?.[1]
}

const edge = (component: string, selector: string) => ({
  fill: styled(component, selector, 'stroke'),
  opacity: 1,
})
const area = (component: string, selector: string) => ({
  fill: styled(component, selector, 'fill'),
  opacity: Number(styled(component, selector, 'opacity') ?? 1),
})
const [option, putting] = [optionPaint(false), optionPaint(true)]

/** What is drawn on a game's squares. */
const drawn: Record<string, Record<string, { fill: string | undefined; opacity: number }>> = {
  amazons: {
    'outline of white': edge('Piece', '.amazon.seat0'),
    black: area('Piece', '.amazon.seat1'),
    'outline of the white archer': edge('Archer', '.seat0'),
    'black archer': area('Archer', '.seat1'),
    arrow: area('Piece', '.arrow circle'),
    'scorched square': area('Archer', '.scorched'),
    option,
    'option of an arrow': putting,
  },
  santorini: {
    'outline of a worker': edge('Piece', '.stone'),
    option,
    'option of a block': putting,
  },
  hermit: {
    'outline of red': edge('Block', '.R .body'),
    'outline of yellow': edge('Block', '.Y .body'),
    'outline of blue': edge('Block', '.B .body'),
    option: putting,
  },
}

describe.each(
  gameNames.flatMap((game) => (styles[game]?.boards ?? []).map((b) => [game, b] as const)),
)('%s on %o', (game, board) => {
  it('has coordinates that can be read', () => {
    const [rim, text] = board.rim
    expect(contrast(parse(rim), parse(text))).toBeGreaterThan(4.5)
  })
  it.each(Object.entries(drawn[game] ?? {}))('shows %s', (_, { fill = '', opacity }) => {
    for (const square of board.squares) {
      expect(contrast(over(fill, opacity, square), parse(square))).toBeGreaterThan(3)
    }
  })
})
