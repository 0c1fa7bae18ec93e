// Which page is shown: the part of the address after #, as in #/learn/hermit. It never reaches a
// server.

import { ownScope } from './scope'

export interface Route {
  /** All of it. */
  address: string
  page: string
  /** What follows the page's name. */
  name: string
  params: URLSearchParams
}

/** State of an entry in the browser's history, which survives a reload. */
interface State {
  /** The analysis that the entry shows. */
  analysis?: string
}

/** Parses the part of an address from # on. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#\/?/, '')
  const [path = '', query = ''] = address.split('?', 2)
  const [page = '', ...names] = path.split('/')
  return {
    address: decodeURIComponentSafely(address),
    page,
    name: decodeURIComponentSafely(names.join('/')),
    params: new URLSearchParams(query),
  }
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

/** Returns what goes to an address as long as the component that is being created is there. */
export function ownGo(): typeof go {
  const { signal } = ownScope()
  return (hash) => {
    if (!signal.aborted) {
      go(hash)
    }
  }
}

/**
 * Replaces the address without a new history entry. Does nothing if the user has already navigated
 * and the page has not been told yet: that would take them back.
 */
export function replace(hash: string, state: State) {
  if (location.hash === seen) {
    try {
      history.replaceState(state, '', hash)
      follow()
    } catch {
      // Safari allows 100 in 30 s. The next one will do.
    }
  }
}

/** The analysis of the current history entry, if it had one before. */
export const keptAnalysis = () => (history.state as State | null)?.analysis
