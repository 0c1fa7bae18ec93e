// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import type { Events } from './display.svelte'
import DisplayPage from './DisplayPage.svelte'

let look: (position: string) => unknown = () => new Promise(() => undefined)
const { engine } = fakeEngine((_, { position }: { position: string }) => look(position))
vi.mock('../engine/engine', () => ({ engine: () => engine }))
vi.mock('../kit/frame', () => ({
  afterFrame: (run: () => void) => {
    queueMicrotask(run)
    return () => undefined
  },
}))

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  vi.unstubAllGlobals()
})

/** Shows the page, and returns how the program tells it something. */
function show() {
  const events: Events = { onmessage: null, onerror: null, close: () => undefined }
  vi.stubGlobal('EventSource', function () {
    return events
  })
  shown = mount(DisplayPage, { target: document.body })
  return async (display: object) => {
    const data = JSON.stringify({
      ...{ game: 'amazons', turn: 1, winners: [], played: [], auto: [], open: true, messages: [] },
      ...display,
    })
    events.onmessage?.({ data } as MessageEvent<string>)
    await new Promise((done) => setTimeout(done))
    flushSync()
  }
}
const alert = () => document.querySelector('[role=alert]')?.textContent

test('a refusal is shown until there is another position', async () => {
  const tell = show()
  const messages = [{ number: 1, text: 'Invalid move.' }]
  await tell({ position: 'Q1q w', messages: [] })
  await tell({ position: 'Q1q w', messages })
  expect(alert()).toBe('Invalid move.')
  await tell({ position: '*Qq b', messages })
  expect(alert()).toBeUndefined()
})

test('the board stays when the engine fails for the next position, until it is asked again', async () => {
  let isBroken = false
  look = (position) => {
    if (isBroken) {
      throw new Error('worker')
    }
    const cells = [{ owner: -1 }]
    return {
      ...{ game: 'amazons', seats: 2, turn: 0, winners: [] },
      position,
      files: 1,
      ranks: 1,
      cells,
    }
  }
  const tell = show()
  const drawn = () => document.querySelector('.board') !== null
  await tell({ position: 'first' })
  await vi.waitFor(() => {
    flushSync()
    expect(drawn()).toBe(true)
  })
  isBroken = true
  await tell({ position: 'second' })
  await vi.waitFor(() => {
    flushSync()
    expect(alert()).toContain('worker')
  })
  expect(drawn()).toBe(true)
  isBroken = false
  const buttons = [...document.querySelectorAll('button')]
  buttons.find((b) => b.textContent === 'Try again')?.click()
  await vi.waitFor(() => {
    flushSync()
    expect(alert()).toBeUndefined()
  })
})
