// Which tab plays a game that several have open.

/**
 * Takes what is named for this tab. It is told when another tab takes it. The function returned
 * gives it up. Where the browser can't say, each tab has it.
 */
export function own(name: string, taken: () => void): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // Browsers leave locks out where the page did not come over a secure connection.
  const locks = navigator.locks as LockManager | undefined
  locks?.request(`thera ${name}`, { steal: true }, () => released).catch(taken)
  return release
}
