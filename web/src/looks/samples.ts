// Small boards that preview the choices.

import type { Cell, View } from '../generated/protocol'
import { lookOf } from '.'

/** A 3×3 board from its letters and, for towers, levels, starting at a1 along the files. */
function sample(game: string, letters: string, levels = '000000000'): View {
  const { kinds, seats } = lookOf(game)
  const cells = Array.from(letters, (piece, i): Cell => {
    const level = Number(levels[i])
    const tower = level > 0 ? { level } : {}
    const kind = kinds[piece]
    const owner = seats.find((seat) => seat.piece === piece)?.owner ?? -1
    return kind === undefined ? { owner: -1, ...tower } : { kind, piece, owner, ...tower }
  })
  const of = { position: '', turn: 0, winners: [], seats: 2, count: 0 }
  return { game, ...of, files: 3, ranks: 3, storeys: levels !== '000000000', cells }
}

export const samples: Readonly<Partial<Record<string, View>>> = {
  amazons: sample('amazons', 'Q.**..*.q'),
  santorini: sample('santorini', 'A......B.', '012034210'),
  hermit: sample('hermit', 'RR.Y..B.Y'),
}
