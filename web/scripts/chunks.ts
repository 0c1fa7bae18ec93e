// Bundles the page's initial modules into few files: over a slow line each extra file costs a round
// trip, and by default there would be about fifty, one for each set of pages that share something.

import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

/** The modules needed to run one: itself and all its static imports. */
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

/** The chunk that the page and the embedded board share, and the page's own. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  group('common', ['index.html', 'embed.html']),
  group('start', ['index.html']),
]

/** What is in one language lies in a folder of its own: the service worker leaves out the others. */
export function chunkFileNames({ moduleIds }: { moduleIds: string[] }): string {
  const own = moduleIds.filter((id) => !id.includes('/node_modules/'))
  const [language, ...others] = new Set(
    own.map((id) => /(?:words:|\/lessons\/)([a-z]{2})(?:$|\/)/.exec(id)?.[1]),
  )
  const folder = language !== undefined && others.length === 0 ? `${language}/` : ''
  return `assets/${folder}[name]-[hash].js`
}
