// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { forget } from '../backup/backup'
import { ask, Offline } from '../server/api'
import { isOffline, loadMe, me } from '../server/me.svelte'
import { setAccount } from '../store/stored.svelte'
import { askAs, leave, lobby, meet, told } from './people.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))
vi.mock('../backup/backup', () => ({ forget: vi.fn() }))

/** The browser's locks: one that is stolen is lost to its holder. */
const locks = vi.hoisted(() => {
  let lose: (reason: Error) => void = () => {}
  const request = (_name: string, _how: object, hold: () => Promise<void>) => {
    lose(new DOMException('stolen', 'AbortError'))
    return new Promise<void>((resolve, reject) => {
      lose = reject
      void hold().then(resolve)
    })
  }
  // Before the page claims to be the front tab, which it does at once.
  vi.stubGlobal('navigator', { locks: { request }, language: 'en', languages: ['en'] })
  return { request }
})

async function useAnotherTab() {
  locks.request('thera front tab', {}, () => new Promise(() => {})).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
}

function start(id: string) {
  const game = { id, game: 'amazons', clock: '5+3', players: [] }
  lobby.hear({ event: 'gameStart', game } as never)
}

it('goes to a game that starts only in the tab that was used last', async () => {
  start('first')
  expect(location.hash).toBe('#/game/first')
  location.hash = '#/'
  dispatchEvent(new Event('hashchange'))
  await useAnotherTab()
  start('second')
  expect(location.hash).toBe('#/')
  expect(told()).toMatchObject({ what: 'started', game: { id: 'second' } })
  dispatchEvent(new Event('focus'))
  start('third')
  expect(location.hash).toBe('#/game/third')
})

it('meets the server as the guest that another tab has made of the user', async () => {
  const other = new BroadcastChannel('thera guests')
  let player: object | null = null
  vi.mocked(ask).mockImplementation((method) => {
    player = method === 'POST' ? { id: 'own', kind: 'guest' } : player
    return Promise.resolve({ player, ratings: [] })
  })
  const heard = new Promise((resolve) => other.addEventListener('message', resolve))
  await askAs('POST', '/seeks')
  await heard
  expect(me()?.id).toBe('own')
  player = { id: 'other', kind: 'guest' }
  other.postMessage('made')
  await vi.waitFor(() => expect(me()?.id).toBe('other'))
  other.close()
  lobby.close()
})

it('forgets what a deleted account has kept here, also when another tab has noticed first', async () => {
  setAccount('ann')
  vi.mocked(ask).mockImplementation((method) => {
    if (method === 'DELETE') {
      setAccount('')
    }
    return Promise.resolve({ player: null, ratings: [] })
  })
  await leave('/account')
  expect(vi.mocked(forget).mock.calls).toEqual([['ann']])
})

it('says that the session has ended, or the account is banned, while the connection was away', async () => {
  const ann = { id: 'ann', name: 'Ann', kind: 'person' as const }
  let account: object = { player: ann, ratings: [] }
  vi.mocked(ask).mockImplementation((_method, path) =>
    path === '/account' ? Promise.resolve(account) : Promise.reject(new Error(path)),
  )
  await meet()
  lobby.hear({ event: 'hello', player: ann })
  account = { player: ann, ratings: [], ban: 'cheating' }
  lobby.hear({ event: 'hello' })
  await vi.waitFor(() => expect(told()).toEqual({ what: 'disconnected', reason: 'banned' }))
  account = { player: ann, ratings: [] }
  await meet()
  lobby.hear({ event: 'hello', player: ann })
  account = { player: null, ratings: [] }
  lobby.hear({ event: 'hello' })
  await vi.waitFor(() => expect(told()).toEqual({ what: 'disconnected', reason: 'sign-in' }))
  expect(me()).toBeUndefined()
})

it('asks a server again that could not be reached, less often each time', async () => {
  vi.useFakeTimers()
  lobby.close()
  let isAway = true
  vi.mocked(ask).mockImplementation(() =>
    isAway ? Promise.reject(new Offline()) : Promise.resolve({ player: null, ratings: [] }),
  )
  vi.mocked(ask).mockClear()
  await meet()
  await vi.advanceTimersByTimeAsync(65_000)
  expect(vi.mocked(ask)).toHaveBeenCalledTimes(4) // also after 10 s, 20 s, and 30 s
  expect(lobby.link).toBeUndefined()
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lobby.link).toBeDefined()
  lobby.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(vi.mocked(ask)).toHaveBeenCalledTimes(5)
  vi.useRealTimers()
})

it('finds the server again after an answer that was lost to whatever asked for it', async () => {
  vi.useFakeTimers()
  vi.mocked(ask).mockResolvedValue({ player: null, ratings: [] })
  await meet()
  vi.mocked(ask).mockRejectedValueOnce(new Offline())
  await loadMe()
  expect(isOffline()).toBe(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(isOffline()).toBe(false)
  lobby.close()
  vi.useRealTimers()
})
