import { afterEach, expect, it, vi } from 'vitest'
import { t } from '../i18n'
import { DisplayedGame, type Events } from './display.svelte'

afterEach(() => void vi.unstubAllGlobals())

function begin() {
  const close = vi.fn()
  const events: Events = { onmessage: null, onerror: null, close }
  const game = new DisplayedGame(events)
  const tell = (message: object) =>
    events.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<string>)
  return { close, game, tell }
}

it('follows the program to its end', () => {
  const { close, game, tell } = begin()
  tell({})
  expect(game.shown).toBeUndefined()
  tell({ game: 'amazons', position: 'Q1q w', turn: 1, winners: [], messages: [], open: true })
  expect(game.shown).toMatchObject({ position: 'Q1q w', turn: 0, open: true })
  tell({ game: 'amazons', position: '*Qq b', turn: 2, winners: [1], messages: [], ended: true })
  expect(game.shown).toMatchObject({ turn: 1, winners: [0] })
  expect(game.gone).toBe(true)
  expect(close).toHaveBeenCalled()
})

it('tells why something is refused, until there is another position', () => {
  const { game, tell } = begin()
  const shown = {
    game: 'amazons',
    position: 'Q1q w',
    turn: 1,
    winners: [],
    messages: [] as object[],
  }
  tell(shown)
  shown.messages = [{ number: 1, text: 'Invalid move.' }]
  tell(shown)
  expect(game.refusal).toBe('Invalid move.')
  tell({ ...shown, position: '*Qq b' })
  expect(game.refusal).toBeUndefined()
})

it('tells no refusal from before the page was opened', () => {
  const { game, tell } = begin()
  const shown = { game: 'amazons', position: 'Q1q w', turn: 1, winners: [] }
  tell({ ...shown, messages: [{ number: 1, text: 'Invalid move.' }] })
  expect(game.refusal).toBeUndefined()
  tell({ ...shown, messages: [{ number: 2, text: 'Invalid move.' }] })
  expect(game.refusal).toBe('Invalid move.')
})

it('sends turns and says what is wrong with them', async () => {
  const { game } = begin()
  const answers = [
    new Response(null, { status: 204 }),
    new Response(JSON.stringify({ detail: 'the program has ended' }), {
      status: 410,
      headers: { 'Content-Type': 'application/problem+json' },
    }),
    new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  ]
  const fetched = vi.fn(() => Promise.resolve(answers.shift()))
  vi.stubGlobal('fetch', fetched)
  await game.turn('d1-d7(g7)')
  expect(fetched).toHaveBeenCalledWith(
    '/api/display/turn',
    expect.objectContaining({ method: 'POST', body: '{"move":"d1-d7(g7)"}' }),
  )
  expect(game.error).toBeUndefined()
  await game.command('undo')
  expect(game.error).toContain('the program has ended')
  await game.command('undo')
  expect(game.error).toBe(t().problems.unreachable)
})
