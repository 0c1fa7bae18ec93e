// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { t, wordsOf } from '../i18n'
import { ask } from '../server/api'
import { loadMe } from '../server/me.svelte'
import { lobby } from '../session/people.svelte'
import LobbyPanel from './LobbyPanel.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const ann = { id: '1', name: 'Ann', kind: 'guest' as const }
const terms = { game: 'amazons', variant: '10x10', clock: '3+2', rated: false }
const seek = { id: 's', terms, seats: 2, players: [ann], at: 1 }
const games = ['amazons', 'hermit'].map((name) => ({ name, variants: [{ name: '10x10' }] }))

let shown: Record<string, unknown>
function show() {
  shown = mount(LobbyPanel, { target: document.body, props: { games: games as never } })
  flushSync()
}
beforeEach(async () => {
  vi.mocked(ask).mockResolvedValue({ player: ann, ratings: [] })
  await loadMe()
  vi.mocked(ask).mockReset()
  show()
})
afterEach(async () => {
  await unmount(shown)
  lobby.hear({ event: 'hello' })
})

const button = (text: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === text)
const isPressed = (text: string) => {
  flushSync()
  return button(text)?.ariaPressed === 'true'
}
const settled = () => new Promise((done) => setTimeout(done))

it('a clock is marked while its offer stands, and withdraws it', async () => {
  let answer: (made: object) => void = () => undefined
  vi.mocked(ask).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  button('3+2')?.click()
  await settled()
  expect([isPressed('3+2'), isPressed('5+3')]).toEqual([true, false]) // before the server answers
  lobby.hear({ event: 'seek', seek })
  answer({ seek })
  await settled()
  expect(isPressed('3+2')).toBe(true)
  vi.mocked(ask).mockResolvedValueOnce({})
  button('3+2')?.click()
  await settled()
  expect(vi.mocked(ask)).toHaveBeenLastCalledWith('DELETE', '/seeks/s', undefined)
  lobby.hear({ event: 'seekGone', id: 's' })
  expect(isPressed('3+2')).toBe(false)
})

it('playing now waits where it was pressed, and can be canceled there', async () => {
  vi.mocked(ask).mockResolvedValueOnce({ seek })
  button(t().lobby.now)?.click()
  lobby.hear({ event: 'seek', seek })
  await settled()
  expect([button(t().lobby.now), isPressed('3+2')]).toEqual([undefined, false])
  vi.mocked(ask).mockResolvedValueOnce({})
  document.querySelector<HTMLElement>('[aria-pressed=true]')?.click()
  await settled()
  expect(vi.mocked(ask)).toHaveBeenLastCalledWith('DELETE', '/seeks/s', undefined)
  lobby.hear({ event: 'seekGone', id: 's' })
  flushSync()
  expect(button(t().lobby.now)).toBeDefined()
})

it('keeps the game that was chosen', async () => {
  const hermit = () =>
    [...document.querySelectorAll('label')]
      .find((label) => label.textContent.trim() === wordsOf('hermit').name)
      ?.querySelector('input')
  hermit()?.click()
  await unmount(shown)
  show()
  expect(hermit()?.checked).toBe(true)
})
