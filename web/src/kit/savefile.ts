// Saves a text as a file.

export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(address)
}

/** The date where the user is, as in 2026-11-22. */
export function dateOf(millis: number): string {
  const date = new Date(millis)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** The date for file names. */
export const today = () => dateOf(Date.now())
