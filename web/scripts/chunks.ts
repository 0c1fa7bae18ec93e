// What the page begins with, in few files: over a slow line each further one costs the time of
// an answer, and there would be some fifty, for each set of pages that have something in common.

import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/** The modules that one has to have before it can run: all that it imports at once, and itself. */
function needs(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      found.add(imported)
    }
  }
  return found
}

/** The chunk of the modules that each of several entries needs. */
function group(name: string, entries: string[]): Rolldown.CodeSplittingGroup {
  let each: Set<string>[] | undefined
  return {
    name(id, graph) {
      each ??= entries.map((entry) => needs(resolve(entry), graph))
      return each.every((needed) => needed.has(id)) ? name : null
    },
  }
}

/** What the page and the board in a frame both begin with, and what the page alone does. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  group('common', ['index.html', 'embed.html']),
  group('start', ['index.html']),
]
