// The client with an engine that answers when the test says so.
import { expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { fakeEngine } from './fake'

const subject = { game: 'amazons', position: '0' }

function begin() {
  let answer: (found: object) => void = () => {}
  let tell: (message: object) => void = () => {}
  const fake = fakeEngine((method, _, told) => {
    tell = told
    return method === 'stop' ? {} : new Promise((resolve) => (answer = resolve))
  })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { ...fake, settled, answer: (of: object) => answer(of), tell: (of: object) => tell(of) }
}

it('lets answers arrive until the time for them is over', async () => {
  const { engine, answer, settled } = begin()
  const scope = new Scope()
  const heard = vi.fn()
  engine.within(scope.signal).ask('view', subject).then(heard, heard)
  await settled()
  answer({ position: '1' })
  await settled()
  expect(heard).toHaveBeenCalledWith({ position: '1' })
  engine.within(scope.signal).ask('view', subject).then(heard, heard)
  await settled()
  scope.end()
  answer({ position: '2' })
  await settled()
  expect(heard).toHaveBeenCalledTimes(1)
})

it('stops searches whose time is over, and passes on nothing more of them', async () => {
  const { engine, asked, tell, running, settled } = begin()
  const scope = new Scope()
  const progress = vi.fn()
  engine.within(scope.signal).search(subject, progress)
  engine.within(scope.signal).solve(subject)
  const other = engine.search(subject, progress)
  await settled()
  expect(running.size).toBe(3)
  scope.end()
  await settled()
  expect(running.size).toBe(1)
  other.stop()
  await settled()
  tell({ progress: {} })
  expect(progress).not.toHaveBeenCalled()
  expect(asked).toEqual(['search', 'solve', 'search', 'stop', 'stop', 'stop'])
})

it('asks nothing when the time is over before', async () => {
  const { engine, asked, settled } = begin()
  const scope = new Scope()
  scope.end()
  void engine.within(scope.signal).ask('view', subject)
  engine.within(scope.signal).search(subject)
  await settled()
  expect(asked).toEqual([])
})

it('tells that the worker does not come, to those who wait and to those who ask later', async () => {
  const { engine, fail, settled } = begin()
  const waiting = engine.ask('view', subject)
  await settled()
  fail()
  const broken = { message: 'worker', isUnloaded: true }
  await expect(waiting).rejects.toMatchObject(broken)
  await expect(engine.ask('view', subject)).rejects.toMatchObject(broken)
})
