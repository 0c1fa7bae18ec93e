// The build of this page, and whether the server has a newer one.

const known = $state({ older: false })

/** This page's build: the names of its initial scripts. Empty in development. */
export const pageVersion = () =>
  [...document.querySelectorAll<HTMLScriptElement>('head > script[type=module][src]')]
    .map(({ src }) => /([^/]+)\.js$/.exec(src)?.[1])
    .filter((name) => name !== undefined)
    .join(' ')

/** Records the server's version. */
export function noteVersion(version: string | undefined) {
  const own = pageVersion()
  known.older ||= Boolean(version) && own !== '' && version !== own
}

/** Whether the server has a different page than this one. */
export const older = () => known.older
