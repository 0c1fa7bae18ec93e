// @vitest-environment jsdom
// What a page or a part of it loads: it says that it loads, why that failed, and tries again.
import { createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Offline } from '../server/api'
import Loaded from './Loaded.svelte'
import { Loading } from './loading.svelte'

let stop = () => {}
let shown: Record<string, unknown> | undefined
beforeEach(() => (shown = undefined))
afterEach(async () => {
  stop()
  await (shown && unmount(shown))
})

const children = createRawSnippet((value: () => string) => ({
  render: () => `<p>${value()}</p>`,
}))

/** Shows what a function loads. */
function show(...[load, options]: ConstructorParameters<typeof Loading<string>>) {
  let loading!: Loading<string>
  stop = $effect.root(() => {
    loading = new Loading(load, options)
  })
  flushSync()
  shown = mount(Loaded<string>, { target: document.body, props: { loading, children } })
  return loading
}
const text = () => document.body.textContent
const settled = async () => {
  await new Promise((done) => setTimeout(done))
  flushSync()
}
const offline = () => Promise.reject(new Offline())

it('says what failed, and tries again on request and when the network is back', async () => {
  const load = vi.fn(offline)
  show(load)
  expect(text()).toContain('Loading…')
  await settled()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Can’t reach the server')
  document.querySelector('button')?.click()
  await settled()
  expect(load).toHaveBeenCalledTimes(2)
  load.mockImplementation(() => Promise.resolve('the list') as never)
  dispatchEvent(new Event('online'))
  await settled()
  expect(text()).toBe('the list')
  dispatchEvent(new Event('online')) // nothing is left to try
  expect(load).toHaveBeenCalledTimes(3)
})

it('drops what was loaded for something else, and its late answer', async () => {
  let wanted = $state('a')
  const answers: Record<string, (value: string) => void> = {}
  show(() => {
    const name = wanted
    return new Promise<string>((resolve) => (answers[name] = resolve))
  })
  answers['a']?.('first')
  await settled()
  expect(text()).toBe('first')
  wanted = 'b'
  await settled()
  expect(text()).toContain('Loading…')
  wanted = 'c'
  await settled()
  answers['c']?.('third')
  answers['b']?.('second')
  await settled()
  expect(text()).toBe('third')
})

it('keeps the last value meanwhile if it is to stay, but not past a failure', async () => {
  let wanted = $state('a')
  show(() => (wanted === 'a' ? Promise.resolve('first') : offline()), { stays: true })
  await settled()
  wanted = 'b'
  flushSync()
  expect(text()).toBe('first')
  await settled()
  expect(text()).toContain('Can’t reach the server')
})
