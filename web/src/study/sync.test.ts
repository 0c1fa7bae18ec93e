// @vitest-environment jsdom
// A study that is on the server: what is edited here gets there.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newStudy, type Study } from '../analysis/study'
import { Scope } from '../base/scope'
import { fakeEngine } from '../engine/fake'
import { Tree } from '../game/tree.svelte'
import { Offline, Problem } from '../server/api'
import { send, withdraw } from './served'
import { Studying } from './studying.svelte'
import { Sync } from './sync.svelte'

vi.mock('../analysis/study', async (load) => ({
  ...(await load<object>()),
  studies: { keep: () => Promise.resolve() },
}))
vi.mock('./served', async (load) => ({
  ...(await load<object>()),
  send: vi.fn(),
  withdraw: vi.fn(),
}))
const sent = vi.mocked(send)
const withdrawn = vi.mocked(withdraw)

let scope: Scope
beforeEach(() => {
  vi.useFakeTimers()
  scope = new Scope()
  sent.mockImplementation((_, { updated }, audience, version) =>
    Promise.resolve({ version: version + 1, audience, updated }),
  )
})
afterEach(() => {
  scope.end()
  vi.useRealTimers()
  sent.mockReset()
  withdrawn.mockReset()
})

/** Opens a study of two chapters that the server has, changed where the clock is ahead by some ms. */
async function open(ahead = 0) {
  const tree = new Tree({ position: 'start', turn: 0, winners: [] }).save()
  const chapter = { game: 'amazons' as const, seats: 2, tags: [], winners: [], tree }
  const made = newStudy('Traps', [
    { ...chapter, id: '1', name: 'One' },
    { ...chapter, id: '2', name: 'Two' },
  ])
  const study: Study = { ...made, updated: made.updated + ahead }
  const served = { version: 1, audience: 'private' as const, updated: study.updated }
  const { engine } = fakeEngine<{ position: string }>((_, { position }) => ({
    game: 'amazons',
    position,
    turn: 0,
    winners: [],
    seats: 2,
  }))
  const studying = new Studying(scope, engine, [], { ...study, served }, true)
  const sync = new Sync(studying, scope)
  await studying.open(0)
  await vi.advanceTimersByTimeAsync(10)
  const edit = (comment: string) => {
    const { tree } = studying.analysis
    tree.annotate(tree.root, { comment })
  }
  return { studying, sync, edit }
}

it('is sent though another chapter is opened before the edit is saved', async () => {
  const { studying, sync, edit } = await open()
  edit('a trap')
  await studying.open(1)
  await studying.keep()
  expect(sync.state).toBe('saving')
  await vi.advanceTimersByTimeAsync(2000)
  expect(sync.state).toBe('saved')
  expect(sent.mock.calls.at(-1)?.[1].chapters[0]?.tree.nodes[0]?.comment).toBe('a trap')
  await studying.keep()
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent).toHaveBeenCalledTimes(1)
})

it('is sent though the clock here is behind the one of the last change', async () => {
  const { studying, sync, edit } = await open(3_600_000)
  edit('a trap')
  await studying.keep()
  await vi.advanceTimersByTimeAsync(2000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['saved', 1])
  await studying.rename('Traps, and how to see them')
  await vi.advanceTimersByTimeAsync(2000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['saved', 2])
})

/** Opens a study, and edits it without network. */
async function editOffline() {
  const opened = await open()
  sent.mockRejectedValueOnce(new Offline())
  opened.edit('a trap')
  await opened.studying.keep()
  await vi.advanceTimersByTimeAsync(2000)
  expect([opened.sync.state, sent.mock.calls.length]).toEqual(['unsaved', 1])
  return opened
}

it('is sent when the network is back', async () => {
  const { sync } = await editOffline()
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['saved', 2])
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sent).toHaveBeenCalledTimes(2) // nothing is left to send
})

it('is sent when the server is back', async () => {
  const { sync } = await editOffline()
  sent.mockRejectedValueOnce(new Problem(429, {}))
  await vi.advanceTimersByTimeAsync(13_000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['unsaved', 2])
  await vi.advanceTimersByTimeAsync(13_000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['saved', 3])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveBeenCalledTimes(3)
})

it('is not sent again by itself once it is left', async () => {
  const { sync } = await editOffline()
  scope.end()
  sent.mockRejectedValueOnce(new Offline())
  sync.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['unsaved', 2])
})

it('is sent when it is left after that failed', async () => {
  const { sync } = await editOffline()
  sync.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([sync.state, sent.mock.calls.length]).toEqual(['saved', 2])
  sync.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveBeenCalledTimes(2)
})

it('is sent once when it is renamed and shared', async () => {
  const { studying, sync } = await open()
  await studying.rename('Traps for all')
  await sync.share('public')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.mock.calls.map(([, study, audience]) => [study.title, audience])).toEqual([
    ['Traps for all', 'public'],
  ])
  expect(sync.state).toBe('saved')
})

it('is removed from the server after what is being sent, and not sent again', async () => {
  const { studying, sync } = await open()
  let answer: (served: NonNullable<Study['served']>) => void = () => undefined
  sent.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const shared = sync.share('public')
  await studying.rename('Traps for me')
  const off = sync.share(undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(withdrawn).not.toHaveBeenCalled()
  answer({ version: 2, audience: 'public', updated: studying.study.updated - 1 })
  await Promise.all([shared, off])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([withdrawn.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
  expect([studying.study.served, sync.state]).toEqual([undefined, undefined])
})

it('is sent after all if it could not be removed from the server', async () => {
  const { studying, sync } = await open()
  withdrawn.mockRejectedValueOnce(new Offline())
  await studying.rename('Traps for me')
  await expect(sync.share(undefined)).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(2000)
  expect([sync.state, sent.mock.calls.length]).toEqual(['saved', 1])
})
