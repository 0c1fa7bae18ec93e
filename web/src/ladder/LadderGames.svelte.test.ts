// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Summary } from '../generated/live'
import { ask } from '../server/api'
import LadderGames from './LadderGames.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const settled = async () => {
  await new Promise((done) => setTimeout(done))
  flushSync()
}

test('games that began at the same time come all', async () => {
  const all = Array.from({ length: 20 }, (_, i) => ({
    id: `g${i}`,
    at: 7,
    game: 'hermit',
    players: [],
  }))
  vi.mocked(ask).mockImplementation((_, path) => {
    const params = new URLSearchParams(path.split('?')[1])
    const rest = params.has('before')
      ? all.slice(Number(params.get('beforeId')?.slice(1)) + 1)
      : all
    return Promise.resolve(rest.slice(0, 15) as unknown as Summary[])
  })
  shown = mount(LadderGames, {
    target: document.body,
    props: { game: 'hermit', player: '', opponent: '' },
  })
  await settled()
  document.querySelector('button')?.click()
  await settled()
  expect(document.querySelectorAll('li')).toHaveLength(20)
})

test('more games come once, however often they are asked for meanwhile', async () => {
  vi.mocked(ask).mockImplementation((_, path) => {
    const before = Number(new URLSearchParams(path.split('?')[1]).get('before') ?? 100)
    const page = Array.from({ length: 15 }, (_, i) => ({
      id: `g${before - i - 1}`,
      at: before - i - 1,
      game: 'hermit',
      players: [],
    }))
    return Promise.resolve(page as unknown as Summary[])
  })
  const props = { game: 'hermit', player: '', opponent: '' }
  shown = mount(LadderGames, { target: document.body, props })
  await settled()
  const more = document.querySelector('button')
  for (const rows of [30, 45]) {
    more?.click()
    more?.click()
    await settled()
    expect(document.querySelectorAll('li')).toHaveLength(rows)
  }
})
