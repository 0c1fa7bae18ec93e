// @vitest-environment jsdom
// Parts of the account's page that need something from the server, which may not answer the first time.
import { createRawSnippet, flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Attempts } from '../kit/attempt.svelte'
import { ask, Offline, Problem } from '../server/api'
import ListBox from './ListBox.svelte'
import PushBox from './PushBox.svelte'
import RemoveBox from './RemoveBox.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))
vi.mock('../server/push', () => ({ canPush: () => true, pushed: () => Promise.resolve(null) }))

let shown: Record<string, unknown>
beforeEach(() => {
  vi.mocked(ask).mockReset()
})
afterEach(() => unmount(shown))

const settled = async () => {
  await new Promise((done) => setTimeout(done))
  flushSync()
}
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === text)

async function show<P extends Record<string, unknown>>(box: Component<P>, props: P) {
  shown = mount(box, { target: document.body, props })
  await settled()
}

test('a teacher says what becomes of the classes, once they have come', async () => {
  vi.mocked(ask).mockRejectedValueOnce(new Offline())
  await show(RemoveBox, { name: 'ann', onremove: vi.fn() })
  const field = document.querySelector('input')
  if (field) {
    field.value = 'ann'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  flushSync()
  expect(button('Delete account')?.ariaDisabled).toBe('true')
  vi.mocked(ask).mockResolvedValue([{ id: 'c', name: 'Chess club', role: 'teacher' }])
  button('Try again')?.click()
  await settled()
  expect(document.body.textContent).toContain('Chess club')
  expect(button('Delete account')?.ariaDisabled).toBeNull()
})

test('another teacher takes over the classes by the link that they give', async () => {
  vi.mocked(ask).mockResolvedValue([{ id: 'c', name: 'Chess club', role: 'teacher' }])
  const onremove = vi.fn()
  await show(RemoveBox, { name: 'ann', onremove })
  const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input')]
  inputs()
    .find((one) => one.type === 'radio' && !one.checked)
    ?.click()
  flushSync()
  for (const [i, text] of ['https://thera.test/#/join/abc234 ', 'ann'].entries()) {
    const field = inputs().filter((one) => one.type !== 'radio')[i]
    if (field) {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  flushSync()
  button('Delete account')?.click()
  expect(onremove).toHaveBeenCalledWith({ name: 'ann', classes: 'handover', to: 'abc234' })
})

test('notifications are offered once the server answers', async () => {
  vi.mocked(ask).mockRejectedValueOnce(new Problem(503, {}))
  await show(PushBox, { attempts: new Attempts() })
  vi.mocked(ask).mockResolvedValue({ key: 'k' })
  button('Try again')?.click()
  await settled()
  expect(button('Notify me on my turn')).toBeDefined()
})

test('a server that has no notifications offers none', async () => {
  vi.mocked(ask).mockRejectedValue(new Problem(404, {}))
  await show(PushBox, { attempts: new Attempts() })
  expect(document.body.textContent.trim()).toBe('')
})

test('a button that is pressed twice removes once, and another thing meanwhile', async () => {
  vi.mocked(ask).mockResolvedValue([{ id: 'a' }, { id: 'b' }])
  await show(ListBox as unknown as Component<Record<string, unknown>>, {
    path: '/account/tokens',
    attempts: new Attempts(),
    remove: 'Revoke',
    removeOf: ({ id }: { id: string }) => id,
    item: createRawSnippet(() => ({ render: () => '<i></i>' })),
  })
  vi.mocked(ask)
    .mockReset()
    .mockReturnValue(new Promise(() => undefined))
  const [first, second] = document.querySelectorAll('button')
  for (const pressed of [first, first, second]) {
    pressed?.click()
  }
  expect(vi.mocked(ask).mock.calls).toEqual([
    ['DELETE', '/account/tokens/a', undefined],
    ['DELETE', '/account/tokens/b', undefined],
  ])
})
