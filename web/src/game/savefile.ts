// Gives a text away as a file.

export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(address)
}

/** The day, as names of files have it: 2026-11-22. */
export const today = () => new Date().toISOString().slice(0, 10)
