// What moderators have told the user, shown until confirmed.

import type { Warning } from '../generated/moderation'
import { ask } from '../server/api'
import { hasAccount, isOffline } from '../server/me.svelte'

let all: readonly Warning[] = $state.raw([])
export const warnings = () => all

/** Asks for the warnings that the user has not confirmed. Without an answer there are none. */
export async function loadWarnings() {
  all = []
  if (!isOffline() && hasAccount()) {
    all = await ask<Warning[]>('GET', '/account/warnings').catch(() => [])
  }
}

/** Confirms that the user has read a warning. */
export async function confirmWarning(id: string) {
  await ask('POST', `/account/warnings/${id}`)
  all = all.filter((warning) => warning.id !== id)
}
