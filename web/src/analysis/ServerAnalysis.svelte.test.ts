// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Analysis as Served } from '../generated/analysis'
import { analysisNews } from '../server/analysis.svelte'
import { ask, Problem } from '../server/api'
import { judgePlayed } from './played'
import ServerAnalysis from './ServerAnalysis.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))
vi.mock('../server/me.svelte', () => ({ beSomebody: () => Promise.resolve() }))
vi.mock('./played', () => ({ judgePlayed: vi.fn() }))

const path = '/game/abc/analysis'
const served = (state: Served['state'], known: number): Served => ({
  state,
  of: 2,
  nodes: 9,
  judged: Array.from({ length: known }, (_, ply) => ({
    ply,
    score: { win_probability: 0.5, proven: false },
    depth: 3,
    line: [],
  })),
  possible: true,
  yours: state === 'begun',
})

/** Shows a server that answers each request with the next of some answers. */
async function show(...answers: (Served | Problem)[]) {
  vi.mocked(ask).mockImplementation(() => {
    const answer = answers.shift()
    return answer instanceof Problem ? Promise.reject(answer) : Promise.resolve(answer)
  })
  shown = mount(ServerAnalysis, {
    target: document.body,
    props: { id: 'abc', analysis: {} as never },
  })
  await vi.advanceTimersByTimeAsync(1)
}
let shown: Record<string, unknown> | undefined
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await (shown && unmount(shown))
  vi.useRealTimers()
  vi.mocked(ask).mockReset()
  analysisNews.last = undefined
})

async function press() {
  document.querySelector('button')?.click()
  await vi.advanceTimersByTimeAsync(1)
}
const text = () => document.body.textContent
const asked = () => vi.mocked(ask).mock.calls.map(([method]) => method)

test('an analysis is requested and followed until it is done', async () => {
  const begun = served('begun', 1)
  await show(served('none', 0), begun, begun, served('done', 2))
  await press()
  expect(text()).toContain('1 of 2 positions')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(text()).toContain('Analyzed on the server.')
  expect(asked()).toEqual(['GET', 'POST', 'GET', 'GET'])
  expect(vi.mocked(judgePlayed).mock.calls.map(([, { judged }]) => judged.length)).toEqual([
    0, 1, 2,
  ])
})

test('it is asked for soon after the server says that there is more', async () => {
  await show(served('begun', 0), served('begun', 1))
  analysisNews.last = { event: 'analysis', id: 'another game' }
  await vi.advanceTimersByTimeAsync(500)
  expect(asked()).toHaveLength(1)
  analysisNews.last = { event: 'analysis', id: 'abc' }
  await vi.advanceTimersByTimeAsync(500)
  expect(text()).toContain('1 of 2 positions')
})

test('it can be canceled, unless it has ended before', async () => {
  await show(
    served('begun', 1),
    new Problem(409, { reason: 'not-begun', detail: 'none is running' }),
    served('done', 2),
  )
  await press()
  expect(vi.mocked(ask).mock.calls[1]).toEqual(['DELETE', path])
  expect(text()).toContain('Analyzed on the server.')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('the page says why an analysis was refused', async () => {
  const none = served('none', 0)
  await show(none, new Problem(409, { reason: 'no-turns', detail: 'no turn was played' }), none)
  await press()
  expect(text()).toContain('No moves were played in this game.')
})
