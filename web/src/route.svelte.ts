// Which page is shown: the part of the address behind #, as in #/learn/hermit. Nothing of it
// reaches a server.

export interface Route {
  page: string
  /** What stands behind the page's name. */
  name: string
  params: URLSearchParams
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

let current = $state.raw(parseRoute(location.hash))
addEventListener('hashchange', () => (current = parseRoute(location.hash)))

export const route = () => current

export function go(hash: string) {
  location.hash = hash
}

/** Changes the address without a new entry in the browser's history. */
export function replace(hash: string) {
  history.replaceState(null, '', hash)
  current = parseRoute(location.hash)
}
