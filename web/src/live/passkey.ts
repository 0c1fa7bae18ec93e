// Passkeys: what the server wants of the browser's authenticator, and what that answers.

import { t } from '../i18n'
import { ask } from './api'

/** Whether this browser knows passkeys. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

interface Options {
  publicKey: unknown
}

/** Options as the server sends them, with or without their usual wrapping. */
const unwrapped = <T>(options: Options | T): T =>
  (typeof options === 'object' && options !== null && 'publicKey' in options
    ? options.publicKey
    : options) as T

/** Lets the authenticator make a passkey; the answer is sent to a path. */
export async function createPasskey<T>(path: string, options: object): Promise<T> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    unwrapped<PublicKeyCredentialCreationOptionsJSON>(options as Options),
  )
  return finish(path, () => navigator.credentials.create({ publicKey }))
}

/** Lets the authenticator show who one is; the answer is sent to a path. */
export async function usePasskey<T>(path: string, options: object): Promise<T> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    unwrapped<PublicKeyCredentialRequestOptionsJSON>(options as Options),
  )
  return finish(path, () => navigator.credentials.get({ publicKey }))
}

async function finish<T>(path: string, work: () => Promise<Credential | null>): Promise<T> {
  let credential: Credential | null
  try {
    credential = await work()
  } catch {
    throw new Error(t().account.canceled) // the browser has said why
  }
  return ask<T>('POST', path, (credential as PublicKeyCredential).toJSON())
}
