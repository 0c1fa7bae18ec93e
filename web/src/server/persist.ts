// Requests to a server that may be away for a while.

import type { Scope } from '../base/scope'
import { isTemporary } from './api'

/** Retries while failures are temporary, waiting longer each time; away is called on each failure. */
export async function persist<T>(
  scope: Scope,
  work: () => Promise<T>,
  away: () => void,
): Promise<T> {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      return await scope.wait(work())
    } catch (error) {
      if (!isTemporary(error)) {
        throw error
      }
      away()
      await scope.sleep(wait)
    }
  }
}
