// Showing the password or a passkey again, which the server wants before it changes how somebody
// signs in.

import { t } from '../i18n'
import { ask, Problem, type Method } from '../server/api'
import { usePasskey } from './passkey'

interface Waiting {
  resolve: () => void
  reject: (reason: Error) => void
}

/** The request that waits until the user has confirmed. */
let waiting: Waiting | undefined = $state.raw()

export const isConfirming = () => waiting !== undefined

/** How many pages show the dialog: none, or for a moment also the last one. */
let dialogs = 0

/** Lets requests wait for the user. Returns what ends that: leaving the page is no confirmation. */
export function offerConfirming() {
  dialogs++
  return () => {
    dialogs--
    dropConfirming()
  }
}

/**
 * Requests a path as ask does. If the server first wants the user to confirm who they are, opens
 * the dialog for that, and repeats the request.
 */
export async function askAsOwner<T>(method: Method, path: string, body?: object): Promise<T> {
  try {
    return await ask<T>(method, path, body)
  } catch (error) {
    if (!(error instanceof Problem && error.reason === 'confirm') || dialogs === 0) {
      throw error
    }
  }
  dropConfirming()
  await new Promise<void>((resolve, reject) => {
    waiting = { resolve, reject }
  })
  return ask<T>(method, path, body)
}

export async function confirmByPassword(password: string) {
  await ask('POST', '/session/confirm', { password })
  confirmed()
}

export async function confirmByPasskey() {
  const options = await ask<object>('POST', '/session/confirm/passkey/options')
  await usePasskey('/session/confirm/passkey', options)
  confirmed()
}

function confirmed() {
  waiting?.resolve()
  waiting = undefined
}

/** Gives up the request that waits. */
export function dropConfirming() {
  waiting?.reject(new Error(t().account.notConfirmed))
  waiting = undefined
}
