// Which build of the page this is, and whether the server has another one.

const known = $state({ older: false })

/** The build of this page: the names of the scripts that it begins with. Empty under development. */
export const pageVersion = () =>
  [...document.querySelectorAll<HTMLScriptElement>('head > script[type=module][src]')]
    .map(({ src }) => /([^/]+)\.js$/.exec(src)?.[1])
    .filter((name) => name !== undefined)
    .join(' ')

/** Takes note of the version that the server has. */
export function isOlder(version: string | undefined) {
  const own = pageVersion()
  known.older ||= Boolean(version) && own !== '' && version !== own
}

/** Whether the server has a page that is not this one. */
export const older = () => known.older
