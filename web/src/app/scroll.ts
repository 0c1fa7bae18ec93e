// How far pages are scrolled: a new one not at all, and with Back and Forward one is where it was left.
// By itself a browser knows neither that another page is shown nor that its lists are yet to come.

import { Scope } from '../base/scope'

/** How long a page may take to be as long as it was, in ms. */
const longest = 8000

/** What the user scrolls with. */
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Whether a key is pressed with others, as to go back, and does not scroll. */
const isShortcut = ({ altKey, ctrlKey, metaKey, key }: KeyboardEvent) =>
  (altKey || ctrlKey || metaKey) && !/Up|Down|Home|End/.test(key)

/** Scrolls when another page is shown, which place names. */
export function followScroll(place: () => string) {
  if (!('navigation' in window)) {
    return // an older browser, which does what it can
  }
  let returning = new Scope()
  /** Where the page is to be, as long as it may not be there yet. */
  let wanted: number | undefined
  let isReturn = false
  let last = place()

  /** Keeps where the current entry is left. */
  function leave() {
    navigation.updateCurrentEntry({ state: wanted ?? scrollY })
  }

  function restore() {
    const top = navigation.currentEntry?.getState() as number | undefined
    if (top === undefined) {
      return // it is new
    }
    wanted = top
    returning = new Scope()
    // Again each time that the page gets longer, until the user scrolls it.
    const observer = new ResizeObserver(() => scrollTo(0, top))
    observer.observe(document.body)
    returning.onend(() => {
      observer.disconnect()
      wanted = undefined
    })
    void returning.sleep(longest).then(returning.end)
    for (const input of inputs) {
      const { end, signal } = returning
      addEventListener(
        input,
        (event) => {
          if (!(event instanceof KeyboardEvent && isShortcut(event))) {
            end()
          }
        },
        { signal, capture: true, passive: true },
      )
    }
  }

  restore()
  navigation.addEventListener('navigate', ({ navigationType }) => {
    leave()
    isReturn = navigationType === 'traverse'
  })
  addEventListener('pagehide', leave)
  addEventListener('hashchange', () => {
    returning.end()
    if (isReturn) {
      restore()
    } else if (place() !== last) {
      scrollTo(0, 0)
    }
    last = place()
  })
}
