// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scope } from '../base/scope'
import { t } from '../i18n'
import type { Full } from '../server/api'
import { fakeDial, type FakeWire } from '../server/fakes'
import { countingEngine, created } from './fakes'
import { LiveGame } from './game.svelte'
import PlanBox from './PlanBox.svelte'

const full: Partial<Full> = { you: 2, now: 0, present: [1, 2], events: [created] }

let scope: Scope
let game: LiveGame
let wire: FakeWire | undefined
let shown: Record<string, unknown>

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(full)))
  scope = new Scope()
  const { wires, dial } = fakeDial()
  game = new LiveGame(scope, countingEngine(), 'g', undefined, dial)
  await game.load()
  wire = wires[0]
  wire?.onopen?.()
  shown = mount(PlanBox, { target: document.body, props: { game } })
})
afterEach(async () => {
  await unmount(shown)
  scope.end()
  vi.unstubAllGlobals()
})

const field = () => document.querySelector('input')
/** Enters a line of moves, and returns those that were sent. */
function add(line: string) {
  const input = field()
  if (input) {
    input.value = line
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  document.querySelector('form')?.requestSubmit()
  flushSync()
  return wire?.sent.filter((frame) => frame['do'] === 'plan').at(-1)?.['lines']
}
const alert = () => document.querySelector('[role=alert]')?.textContent

it('asks for the reply if there is only a move of the opponent', () => {
  expect(add('1')).toBeUndefined()
  expect(alert()).toContain('reply')
  expect(add('1 2')).toEqual([['1', '2']])
  expect(alert()).toBeUndefined()
})

it('keeps what is typed until the server has taken it', async () => {
  add('1 7')
  wire?.tell({ event: 'refused', id: '1', reason: 'illegal', detail: '' })
  flushSync()
  expect([game.error, field()?.value]).toEqual([t().problems.reasons.illegal, '1 7'])
  add('1 2')
  wire?.tell({ event: 'planned', plan: [['1', '2']] })
  await vi.waitFor(() => {
    flushSync()
    expect([document.querySelector('.line')?.textContent, field()?.value]).toEqual(['1 2', ''])
  })
})

it('shows how moves are written, and drops a single line', async () => {
  expect(field()?.placeholder).toContain('d1-d7(g7)')
  wire?.tell({
    event: 'planned',
    plan: [
      ['1', '2'],
      ['3', '4'],
    ],
  })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelectorAll('.line')).toHaveLength(2)
  })
  document.querySelector<HTMLElement>('.planned button')?.click()
  const sent = wire?.sent.filter((frame) => frame['do'] === 'plan')
  expect(sent?.map((frame) => frame['lines'])).toEqual([[['3', '4']]])
})
