// Which page is shown: the part of the address behind #, as in #/learn/hermit. Nothing of it
// reaches a server.

export interface Route {
  page: string
  /** What stands behind the page's name. */
  name: string
  params: URLSearchParams
}

/** What the browser remembers of an entry in its history, over a reload too. */
interface State {
  /** The analysis that the entry shows. */
  analysis?: string
}

/** Reads the part of an address from # on. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [page = '', name = ''] = path.split('/')
  return { page, name: decodeURIComponentSafely(name), params: new URLSearchParams(query) }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

let seen = location.hash
let current = $state.raw(parseRoute(seen))
addEventListener('hashchange', follow)

function follow() {
  seen = location.hash
  current = parseRoute(seen)
}

export const route = () => current

export function go(hash: string) {
  location.hash = hash
}

/**
 * Changes the address without a new entry in the browser's history. Where somebody has gone on and
 * the page is still to be told so, it would take him back: then it does nothing.
 */
export function replace(hash: string, state: State) {
  if (location.hash === seen) {
    history.replaceState(state, '', hash)
    follow()
  }
}

/** The analysis that the current entry in the history shows, if it has been one before. */
export const keptAnalysis = () => (history.state as State | null)?.analysis
