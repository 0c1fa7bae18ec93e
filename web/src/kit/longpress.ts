// Long presses. Safari on iOS sends no contextmenu event for them; other browsers do.

import { Scope } from '../base/scope'

/** How long a press takes, in ms, and how far a finger may move meanwhile, in CSS pixels. */
const long = 500
const still = 10

/**
 * Calls back when a finger stays on an element, once per touch, and suppresses the click at the end
 * of that touch.
 */
export function longPress(element: HTMLElement, pressed: (event: PointerEvent) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: PointerEvent | undefined
  let done = false

  function end() {
    clearTimeout(timer)
    timer = undefined
    from = undefined
  }
  const on = {
    pointerdown(event: PointerEvent) {
      end()
      done = false
      if (event.pointerType === 'touch' && event.isPrimary) {
        from = event
        timer = setTimeout(() => {
          end()
          done = true
          pressed(event)
        }, long)
      }
    },
    pointermove(event: PointerEvent) {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > still) {
        end()
      }
    },
    pointerup: end,
    pointercancel: end,
    contextmenu: end, // the browser handles it itself
    click(event: Event) {
      if (done) {
        done = false
        event.preventDefault()
        event.stopPropagation()
      }
    },
  }
  const scope = new Scope()
  for (const [name, handler] of Object.entries(on) as [string, EventListener][]) {
    element.addEventListener(name, handler, { capture: true, signal: scope.signal })
  }
  scope.onend(end)
  return scope.end
}
