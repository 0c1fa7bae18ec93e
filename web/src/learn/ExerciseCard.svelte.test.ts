// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Hand } from '../board/hand.svelte'
import { fakeEngine } from '../engine/fake'
import ExerciseCard from './ExerciseCard.svelte'

let hand: Hand
vi.mock('../board/Board.svelte', () => ({
  default: (_: unknown, props: { hand: Hand }) => void (hand = props.hand),
}))
const view = { game: 'hermit', position: '.../.../... 1', turn: 0, winners: [] }
const { engine, asked } = fakeEngine<object>((method) => {
  switch (method) {
    case 'enter':
      return { options: [], complete: true, move: 'Ra1' }
    case 'search':
      return Promise.reject(new Error('not loaded'))
    default:
      return method === 'play' ? { move: 'Ra1', view } : view
  }
})
vi.mock('../engine/engine', () => ({ engine: () => engine }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const settled = async () => {
  for (let i = 0; i < 5; i++) {
    await new Promise((done) => setTimeout(done))
    flushSync()
  }
}

test('a turn that could not be judged can be entered again', async () => {
  const props = { game: 'hermit', exercise: { position: view.position, goal: 'safe' }, task: '' }
  shown = mount(ExerciseCard, { target: document.body, props: props as never })
  await settled()
  const status = () => document.querySelector('[role=status]')?.firstChild?.textContent?.trim()
  for (const times of [1, 2]) {
    await hand.type('Ra1')
    await settled()
    expect(asked.filter((method) => method === 'search')).toHaveLength(times)
    expect(document.querySelector('.error')?.textContent).not.toBe('')
    expect(status()).toBe('')
  }
})
