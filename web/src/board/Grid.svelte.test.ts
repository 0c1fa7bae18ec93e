// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { View } from '../generated/protocol'
import { Entry } from './entry'
import type { Place } from '../looks/square'
import Grid from './Grid.svelte'
import type { Hand } from './hand.svelte'

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

function show(hand: Hand | undefined, point: (square: string | undefined) => void) {
  const box = { x: 0, y: 0, width: 1, height: 1 }
  const view: View = { game: 'santorini', files: 1, ranks: 1, cells: [] } as never
  shown = mount(Grid, {
    target: document.body,
    props: {
      view,
      scene: view,
      barred: new Set<number>(),
      frame: { files: 1, ranks: 1, flipped: false, rim: 0 },
      hand,
      entry: new Entry(),
      next: new Set<string>(),
      first: new Set<string>(),
      cursor: 'a1',
      label: 'board',
      drawn: box,
      spot: () => box,
      step: (place: Place) => place,
      tap: () => undefined,
      point,
    },
  })
}

test.each([true, false])('a square with the focus is pointed at if that is visible: %s', (seen) => {
  const point = vi.fn()
  show(undefined, point)
  const button = document.querySelector('button')
  vi.spyOn(button ?? new HTMLElement(), 'matches').mockImplementation(
    (what) => what === ':focus-visible' && seen,
  )
  button?.dispatchEvent(new FocusEvent('focus'))
  expect(point.mock.calls).toEqual(seen ? [['a1']] : [])
})

test('letters end a turn and choose what the next tap means, but not with a modifier', () => {
  const finish = vi.fn()
  const mean = vi.fn()
  const entry = { ways: ['', 'on'], way: '', move: 'b2-a1(b1)' }
  show({ entry, finish, mean } as unknown as Hand, () => undefined)
  /** Presses a key on a square; returns whether it is left to the browser. */
  const press = (key: string, modifier: object = {}) =>
    document
      .querySelector('button')
      ?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ...modifier, bubbles: true, cancelable: true }),
      )
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect([press('d', modifier), press('s', modifier)]).toEqual([true, true])
  }
  expect([finish.mock.calls, mean.mock.calls]).toEqual([[], []])
  expect([press('d'), press('s')]).toEqual([false, false])
  expect([finish.mock.calls, mean.mock.calls]).toEqual([[[]], [['on']]])
})
