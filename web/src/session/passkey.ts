// Passkeys: converts between the server's JSON and the browser's credential API.

import { t } from '../i18n'
import { ask } from '../server/api'

/** Whether this browser supports passkeys. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Creates a passkey, as the server's options say, and sends it to a path. */
export async function createPasskey<T>(path: string, options: object): Promise<T> {
  const { publicKey } = options as { publicKey: PublicKeyCredentialCreationOptionsJSON }
  const parsed = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey)
  return finish(path, () => navigator.credentials.create({ publicKey: parsed }))
}

/** Signs in with a passkey and sends the proof to a path. */
export async function usePasskey<T>(path: string, options: object): Promise<T> {
  const { publicKey } = options as { publicKey: PublicKeyCredentialRequestOptionsJSON }
  const parsed = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey)
  return finish(path, () => navigator.credentials.get({ publicKey: parsed }))
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
