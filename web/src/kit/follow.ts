// Lists that scroll to their current item.

/**
 * Scrolls a list, and nothing around it, so that its current item is in the middle if it is out of
 * view. The current item is the one with aria-current. It waits for the next frame, which lays the
 * page out anyway. Returns what calls it off.
 */
export function follow(list: HTMLElement | undefined): (() => void) | undefined {
  if (!list) {
    return
  }
  const frame = requestAnimationFrame(() => scroll(list))
  return () => cancelAnimationFrame(frame)
}

function scroll(list: HTMLElement) {
  const current = list.querySelector('[aria-current]')
  if (!current) {
    list.scrollTop = 0
    return
  }
  const item = current.getBoundingClientRect()
  const box = list.getBoundingClientRect()
  if (item.top < box.top || item.bottom > box.bottom) {
    list.scrollTop += (item.top + item.bottom - box.top - box.bottom) / 2
  }
}
