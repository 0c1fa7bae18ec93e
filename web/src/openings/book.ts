// What a drill takes as right: the main lines of collected games, or a repertoire of one's own.

import type { Client } from '../engine/client'
import { ExplorerFile, textOf } from '../explorer/file'
import type { SavedTree } from '../game/tree.svelte'
import type { Choices, PlayedGame } from '../generated/protocol'
import { mainReplies, mainTurns, ownReplies, type Reply } from './drill'

export interface Book {
  /** The right turns of a seat in a position, the most frequent first; none where the book ends. */
  right: (position: string, seat: number) => Promise<string[]>
  /** The replies of the other side to draw from. */
  replies: (position: string) => Promise<Reply[]>
}

/** Looks a position up in collected games. */
type Find = (position: string) => Promise<Choices>

export const mainLines = (find: Find): Book => ({
  right: async (position, seat) => mainTurns(await find(position), seat).map(({ move }) => move),
  replies: async (position) => mainReplies(await find(position)),
})

/** A repertoire; played says how often others play its replies. */
export const repertoire = (mine: Find, played: Find): Book => ({
  right: async (position) => (await mine(position)).moves.map(({ move }) => move),
  replies: async (position) => ownReplies(await mine(position), await played(position)),
})

/** The longest line of a repertoire. */
const plies = 100
const mostLines = 1000

/** The lines of a tree, from its root to each end. */
export function linesOf({ nodes }: SavedTree): PlayedGame[] {
  const [root] = nodes
  const parents = new Set(nodes.map(({ parent }) => parent))
  const movesTo = (at: number): string[] => {
    const node = nodes[at]
    return node?.move === undefined ? [] : [...movesTo(node.parent), node.move]
  }
  return nodes
    .flatMap((_, at) => (parents.has(at) ? [] : [movesTo(at)]))
    .filter((moves) => moves.length > 0)
    .map((moves) => ({ start: root?.position ?? '', moves, winners: [0] }))
}

/** A tree as a file, in which positions that differ by symmetry are one. */
export async function fileOf(engine: Client, game: string, tree: SavedTree): Promise<ExplorerFile> {
  const games = linesOf(tree).slice(0, mostLines)
  const { file } = await engine.ask('gather', { game, games, plies })
  return ExplorerFile.open(textOf(file))
}
