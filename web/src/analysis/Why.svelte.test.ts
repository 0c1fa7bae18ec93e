import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeEngine, type FakeEngine } from '../engine/fake'
import { Tree } from '../game/tree.svelte'
import type { Mistake } from './mistakes'
import Why from './Why.svelte'

const engine = vi.hoisted(() => ({ fake: undefined as FakeEngine | undefined }))
vi.mock('../engine/engine', () => ({ engine: () => engine.fake?.engine }))

const tree = new Tree({ position: 'start', turn: 0, winners: [] })
tree.add({ position: 'after', turn: 1, winners: [], move: 'a' })

/** The mistake in a new object, as each report of a review makes it. */
const mistake = (better: string): Mistake => {
  const node = tree.current
  return { node, mark: '?', seat: 0, loss: 0.2, better, turning: false, proven: false }
}

let shown: Record<string, unknown> | undefined
afterEach(async () => {
  await (shown && unmount(shown))
})

it('asks again only about another move', async () => {
  const fake = fakeEngine(() => ({ reasons: [{ kind: 'wins', counts: [0, 0] }] }))
  engine.fake = fake
  const props = $state({ game: 'hermit', mistake: mistake('b') })
  shown = mount(Why, { target: document.body, props })
  await vi.waitFor(() => expect(document.body.textContent).toContain('b would have won at once.'))
  props.mistake = mistake('b')
  flushSync()
  expect(fake.asked).toEqual(['why'])
  props.mistake = mistake('c')
  flushSync()
  await vi.waitFor(() => expect(document.body.textContent).toContain('c would have won at once.'))
  expect(fake.asked).toEqual(['why', 'why'])
})
