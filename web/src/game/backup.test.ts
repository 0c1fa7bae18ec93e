import { beforeEach, expect, it } from 'vitest'
import { record } from '../puzzles/record.svelte'
import { settings } from '../settings.svelte'
import { backup, restoreBackup } from './backup'
import { games, newKept, type Kept } from './kept'
import { results } from './results'

const game: Kept = {
  ...newKept({
    game: 'hermit',
    variant: '3x3',
    start: '.../.../... 1',
    players: [
      { kind: 'computer', level: 2 },
      { kind: 'person', level: 2 },
    ],
  }),
  moves: ['Ya3'],
}

beforeEach(async () => {
  localStorage.clear()
  for (const { id } of await games.all()) {
    await games.remove(id)
  }
  for (const { id } of await results.all()) {
    await results.remove(id)
  }
})

it('brings back all that was kept', async () => {
  await games.keep(game)
  await results.keep({ id: 'gone', updated: 1, game: 'amazons', level: 3, won: true })
  localStorage.setItem('thera.lessons', '["a","b"]')
  localStorage.setItem('thera.settings', '{"sound":false}')
  const text = await backup()

  await games.remove(game.id)
  await results.remove('gone')
  localStorage.clear()
  settings.sound = true
  localStorage.setItem('thera.lessons', '["b","c"]')
  expect(await restoreBackup(text)).toEqual({ added: 3, refused: [] })
  expect(await games.find(game.id)).toEqual(game)
  expect(await results.all()).toHaveLength(1)
  expect(JSON.parse(localStorage.getItem('thera.lessons') ?? '')).toEqual(['b', 'c', 'a'])
  expect(settings.sound).toBe(false)
  expect(await restoreBackup(text)).toEqual({ added: 0, refused: [] })
})

it('keeps the newer of two versions', async () => {
  await games.keep(game)
  const text = await backup()
  const newer = { ...game, updated: game.updated + 1, moves: ['Ya3', 'Rc1'] }
  await games.keep(newer)
  expect((await restoreBackup(text)).added).toBe(0)
  expect(await games.find(game.id)).toEqual(newer)
})

it('joins what was tried of puzzles', async () => {
  const strength = (rating: number) => ({ rating, deviation: 80, volatility: 0.06 })
  record.add({ game: 'hermit', id: 'a' }, true, ['Ra1'], strength(1600), 1000)
  const text = await backup()
  record.add({ game: 'hermit', id: 'b' }, false, [], strength(1550), 2000)
  expect((await restoreBackup(text)).added).toBe(0)
  const file = text.replace('"a":true', '"a":false,"c":true').replace('"at":1000', '"at":3000')
  expect((await restoreBackup(file)).added).toBe(1)
  expect(record.of('hermit')).toMatchObject({
    tried: { a: true, b: false, c: true },
    rating: { rating: 1600 },
    best: 1,
  })
})

it('leaves out what is wrong, and quotes it', async () => {
  const file = JSON.parse(await backup()) as { shelves: Record<string, unknown[]> }
  file.shelves.games = [{ ...game, moves: ['Ya3', 7] }, game]
  file.shelves.cups = [{}]
  const { added, refused } = await restoreBackup(JSON.stringify(file))
  expect(added).toBe(1)
  expect(refused).toEqual([
    'games[0]: moves.1: Invalid type: Expected string but received 7',
    'shelves.cups: games, analyses, results, studies?',
  ])
})

it.each([
  ['{"format":', 'This file is damaged: Unexpected end of JSON input.'],
  ['{"format":"SGF"}', 'format: Invalid type: Expected "thera backup" but received "SGF"'],
  ['[1]', 'This is not a backup'],
])('refuses %s', async (text, why) => {
  await expect(restoreBackup(text)).rejects.toThrow(why)
})
