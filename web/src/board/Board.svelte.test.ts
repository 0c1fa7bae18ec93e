// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import Board from './Board.svelte'

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

/** A board without pieces, and how often the name of its game has been read. */
function empty(size: number) {
  let reads = 0
  const cells = Array<object>(size * size).fill({ owner: -1 })
  const rest = { files: size, ranks: size, cells, position: '', turn: 0, seats: 2, winners: [] }
  const view = {
    ...rest,
    get game() {
      reads++
      return 'amazons'
    },
  }
  return { view: view as never, reads: () => reads }
}

test('a move that is shown does not draw the whole board again', () => {
  const { view, reads } = empty(10)
  const props = $state<{ view: never; shown: string[] }>({ view, shown: [] })
  shown = mount(Board, { target: document.body, props })
  flushSync()
  const before = reads()
  props.shown = ['d1-d7(g7)']
  flushSync()
  expect(document.querySelectorAll('.head')).toHaveLength(1)
  expect(reads()).toBe(before)
})

test('the keyboard starts at the first square of a smaller board', () => {
  const props = $state({ view: empty(3).view, ontap: () => undefined })
  shown = mount(Board, { target: document.body, props })
  flushSync()
  const stop = () => document.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
  document.querySelector<HTMLElement>('[data-square=c3]')?.focus()
  flushSync()
  expect(stop()?.dataset['square']).toBe('c3')
  props.view = empty(3).view
  flushSync()
  expect(stop()?.dataset['square']).toBe('c3')
  props.view = empty(2).view
  flushSync()
  expect(stop()?.dataset['square']).toBe('a1')
})
