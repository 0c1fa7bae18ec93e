// @vitest-environment jsdom
// The choice of who may see a study shows what the server has.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { newStudy, type Audience } from '../analysis/study'
import { Attempts } from '../kit/attempt.svelte'
import { Offline } from '../server/api'
import ShareChoice from './ShareChoice.svelte'
import type { Studying } from './studying.svelte'
import type { Sync } from './sync.svelte'

vi.mock('../server/me.svelte', () => ({ hasAccount: () => true, isOffline: () => false }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

/** Shows the choice for a study that is shared by its link, and returns its options. */
function show(share: (audience: Audience | undefined) => Promise<void>) {
  const study = { ...newStudy('Traps', []), served: { version: 1, audience: 'link', updated: 1 } }
  const studying = { study, at: 0, keep: () => Promise.resolve() } as unknown as Studying
  const sync = { state: 'saved', share } as unknown as Sync
  shown = mount(ShareChoice, {
    target: document.body,
    props: { studying, sync, attempts: new Attempts() },
  })
  const options = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  const checked = () => options.findIndex((option) => option.checked)
  return { options, checked }
}

async function settled() {
  await new Promise((done) => setTimeout(done))
  flushSync()
}

test('a choice that failed is taken back, and can be made again', async () => {
  const asked: (Audience | undefined)[] = []
  const { options, checked } = show((audience) => {
    asked.push(audience)
    return Promise.reject(new Offline())
  })
  const [off] = options
  const before = checked()
  for (const times of [1, 2]) {
    off?.click()
    flushSync()
    expect(checked()).toBe(0)
    await settled()
    expect(asked).toHaveLength(times)
    expect(checked()).toBe(before)
  }
})

test('the last choice is shown until it is answered, also when one before it is', async () => {
  const answers: (() => void)[] = []
  const { options, checked } = show(() => new Promise((answer) => answers.push(answer)))
  const before = checked()
  for (const wanted of [0, 1, 0]) {
    options[wanted]?.click()
    await settled()
  }
  for (const expected of [0, 0, before]) {
    answers.shift()?.()
    await settled()
    expect(checked()).toBe(expected)
  }
})
