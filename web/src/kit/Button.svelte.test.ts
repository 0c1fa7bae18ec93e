// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import Button from './Button.svelte'

vi.mock('./frame', () => ({
  afterFrame: (run: () => void) => {
    run()
    return () => undefined
  },
}))

const children = createRawSnippet(() => ({ render: () => '<span>Undo</span>' }))
let shown: Record<string, unknown>[] = []
afterEach(async () => {
  await Promise.all(shown.map((one) => unmount(one)))
  shown = []
})

function show(props: object) {
  shown.push(mount(Button, { target: document.body, props: Object.assign(props, { children }) }))
  flushSync()
  return document.querySelector<HTMLElement>('button:last-of-type')
}

test('a button that is disabled by its press keeps the focus, and does nothing more', () => {
  const onclick = vi.fn()
  const props = $state({ disabled: false, onclick })
  const button = show(props)
  button?.focus()
  button?.click()
  props.disabled = true
  flushSync()
  expect(document.activeElement).toBe(button)
  expect(button?.ariaDisabled).toBe('true')
  button?.click()
  expect(onclick).toHaveBeenCalledOnce()
})

test('a disabled button submits nothing', () => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  show({ type: 'submit', disabled: true })?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test('the main action takes the focus when what had it is gone', async () => {
  const gone = show({})
  gone?.focus()
  const [first] = shown
  await unmount(first ?? {})
  shown = []
  const main = show({ main: true })
  expect(document.activeElement).toBe(main)
})

test('the main action does not take the focus from anything, nor from a page without one', () => {
  const other = show({})
  other?.focus()
  show({ main: true })
  expect(document.activeElement).toBe(other)
  other?.blur()
  show({ main: true })
  expect(document.activeElement).toBe(document.body)
})

test.each(['keydown', 'pointerdown'])('after a later %s the focus stays', async (type) => {
  const gone = show({})
  gone?.focus()
  await unmount(shown.pop() ?? {})
  document.body.dispatchEvent(new Event(type, { bubbles: true }))
  show({ main: true })
  expect(document.activeElement).toBe(document.body)
})

test('a button that becomes the main action does not take the focus', async () => {
  const props = $state({ main: false })
  show(props)
  show({})?.focus()
  await unmount(shown.pop() ?? {})
  props.main = true
  flushSync()
  expect(document.activeElement).toBe(document.body)
})
