// Who one is to the server, and whether there is a server at all.

import { ask, Offline } from './api'
import type { Account } from './wire'

/** Undefined while that is not known. */
let account: Account | undefined = $state.raw()
let offline = $state(false)

export const me = () => account?.player ?? undefined
export const myRatings = () => account?.ratings ?? []
/** Whether one has an account, and is not a guest or nobody yet. */
export const hasAccount = () => account?.player != null && account.player.kind !== 'guest'
export const isOffline = () => offline
export const isKnown = () => account !== undefined

/** Asks the server who one is. */
export async function loadMe() {
  try {
    account = await ask<Account>('GET', '/account')
    offline = false
  } catch (error) {
    offline = error instanceof Offline
  }
}

/** Becomes a guest if one is nobody yet: whoever plays is somebody. */
export async function beSomebody() {
  if (!me()) {
    await ask('POST', '/account/guest')
    await loadMe()
  }
}
