// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { ask, Offline, Problem } from '../server/api'
import Remarks from './Remarks.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const settled = async () => {
  await new Promise((done) => setTimeout(done))
  flushSync()
}
const button = () => document.querySelector('button')

test('an analysis can be requested again, unless the server has refused it', async () => {
  shown = mount(Remarks, {
    target: document.body,
    props: { game: { id: 'g' } as never, seat: 0 },
  })
  for (const error of [new Offline(), new Problem(429, { reason: 'rate' })]) {
    vi.mocked(ask).mockRejectedValueOnce(error)
    button()?.click()
    await settled()
    expect(document.querySelector('[role=alert]')).not.toBeNull()
    expect(button()).not.toBeNull()
  }
  vi.mocked(ask).mockRejectedValueOnce(new Problem(409, {}))
  button()?.click()
  await settled()
  expect(button()).toBeNull()
  expect(document.body.textContent).toContain('analysis')
})
