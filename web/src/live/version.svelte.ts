// Which build of the page this is, and whether the server has another one.

const known = $state({ older: false })

/** The build of this page: the name of its first script. Empty under development. */
export const pageVersion = () =>
  /([^/]+)\.js$/.exec(document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '')?.[1] ??
  ''

/** Takes note of the version that the server has. */
export function isOlder(version: string | undefined) {
  const own = pageVersion()
  known.older ||= Boolean(version) && own !== '' && version !== own
}

/** Whether the server has a page that is not this one. */
export const older = () => known.older
