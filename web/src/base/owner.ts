// Which tab plays a game that is open in several, and which one acts for the user.

import type { Scope } from './scope'

/**
 * Claims a named thing for this tab until the scope ends, and calls back if another tab takes it over
 * before. If the browser has no locks, or refuses them, every tab gets it.
 */
export function own(scope: Scope, name: string, taken: () => void) {
  const released = new Promise<void>((resolve) => scope.onend(resolve))
  // Browsers disable locks on insecure connections.
  const locks = navigator.locks as LockManager | undefined
  const held = locks?.request(`thera ${name}`, { steal: true }, () => released)
  if (held) {
    // Only a lock that is stolen is aborted; those that are refused, as cookies can be, fail otherwise.
    scope.wait(held).catch((why: unknown) => (why as Error).name === 'AbortError' && taken())
  }
}
