// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { newStudy } from '../analysis/study'
import { Attempts } from '../kit/attempt.svelte'
import StudyTools from './StudyTools.svelte'

const keep = vi.hoisted(() => vi.fn(() => new Promise((kept) => setTimeout(kept))))
vi.mock('../analysis/study', async (load) => ({
  ...(await load<object>()),
  studies: { keep },
}))

let shown: Record<string, unknown>
const leave = () => unmount(shown)

function open() {
  const studying = {
    study: newStudy('Corners', []),
    analysis: { lookout: { running: false } },
    at: 0,
    keep: () => Promise.resolve(),
  }
  shown = mount(StudyTools, {
    target: document.body,
    props: {
      studying: studying as never,
      sync: {} as never,
      attempts: new Attempts(),
      onflip: () => undefined,
    },
  })
  location.hash = '#/study/1'
  const clone = [...document.querySelectorAll('button')].find(
    (button) => button.textContent.trim() === 'Clone',
  )
  return () => clone?.click()
}

beforeEach(() => keep.mockClear())

test('a study is cloned once, however often that is pressed meanwhile', async () => {
  const clone = open()
  clone()
  clone()
  await vi.waitFor(() => expect(location.hash).not.toBe('#/study/1'))
  expect(keep).toHaveBeenCalledTimes(1)
  await leave()
})

test('a clone that is ready once the page has been left does not open', async () => {
  let store = () => {}
  keep.mockReturnValueOnce(new Promise<void>((stored) => (store = stored)))
  open()()
  await vi.waitFor(() => expect(keep).toHaveBeenCalledTimes(1))
  await leave()
  location.hash = '#/learn'
  store()
  await new Promise((done) => setTimeout(done))
  expect(location.hash).toBe('#/learn')
})
