// Passkeys: converts between the server's JSON and the browser's credential API.

import { t } from '../i18n'
import { ask } from '../server/api'

/** Whether this browser supports passkeys. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

interface Options {
  publicKey: unknown
}

/** Options from the server, with or without their usual wrapper. */
const unwrapped = <T>(options: Options | T): T =>
  (typeof options === 'object' && options !== null && 'publicKey' in options
    ? options.publicKey
    : options) as T

/** Creates a passkey and sends it to a path. */
export async function createPasskey<T>(path: string, options: object): Promise<T> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    unwrapped<PublicKeyCredentialCreationOptionsJSON>(options as Options),
  )
  return finish(path, () => navigator.credentials.create({ publicKey }))
}

/** Signs in with a passkey and sends the proof to a path. */
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
    throw new Error(t().account.canceled) // the browser has already shown why
  }
  return ask<T>('POST', path, (credential as PublicKeyCredential).toJSON())
}
