// Requests to a server that may be away for a while.

import { Offline } from './api'

/** Retries until the server answers, waiting longer each time; away is called on each failure. */
export async function persist<T>(
  work: () => Promise<T>,
  away: () => void,
  isGivenUp: () => boolean,
): Promise<T | undefined> {
  for (let wait = 500; !isGivenUp(); wait = Math.min(2 * wait, 8000)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Offline)) {
        throw error
      }
      away()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return undefined
}
