// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import type { GameEvent } from '../generated/live'
import type { Full } from '../server/api'
import { fakeDial, type FakeWire } from '../server/fakes'
import { countingEngine, created } from './fakes'
import LivePage from './LivePage.svelte'

vi.mock('../engine/engine', async (load) => {
  const engine = countingEngine()
  return { ...(await load<object>()), engine: () => engine }
})

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  vi.unstubAllGlobals()
})

/** Shows the game to its second player. */
function show(setup: object = {}) {
  const { wires, dial } = fakeDial()
  vi.stubGlobal('WebSocket', function (address: URL): FakeWire {
    return dial(address.pathname) as FakeWire
  })
  const events = [{ ...created, setup: { ...created.setup, ...setup } } as GameEvent]
  const full: Partial<Full> = { you: 2, now: 0, present: [1, 2], events }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(full)))
  shown = mount(LivePage, { target: document.body, props: { name: 'g', games: [] } })
  return wires
}

it('says in its panel how long there is for the first turn, and leads to the tournament', async () => {
  show({ contest: 'abc' })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('.side .status')?.textContent).toMatch(/\d to start/)
  })
  expect(document.querySelector('.side [href="#/contest/abc"]')).toBeTruthy()
})

it('keeps what is entered of a premove when the opponent offers something', async () => {
  const wires = show()
  const square = () => {
    flushSync()
    return document.querySelector<HTMLElement>('[data-square="a1"]')
  }
  await vi.waitFor(() => expect(square()?.classList).toContain('grab'))
  square()?.click()
  await vi.waitFor(() => expect(square()?.ariaSelected).toBe('true'))
  wires[0]?.onopen?.()
  wires[0]?.tell({ number: 2, at: 0, event: 'offer', offer: 'takeback', seat: 1 })
  await vi.waitFor(() => {
    flushSync()
    expect(document.body.textContent).toContain('Ann requests a takeback')
  })
  expect(square()?.ariaSelected).toBe('true')
})
