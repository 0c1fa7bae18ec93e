// @vitest-environment jsdom
// Notifications belong to the account that turned them on, and can always be turned off.
import { beforeEach, expect, test, vi } from 'vitest'
import { account } from '../store/stored.svelte'
import { ask, Offline, Problem } from './api'
import { loadMe } from './me.svelte'
import { pushed, startPush, stopPush } from './push'

vi.mock('./api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

/** What the browser has subscribed to, as PushManager keeps it. */
let subscription: {
  endpoint: string
  toJSON: () => object
  unsubscribe: () => Promise<boolean>
} | null
const pushManager = { getSubscription: () => Promise.resolve(subscription) }

const signedIn = async (id: string | null) => {
  vi.mocked(ask).mockResolvedValue({ player: id === null ? null : { id, kind: 'person' } })
  await loadMe()
}

beforeEach(async () => {
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  vi.stubGlobal('PushManager', vi.fn())
  Object.assign(navigator, {
    serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) },
  })
  await signedIn('ann')
  subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }),
    unsubscribe() {
      subscription = null
      return Promise.resolve(true)
    },
  }
})

test('stay while their account is signed in, also without network', async () => {
  await signedIn('ann')
  vi.mocked(ask).mockRejectedValue(new Offline())
  await loadMe()
  expect(await pushed()).not.toBeNull()
})

test.each([
  ['nobody, after signing out or the end of the session', null],
  ['somebody else', 'bob'],
])('end when the browser is used by %s', async (_, id) => {
  await signedIn(id)
  expect(await pushed()).toBeNull()
})

test('that cannot be ended do not keep others from signing in', async () => {
  if (subscription) {
    subscription.unsubscribe = () => Promise.reject(new Error('no push service'))
  }
  await signedIn('bob')
  expect(account()).toBe('bob')
})

test.each<[string, () => Error]>([
  ['does not know them', () => new Problem(404, { reason: 'no-subscription' })],
  ['cannot be reached', () => new Offline()],
])('are turned off although the server %s', async (_, error) => {
  vi.mocked(ask).mockRejectedValue(error())
  await stopPush()
  expect(await pushed()).toBeNull()
  expect(ask).toHaveBeenLastCalledWith('DELETE', '/account/push', {
    endpoint: 'https://push.example/1',
  })
})

test('that no service worker can show are not turned on', async () => {
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') })
  Object.assign(navigator.serviceWorker, {
    register: () => Promise.reject(new Error('no such file')),
    ready: new Promise(() => undefined),
  })
  await expect(startPush()).rejects.toThrow('no such file')
})

test('are not turned on if the service worker cannot be installed', async () => {
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') })
  const installing = Object.assign(new EventTarget(), { state: 'installing' })
  Object.assign(navigator.serviceWorker, {
    register: () => Promise.resolve({ active: null, installing }),
    ready: new Promise(() => undefined),
  })
  const started = startPush()
  const heard = vi.spyOn(installing, 'addEventListener')
  await vi.waitUntil(() => heard.mock.calls.length > 0)
  installing.state = 'redundant'
  installing.dispatchEvent(new Event('statechange'))
  await expect(started).rejects.toThrow(Offline)
})

test('are not turned on if the server does not know them', async () => {
  const made = subscription
  subscription = null
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') })
  const subscribe = () => {
    subscription = made
    return Promise.resolve(subscription)
  }
  Object.assign(navigator.serviceWorker, {
    register: () => Promise.resolve({}),
    ready: Promise.resolve({ pushManager: { ...pushManager, subscribe } }),
  })
  vi.mocked(ask).mockImplementation((method) =>
    method === 'PUT' ? Promise.reject(new Offline()) : Promise.resolve({ key: 'key' }),
  )
  await expect(startPush()).rejects.toThrow(Offline)
  expect(await pushed()).toBeNull()
})
