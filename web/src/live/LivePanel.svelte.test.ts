// @vitest-environment jsdom
// The panel says what becomes of a turn.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { Scope } from '../base/scope'
import { Hand } from '../board/hand.svelte'
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

test('a turn that the server can’t store yet is not said to be on its way', async () => {
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
  const status = () => {
    flushSync()
    return document.querySelector('.status strong')?.textContent
  }
  expect(status()).toBe('Your turn')
  await game.play('1')
  expect(status()).toBe('Sending your move…')
  wires[0]?.tell({ event: 'refused', id: '1', reason: 'not-stored', detail: '' })
  expect(status()).toMatch('The server can’t save anything right now.')
  scope.end()
})
