// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { completed } from '../learn/progress.svelte'
import { games, newKept, type Kept } from '../play/kept'
import { results } from '../play/results'
import { record } from '../puzzles/record.svelte'
import { disk } from '../store/fakes'
import { settings } from '../store/settings.svelte'
import { setAccount } from '../store/stored.svelte'
import { backup, countGuests, forget, restoreBackup, takeOver } from './backup'

vi.mock('idb', async () => (await import('../store/fakes')).idb)

const newGame = (): Kept => ({
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
})
let game: Kept

/** Empties the browser, for everyone. */
function clear() {
  disk.clear()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
}

beforeEach(async () => {
  disk.full = false
  for (const owner of ['', 'ann']) {
    await Promise.all((await games.all(owner)).map(({ id }) => games.remove(id, owner)))
  }
  clear()
  setAccount('')
  game = newGame()
})

it('brings back all that was kept', async () => {
  await games.keep(game)
  await results.keep({ id: 'gone', updated: 1, game: 'amazons', level: 3, won: true })
  completed.change(() => ['a', 'b'])
  settings.sound = false
  const text = await backup()

  clear()
  completed.change(() => ['b', 'c'])
  expect(await restoreBackup(text)).toEqual({ added: 3, refused: [] })
  expect(await games.find(game.id)).toEqual(game)
  expect(await results.all()).toHaveLength(1)
  expect(completed.value).toEqual(['b', 'c', 'a'])
  expect(settings.sound).toBe(false)
  expect(await restoreBackup(text)).toEqual({ added: 0, refused: [] })
})

it('restores what the page of November 2026 has saved', async () => {
  const text =
    '{"format":"thera backup","version":1,"made":"2026-11-27T09:00:00.000Z","shelves":{"games":' +
    '[{"version":1,"id":"0b5bd6cc-17a8-4b0c-9bd5-d3b8e9ad9d4f","created":1,"updated":2,"game":' +
    '"hermit","variant":"3x3","start":".../.../... 1","moves":["Ya3"],"players":[{"kind":"computer",' +
    '"level":2},{"kind":"person","level":2}],"flipped":true}],"analyses":[],"results":[],' +
    '"studies":[]},"choices":{"thera.settings":{"theme":"dark"},"thera.lessons":["hermit-rules/1"],' +
    '"thera.newgame":{"level":3},"thera.puzzles":{"games":{"hermit":{"tried":{"p":true}}}}}}'
  expect(await restoreBackup(text)).toEqual({ added: 3, refused: [] })
  expect((await games.all())[0]?.moves).toEqual(['Ya3'])
  expect(settings.theme).toBe('dark')
  expect(record.of('hermit').tried).toEqual({ p: true })
})

it('has what the page could not store', async () => {
  disk.full = true
  await games.keep(game)
  expect(await backup()).toContain(game.id)
})

it('says what there is no room for', async () => {
  await games.keep(game)
  const text = await backup()
  clear()
  disk.full = true
  const { added, refused } = await restoreBackup(text)
  expect(added).toBe(0)
  expect(refused).toEqual(['games[0]: the browser’s storage is full or blocked'])
})

it('is of one account only', async () => {
  await games.keep(game)
  setAccount('ann')
  completed.change(() => ['a'])
  const text = await backup()
  expect(text).not.toContain(game.id)
  setAccount('bob')
  await restoreBackup(text)
  expect(completed.value).toEqual(['a'])
})

it('moves to an account what was made without one, and forgets an account', async () => {
  await games.keep(game)
  completed.change(() => ['a', 'b'])
  settings.sound = false
  setAccount('ann')
  completed.change(() => ['b', 'c'])
  expect(await countGuests()).toBe(3)
  await takeOver('ann')
  expect(await countGuests()).toBe(0)
  expect(await games.find(game.id)).toEqual(game)
  expect(completed.value).toEqual(['b', 'c', 'a'])
  expect(settings.sound).toBe(false)
  await forget('ann')
  expect(await games.all()).toEqual([])
  expect(completed.value).toEqual([])
})

it('leaves with the guests what there is no room for', async () => {
  await games.keep(game)
  setAccount('ann')
  disk.full = true
  await takeOver('ann')
  expect(await countGuests()).toBe(1)
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
    'shelves.cups: games, analyses, results, studies, mistakes?',
  ])
})

it.each([
  ['{"format":"thera backup","version":1,"made":"2026', 'This file is damaged or incomplete.'],
  ['{"format":"SGF"}', 'format: Invalid type: Expected "thera backup" but received "SGF"'],
  ['(;FF[4]', 'This is not a backup'],
  ['[1]', 'This is not a backup'],
])('refuses %s', async (text, why) => {
  await expect(restoreBackup(text)).rejects.toThrow(why)
})
