// Reads a file that the user has picked.

import { t } from '../i18n'

/**
 * The text of the file picked in an input, or undefined if there is none. Rejects with the user's
 * words if it is larger than that many MiB; by default, than any record of real games.
 */
export async function pickedText(input: HTMLInputElement, mib = 4): Promise<string | undefined> {
  const file = input.files?.[0]
  input.value = '' // or picking the same file again would be no change
  if (file && file.size > mib << 20) {
    throw new Error(t().analysis.tooLarge({ name: file.name, mib }))
  }
  return file?.text()
}
