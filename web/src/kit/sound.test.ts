// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { play } from './sound'

/** As a browser has it where the page has not been used yet: resumed by the first click. */
const context = (() => {
  const started: number[] = []
  let click = () => {}
  const clicked = new Promise<void>((resolve) => (click = resolve))
  const param = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
  const node = { gain: param, frequency: {}, connect: () => node, stop: () => {} }
  return {
    started,
    state: 'suspended',
    currentTime: 0,
    destination: {},
    click() {
      context.state = 'running'
      click()
    },
    resume: () => clicked,
    createGain: () => node,
    createOscillator: () => ({ ...node, start: (at: number) => started.push(at) }),
  }
})()

it('drops what was heard long before the browser allowed any sound', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', function () {
    return context
  })
  play('notice')
  await vi.advanceTimersByTimeAsync(1000)
  play('notice')
  await vi.advanceTimersByTimeAsync(100)
  context.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(context.started).toHaveLength(1)
  play('notice')
  await vi.advanceTimersByTimeAsync(0)
  expect(context.started).toHaveLength(2)
  vi.useRealTimers()
})
