// @vitest-environment jsdom
// A player who types moves stays in the field while it is the other's turn.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import TypeMove from './TypeMove.svelte'

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

function show() {
  const props = $state({ game: 'amazons', disabled: false, onmove: vi.fn(() => Promise.resolve()) })
  shown = mount(TypeMove, { target: document.body, props })
  flushSync()
  return props
}
const field = () => document.querySelector('input') as HTMLInputElement
const button = () => document.querySelector('button') as HTMLButtonElement

test.each([
  ['field', field],
  ['button', button],
])('keeps the focus in the %s while no move can be made', (_, part) => {
  const props = show()
  part().focus()
  props.disabled = true
  flushSync()
  expect(part().disabled).toBe(false) // a browser takes the focus from what is disabled
  expect(field().readOnly).toBe(true)
  expect(button().getAttribute('aria-disabled')).toBe('true')
})

test('makes moves only while they can be made', () => {
  const props = show()
  field().value = 'd1-d4(a4)'
  field().dispatchEvent(new Event('input'))
  props.disabled = true
  flushSync()
  button().click()
  expect(props.onmove).not.toHaveBeenCalled()
  expect(field().value).toBe('d1-d4(a4)')
  props.disabled = false
  flushSync()
  button().click()
  expect(props.onmove).toHaveBeenCalledWith('d1-d4(a4)')
})
