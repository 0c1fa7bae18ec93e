// What the server is asked again and again for, since it sends no notices of it.

/**
 * Asks at once, and again every 5 s while the page is seen, and hands over each answer. Returns
 * how to stop; an answer that comes later is dropped.
 */
export function poll<T>(
  look: () => Promise<T>,
  found: (answer: T) => void,
  failed: () => void,
): () => void {
  let left = false
  const again = () =>
    look().then(
      (answer) => {
        if (!left) {
          found(answer)
        }
      },
      () => {
        if (!left) {
          failed()
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
