// @vitest-environment jsdom
import * as v from 'valibot'
import { beforeEach, expect, it, vi } from 'vitest'
import { backup, restoreBackup, takeOver } from '../backup/backup'
import { disk } from '../store/fakes'
import { setAccount } from '../store/stored.svelte'
import {
  cardSchema,
  excess,
  idOf,
  join,
  made,
  mistakes,
  repeated,
  type Grade,
  type MistakeCard,
  type PuzzleCard,
} from './card'

vi.mock('idb', async () => (await import('../store/fakes')).idb)

const position = '.../.../... 1'
const mistake: MistakeCard = {
  ...made,
  id: idOf({ game: 'hermit', position, played: 'Ra1' }),
  updated: 5,
  game: 'hermit',
  added: 5,
  position,
  played: 'Ra1',
  better: 'Rb2',
  answer: 'Yb2',
  won: true,
  reasons: ['mirror'],
}
const puzzle = (n: number, ...repetitions: PuzzleCard['repetitions']): PuzzleCard => ({
  ...made,
  id: `hermit#p${n}`,
  updated: n,
  game: 'hermit',
  added: n,
  puzzle: `p${n}`,
  repetitions,
})

beforeEach(() => {
  disk.clear()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  setAccount('')
})

it('has the same repetitions in whatever order devices meet', () => {
  let seed = 1
  const random = (below: number) => (seed = (seed * 16807) % 2147483647) % below
  const device = () => {
    let card = { ...mistake, added: 1 + random(3) }
    for (let n = random(50); n > 0; n--) {
      card = repeated(
        card,
        1 + random(100),
        (['again', 'good', 'removed'] as const)[random(3)] as Grade,
      )
    }
    return card
  }
  for (let n = 0; n < 100; n++) {
    const [a, b, c] = [device(), device(), device()]
    const all = join(join(a, b), c)
    expect(all.repetitions.length).toBeLessThanOrEqual(40)
    for (const other of [join(a, join(b, c)), join(join(c, a), b), join(all, b), join(all, all)]) {
      expect(other.repetitions).toEqual(all.repetitions)
      expect(other.added).toEqual(all.added)
    }
  }
})

it('is to be sent after a repetition, and not after the server has all of them', () => {
  const sent = { ...mistake, sent: 'ann' }
  const here = repeated(sent, 10, 'good')
  const there = { ...repeated(sent, 20, 'good'), sent: 'ann' }
  expect(here.sent).toBe('')
  expect(join(here, sent).sent).toBe('')
  expect(join(here, there).sent).toBe('')
  expect(join(sent, there).sent).toBe('ann')
  expect(join(here, { ...here, sent: 'ann' }).sent).toBe('ann')
})

it('drops what was removed, and then what is known best and was repeated longest ago', () => {
  const all = [
    puzzle(1),
    puzzle(2, { at: 30, grade: 'good' }),
    puzzle(3, { at: 20, grade: 'good' }),
    puzzle(4, { at: 10, grade: 'good' }, { at: 90, grade: 'hard' }),
    puzzle(5, { at: 10, grade: 'good' }, { at: 90, grade: 'again' }),
    puzzle(6, { at: 99, grade: 'removed' }),
    puzzle(7),
  ]
  const dropped = (most: number) => excess(all, most).map((card) => (card as PuzzleCard).puzzle)
  expect(dropped(7)).toEqual([])
  expect(dropped(0)).toEqual(['p6', 'p4', 'p3', 'p2', 'p1', 'p7', 'p5'])
})

it('rejects what it can’t be', () => {
  const isCard = (card: object) => v.safeParse(cardSchema, card).success
  expect(isCard(mistake)).toBe(true)
  expect(isCard(puzzle(1))).toBe(true)
  const { better: _, ...unanswered } = mistake
  for (const wrong of [
    { ...mistake, id: 'other' },
    { ...mistake, game: 'chess' },
    { ...mistake, added: 0 },
    { ...mistake, position: '.'.repeat(301) },
    { ...mistake, repetitions: [{ at: 1, grade: 'easy' }] },
    {
      ...mistake,
      repetitions: Array.from({ length: 41 }, (_, i) => ({ at: i + 1, grade: 'good' })),
    },
    { ...puzzle(1), puzzle: '../..', id: 'hermit#../..' },
    unanswered,
  ]) {
    expect(isCard(wrong), JSON.stringify(wrong)).toBe(false)
  }
})

it('loses no repetition when tabs, a backup and an account come together', async () => {
  const [one, other] = [repeated(mistake, 10, 'again'), repeated(mistake, 20, 'good')]
  const both = [...one.repetitions, ...other.repetitions]
  await mistakes.keep(one)
  const file = await backup()
  await mistakes.remove(mistake.id)
  await mistakes.keep(other)
  expect(await restoreBackup(file)).toEqual({ added: 1, refused: [] })
  expect((await mistakes.find(mistake.id))?.repetitions).toEqual(both)
  expect(await restoreBackup(file)).toEqual({ added: 0, refused: [] })

  await mistakes.keep({ ...repeated(mistake, 30, 'hard'), sent: 'ann' }, 'ann')
  await takeOver('ann')
  expect(await mistakes.all('')).toEqual([])
  const [card] = await mistakes.all('ann')
  expect(card?.repetitions).toHaveLength(3)
  expect(card?.sent).toBe('')
})
