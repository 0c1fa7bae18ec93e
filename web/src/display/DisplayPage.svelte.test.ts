// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeEngine } from '../engine/fake'
import type { Events } from './display.svelte'
import DisplayPage from './DisplayPage.svelte'

const { engine } = fakeEngine(() => new Promise(() => undefined))
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

test('a refusal is shown until there is another position', async () => {
  const events: Events = { onmessage: null, onerror: null, close: () => undefined }
  vi.stubGlobal('EventSource', function () {
    return events
  })
  shown = mount(DisplayPage, { target: document.body })
  const tell = async (display: object) => {
    const data = JSON.stringify({
      ...{ game: 'amazons', turn: 1, winners: [], played: [], auto: [], open: true },
      ...display,
    })
    events.onmessage?.({ data } as MessageEvent<string>)
    await new Promise((done) => setTimeout(done))
    flushSync()
  }
  const alert = () => document.querySelector('[role=alert]')?.textContent
  const messages = [{ number: 1, text: 'Invalid move.' }]
  await tell({ position: 'Q1q w', messages: [] })
  await tell({ position: 'Q1q w', messages })
  expect(alert()).toBe('Invalid move.')
  await tell({ position: '*Qq b', messages })
  expect(alert()).toBeUndefined()
})
