// Where the focus goes when the part of the page that had it is removed: a browser would start again
// at the top of the page.

import { afterFrame } from './frame'

/** What had the focus last. */
let last: Node | undefined
addEventListener('focusin', ({ target }) => (last = target as Node))
for (const type of ['keydown', 'pointerdown']) {
  addEventListener(type, () => (last = last?.isConnected ? last : undefined), true)
}

/** Gives an element that has just appeared the focus, if what had it is gone. */
export const inherit = (element: HTMLElement) =>
  afterFrame(() => {
    if (document.activeElement === document.body && last?.isConnected === false) {
      element.focus({ preventScroll: true })
    }
  })
