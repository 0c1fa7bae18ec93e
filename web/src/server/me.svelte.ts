// Who the user is to the server, and whether there is a server at all.

import type { Account } from '../generated/live'
import { account as owner, isUndivided, setAccount } from '../store/stored.svelte'
import { ask, Offline } from './api'
import { dropPush } from './push'

/** Undefined while unknown. */
let account: Account | undefined = $state.raw()
let offline = $state(false)

export const me = () => account?.player ?? undefined
export const myRatings = () => account?.ratings ?? []
/** Whether the user has an account, rather than being a guest or unknown. */
export const hasAccount = () => account?.player != null && account.player.kind !== 'guest'
/** The name of the account for which a recovery code was used, until it has a new password. */
export const recovering = () => account?.recovering
/** Whether the user is a moderator. */
export const isModerator = () => account?.moderator === true
/** Whether the user is banned. The server's notices take a banned user for a visitor. */
export const isBanned = () => account?.ban !== undefined
export const isOffline = () => offline
export const isKnown = () => account !== undefined

/** Asks the server who the user is. */
export async function loadMe() {
  try {
    const told = await ask<Account>('GET', '/account')
    await showThingsOf(told.player && told.player.kind !== 'guest' ? told.player.id : '')
    account = told
    offline = false
  } catch (error) {
    offline = error instanceof Offline || account === undefined
  }
}

let takeOver: (id: string) => Promise<void> = () => Promise.resolve()

/** Sets what gives the first account everything from before accounts had their own. */
export const onFirstAccount = (work: typeof takeOver) => (takeOver = work)

/**
 * Shows what an account keeps in this browser: all there is, if it is from before each had its own. The
 * notifications of the one before end.
 */
async function showThingsOf(id: string) {
  if (isUndivided() && id !== '') {
    await takeOver(id).catch(() => undefined) // the account's page offers it too
  } else if (id !== owner()) {
    // Before the change is stored: if the page closes in between, the next one does it.
    await dropPush().catch(() => undefined)
  }
  setAccount(id)
}

/** Tells the other tabs of guests: everything is stored as before, so they would not hear of them. */
const guests = new BroadcastChannel('thera guests')

/** Calls when another tab has made the user a guest. */
export const onGuest = (made: () => void) => guests.addEventListener('message', made)

/** The request that makes the user a guest, so that two at once do not make two. */
let becoming: Promise<void> | undefined

async function becomeGuest() {
  await ask('POST', '/account/guest')
  guests.postMessage('made')
  await loadMe()
}

/** Makes the user a guest if the server does not know them yet: every player needs an identity. */
export async function beSomebody() {
  if (!me()) {
    await (becoming ??= becomeGuest().finally(() => (becoming = undefined)))
  }
}
