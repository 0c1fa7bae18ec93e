// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { lobby, told } from './people.svelte'

/** The browser's locks: one that is stolen is lost to its holder. */
const locks = vi.hoisted(() => {
  let lose: (reason: Error) => void = () => {}
  const request = (_name: string, _how: object, hold: () => Promise<void>) => {
    lose(new Error('stolen'))
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
