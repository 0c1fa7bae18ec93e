// Polling for what the server sends no notices about.

/**
 * Asks at once, and again every 5 s while the page is visible, and passes on each answer. Returns a
 * function that stops it; a late answer is dropped.
 */
export function poll<T>(
  look: () => Promise<T>,
  found: (answer: T) => void,
  failed: (reason: unknown) => void,
): () => void {
  let left = false
  const again = () =>
    look().then(
      (answer) => {
        if (!left) {
          found(answer)
        }
      },
      (reason: unknown) => {
        if (!left) {
          failed(reason)
        }
      },
    )
  void again()
  const timer = setInterval(() => {
    if (!document.hidden) {
      void again()
    }
  }, 5000)
  return () => {
    left = true
    clearInterval(timer)
  }
}
