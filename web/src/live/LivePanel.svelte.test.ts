// @vitest-environment jsdom
// The panel says what becomes of a turn.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { Scope } from '../base/scope'
import { Hand } from '../board/hand.svelte'
import type { Frame } from '../generated/live'
import { Attempts } from '../kit/attempt.svelte'
import type { Full } from '../server/api'
import { fakeDial } from '../server/fakes'
import type { Council } from './council.svelte'
import { countingEngine, created } from './fakes'
import { LiveGame } from './game.svelte'
import LivePanel from './LivePanel.svelte'

const full: Partial<Full> = { you: 1, now: 0, present: [1, 2], events: [created] }

const noCouncil: unknown = { open: false }

let shown: Record<string, unknown>
afterEach(async () => {
  await unmount(shown)
  vi.unstubAllGlobals()
})

/** Opens the game in a panel. */
async function open() {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(full)))
  const scope = new Scope()
  const { wires, dial } = fakeDial()
  const game = new LiveGame(scope, countingEngine(), 'g', undefined, dial)
  await game.load()
  wires[0]?.onopen?.()
  shown = mount(LivePanel, {
    target: document.body,
    props: {
      game,
      hand: new Hand(() => undefined),
      attempts: new Attempts(),
      council: noCouncil as Council,
      pointed: undefined,
      news: '',
      onstep: () => undefined,
      onflip: () => undefined,
    },
  })
  return { game, scope, tell: (frame: Frame) => wires[0]?.tell(frame) }
}

const status = () => {
  flushSync()
  return document.querySelector('.status')?.textContent
}

test('a turn that the server can’t store yet is not said to be on its way', async () => {
  const { game, scope, tell } = await open()
  expect(status()).toContain('Your turn')
  await game.play('1')
  expect(status()).toContain('Sending your move…')
  tell({ event: 'refused', id: '1', reason: 'not-stored', detail: '' })
  expect(status()).toContain('The server can’t save anything right now.')
  scope.end()
})

test('there is no premove any more once the game is over', async () => {
  const { game, scope, tell } = await open()
  await game.play('1')
  game.premove.move = '3'
  expect(status()).toContain('Premove: 3')
  tell({ number: 2, at: 1, event: 'resigned', seat: 2 })
  tell({ number: 3, at: 1, event: 'ended', reason: 'resigned', winners: [1] })
  await vi.waitFor(() => expect(game.over).toBe(true))
  expect(status()).not.toContain('Premove')
  scope.end()
})
