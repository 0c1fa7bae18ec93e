// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import Why from './Why.svelte'

const engine = vi.hoisted(() => ({ fake: undefined as FakeEngine | undefined }))
vi.mock('../engine/engine', () => ({ engine: () => engine.fake?.engine }))

let shown: Record<string, unknown> | undefined
afterEach(async () => {
  await (shown && unmount(shown))
})

it('asks again only about another move', async () => {
  const fake = fakeEngine(() => ({ reasons: [{ kind: 'wins', counts: [0, 0] }] }))
  engine.fake = fake
  const told = $state({ game: 'hermit', position: 'start', played: 'a', better: 'b' })
  let report = $state(1)
  const props = {
    ...told,
    // Each report of a review makes new objects, which say the same.
    get better() {
      return report > 0 ? told.better : ''
    },
    answer: undefined,
  }
  shown = mount(Why, { target: document.body, props })
  await vi.waitFor(() => expect(document.body.textContent).toContain('b would have won at once.'))
  report++
  flushSync()
  expect(fake.asked).toEqual(['why'])
  told.better = 'c'
  flushSync()
  await vi.waitFor(() => expect(document.body.textContent).toContain('c would have won at once.'))
  expect(fake.asked).toEqual(['why', 'why'])
})
