import { afterEach, expect, test, vi } from 'vitest'
import type { Analysis, Judged } from '../generated/analysis'
import { Reviewed, type Follow } from './reviewed.svelte'

const judged = (ply: number): Judged => ({
  ply,
  best: 'Ra1',
  score: { win_probability: 0.5, proven: false },
  depth: 3,
  line: ['Ra1'],
})
const line = (ply: number) => JSON.stringify({ event: 'judged', ...judged(ply) })
const frame = (state: string) =>
  JSON.stringify({ event: 'analysis', state, of: 4, nodes: 9, possible: true })

/** A server that answers each request with the next of some answers. */
function serve(
  ...answers: (Partial<Analysis> | { reason: string; detail: string; status: number })[]
) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    const answer = answers.shift() ?? {}
    const status = 'status' in answer ? answer.status : 200
    const body = {
      state: 'none',
      of: 0,
      nodes: 9,
      judged: [],
      possible: true,
      yours: false,
      ...answer,
    }
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: { 'Content-Type': 'application/json' },
      }),
    )
  })
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an analysis that is done is taken as it is', async () => {
  const taken: number[] = []
  serve({ state: 'done', of: 2, judged: [judged(0), judged(1)] })
  const reviewed = new Reviewed('abc', ({ ply }) => taken.push(ply))
  await reviewed.load()
  expect(taken).toEqual([0, 1])
  expect(reviewed.state).toBe('done')
})

test('one that proceeds is followed, over a broken stream too', async () => {
  vi.useFakeTimers()
  const taken: number[] = []
  const paths: string[] = []
  const streams = [
    [frame('begun'), line(1)],
    [frame('begun'), line(2), line(3), frame('done')],
  ]
  const follow: Follow = (path, hear) => {
    paths.push(path)
    streams.shift()?.forEach(hear)
    return paths.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve()
  }
  const asked = serve({}, { player: { id: 'x', kind: 'guest' } } as never, {
    state: 'begun',
    of: 4,
    judged: [judged(0)],
  })
  const reviewed = new Reviewed('abc', ({ ply }) => taken.push(ply), follow)
  const ended = reviewed.begin()
  await vi.runAllTimersAsync()
  await ended
  expect(asked.at(-1)).toBe('POST /api/v1/game/abc/analysis')
  expect(paths).toEqual(['/game/abc/analysis/stream?after=1', '/game/abc/analysis/stream?after=2'])
  expect(taken).toEqual([0, 1, 2, 3])
  expect(reviewed.state).toBe('done')
  expect(reviewed.known).toBe(4)
})

test('who has asked for it can cancel it', async () => {
  const follow: Follow = () => new Promise(() => undefined)
  const asked = serve(
    { state: 'begun', of: 4, yours: true, judged: [judged(0)] },
    { state: 'none', yours: false },
  )
  const reviewed = new Reviewed('abc', () => undefined, follow)
  void reviewed.load()
  await vi.waitFor(() => expect(reviewed.yours).toBe(true))
  await reviewed.cancel()
  expect(asked.at(-1)).toBe('DELETE /api/v1/game/abc/analysis')
  expect([reviewed.state, reviewed.yours, reviewed.known]).toEqual(['none', false, 0])
})

test('what has ended before it was canceled is taken as it is', async () => {
  serve(
    { reason: 'not-begun', detail: 'none is under way', status: 409 },
    { state: 'done', of: 1, judged: [judged(0)] },
  )
  const reviewed = new Reviewed('abc', () => undefined)
  await reviewed.cancel()
  expect([reviewed.state, reviewed.known]).toEqual(['done', 1])
})

test('a refusal is told', async () => {
  serve({ reason: 'no-worker', detail: 'there is no worker', status: 503 })
  const reviewed = new Reviewed('abc', () => undefined)
  await expect(reviewed.load()).rejects.toThrow('there is no worker')
})
