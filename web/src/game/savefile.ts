// Saves a text as a file.

export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(address)
}

/** The date for file names: 2026-11-22. */
export const today = () => new Date().toISOString().slice(0, 10)
