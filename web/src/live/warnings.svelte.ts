// What moderators have told the user, shown until confirmed.

import { ask } from './api'
import { hasAccount, isOffline } from './me.svelte'
import type { Warning } from './moderation'

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
