// A touch that stays where it is. Safari on iOS tells no contextmenu of it, other browsers do.

/** How long it stays, in ms, and how far a finger may move in that time, in CSS pixels. */
const long = 500
const still = 10

/**
 * Calls back when a finger stays on an element, once a touch, and takes the click away in which
 * that touch would end.
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
    contextmenu: end, // the browser tells of it itself
    click(event: Event) {
      if (done) {
        done = false
        event.preventDefault()
        event.stopPropagation()
      }
    },
  }
  const handlers = Object.entries(on) as [string, EventListener][]
  for (const [name, handler] of handlers) {
    element.addEventListener(name, handler, { capture: true })
  }
  return () => {
    end()
    for (const [name, handler] of handlers) {
      element.removeEventListener(name, handler, { capture: true })
    }
  }
}
