// @vitest-environment jsdom
// A session whose engine could not be asked.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import Console from './Console.svelte'

const { engine } = fakeEngine((_, { lines }: { lines: string[] }) => {
  if (lines.includes('bad')) {
    throw new Error('not loaded')
  }
  return { text: lines.join('\n') }
})
vi.mock('../engine/engine', () => ({ engine: () => engine }))

Element.prototype.scrollTo = () => undefined // jsdom has none
let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const shows = (what: string, error: string) =>
  vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('pre')?.textContent).toBe(what)
    expect(document.querySelector('[role=alert]')?.textContent ?? '').toContain(error)
  })
const press = (text: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === text)?.click()

test.each(['Undo', 'Start over'])('%s leaves no failure of a line that is gone', async (name) => {
  const exercise = { name: 'text', language: 'text', start: ['seed 1'], next: ['bad'] } as const
  shown = mount(Console, { target: document.body, props: { exercise } })
  await shows('seed 1', '')
  press('Next: bad')
  await shows('seed 1', 'not loaded')
  press(name)
  flushSync()
  expect(document.querySelector('[role=alert]')).toBeNull()
  await shows('seed 1', '')
})
