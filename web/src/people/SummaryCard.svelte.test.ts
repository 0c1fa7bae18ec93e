// @vitest-environment jsdom
// The card of a game, which the page asks for regularly.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Summary } from '../generated/live'
import SummaryCard from './SummaryCard.svelte'

const viewed = vi.hoisted(() => vi.fn(() => new Promise(() => undefined)))
vi.mock('../engine/engine', () => ({ engine: () => ({ ask: viewed }) }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

test('the engine is asked for a board only when the position is another', () => {
  const game = { id: 'g', game: 'hermit', position: 'start', clock: '5+3', players: [] }
  const summary = (position: string) => ({ ...game, position }) as unknown as Summary
  const props = $state({ game: summary('start') })
  shown = mount(SummaryCard, { target: document.body, props })
  for (const [position, times] of [
    ['start', 1],
    ['start', 1],
    ['later', 2],
  ] as const) {
    props.game = summary(position)
    flushSync()
    expect(viewed).toHaveBeenCalledTimes(times)
  }
})
