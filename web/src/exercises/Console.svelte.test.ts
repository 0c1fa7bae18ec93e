// @vitest-environment jsdom
// What is typed in the text program's exercise, before and after the program has ended.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import Console from './Console.svelte'

const { engine } = fakeEngine<{ lines: string[] }>((_, { lines }) => ({
  text: lines.join('\n'),
  ended: lines.includes('quit'),
}))
vi.mock('../engine/engine', () => ({ engine: () => engine }))

Element.prototype.scrollTo = () => undefined // jsdom has none
let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const field = () => document.querySelector('input') ?? document.createElement('input')
const status = () =>
  [...document.querySelectorAll('[role=status]')].map((s) => s.textContent).join()
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === name)
function enter(line: string) {
  field().value = line
  field().dispatchEvent(new Event('input', { bubbles: true }))
  button('Enter')?.click()
}
/** Waits until the program has read just these lines. */
const reads = (...lines: string[]) =>
  vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('pre')?.textContent).toBe(lines.join('\n'))
  })

test('a program that has ended gets no more lines until one is taken back', async () => {
  const exercise = { name: 'text', language: 'text', start: ['seed 1'], next: ['dump'] } as const
  shown = mount(Console, { target: document.body, props: { exercise } })
  await reads('seed 1')
  enter('quit')
  await reads('seed 1', 'quit')
  expect(status()).toContain('The program has ended')

  enter('undo')
  button('Next: dump')?.click()
  flushSync()
  expect(field().value).toBe('undo')

  button('Undo')?.click()
  await reads('seed 1')
  expect(status()).not.toContain('ended')
  button('Enter')?.click()
  await reads('seed 1', 'undo')
})
