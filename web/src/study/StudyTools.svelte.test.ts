// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { newStudy } from '../analysis/study'
import { Attempts } from '../kit/attempt.svelte'
import StudyTools from './StudyTools.svelte'

const keep = vi.hoisted(() => vi.fn(() => new Promise((kept) => setTimeout(kept))))
vi.mock('../analysis/study', async (load) => ({
  ...(await load<object>()),
  studies: { keep },
}))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

test('a study is cloned once, however often that is pressed meanwhile', async () => {
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
  const clone = [...document.querySelectorAll('button')].find(
    (button) => button.textContent.trim() === 'Clone',
  )
  clone?.click()
  clone?.click()
  await vi.waitFor(() => expect(location.hash).toContain('study'))
  expect(keep).toHaveBeenCalledTimes(1)
})
