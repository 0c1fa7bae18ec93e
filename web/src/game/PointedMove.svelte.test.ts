// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import PointedMove from './PointedMove.svelte'

test('what is pointed at is the move that is there now', async () => {
  const onpoint = vi.fn<(move: string | undefined) => void>()
  const onfollow = vi.fn()
  const props = $state({ move: 'a', onpoint, onfollow })
  const shown = mount(PointedMove, { target: document.body, props })
  flushSync()
  const button = document.querySelector('button')
  const expectPointed = (move: string | undefined) => {
    flushSync()
    expect(onpoint).toHaveBeenLastCalledWith(move)
  }
  button?.dispatchEvent(new Event('pointerenter'))
  expectPointed('a')
  props.move = 'b'
  expectPointed('b')
  button?.dispatchEvent(new Event('pointerleave'))
  expectPointed(undefined)
  button?.dispatchEvent(new Event('focus'))
  expectPointed('b')
  button?.click()
  expectPointed(undefined)
  expect(onfollow).toHaveBeenCalledTimes(1)
  button?.dispatchEvent(new Event('pointerenter'))
  expectPointed('b')
  await unmount(shown)
  expectPointed(undefined)
})
