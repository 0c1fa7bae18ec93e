// Which tab plays a game that is open in several.

/**
 * Claims a named thing for this tab and calls back when another tab takes it over. The returned
 * function releases it. If the browser has no locks, every tab gets it.
 */
export function own(name: string, taken: () => void): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // Browsers disable locks on insecure connections.
  const locks = navigator.locks as LockManager | undefined
  locks?.request(`thera ${name}`, { steal: true }, () => released).catch(taken)
  return release
}
