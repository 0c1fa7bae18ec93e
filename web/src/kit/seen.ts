// What happens when the user comes to a part of the page.

/** Calls act once, when the element comes into view, or that near to it. */
export const onceSeen =
  (act: () => void, near = '0px') =>
  (node: Element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          observer.disconnect()
          act()
        }
      },
      { rootMargin: near },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }
