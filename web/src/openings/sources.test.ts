// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { studies, type Study } from '../analysis/study'
import { fakeEngine } from '../engine/fake'
import { ask } from '../server/api'
import { disk } from '../store/fakes'
import { fetchStudy, repertoires, studiesElsewhere } from './sources'

vi.mock('../server/api', async (original) => ({ ...(await original()), ask: vi.fn() }))
vi.mock('idb', async () => (await import('../store/fakes')).idb)

// Any move is legal; a position is the moves played.
const { engine } = fakeEngine(
  (method, { start, moves, text }: { start: string; moves: string[]; text: string }) => {
    if (method === 'read') {
      const turns = text.split('').map((move) => ({ move }))
      const tags = [{ name: 'Chapter', value: 'The edge' }]
      return { games: [{ game: 'amazons', start: '', tags, turns, winners: [] }] }
    }
    const stations = ['', ...moves].map((move, i) => ({
      move,
      position: start + moves.slice(0, i).join(''),
      turn: i % 2,
      winners: [],
    }))
    return { seats: 2, stations }
  },
)

const info = { id: 'corners', title: 'Corners', games: ['amazons'], created: 1, updated: 2 }

/** What the server has: a list with one study, or that study. */
const serve = (text = 'xyz') =>
  vi.mocked(ask).mockImplementation((_, path) => {
    const study = { ...info, version: 3, audience: 'private', text }
    return Promise.resolve(path === '/study/corners' ? study : [study])
  })

beforeEach(() => {
  disk.clear()
  serve()
})

it('brings a study that only the server has into this browser', async () => {
  const [elsewhere] = await studiesElsewhere('amazons')
  expect(elsewhere).toMatchObject({ id: 'corners', title: 'Corners' })
  expect(ask).toHaveBeenCalledWith('GET', '/studies?mine=true&game=amazons')
  expect(await repertoires()).toEqual([])

  await fetchStudy(engine, 'corners')
  expect(await studiesElsewhere('amazons')).toEqual([])
  const own = await repertoires()
  expect(own).toMatchObject([{ game: 'amazons', study: 'corners', title: 'Corners: The edge' }])
  expect(own[0]?.tree.nodes.at(-1)?.position).toBe('xyz')
})

it('leaves a study alone that another tab has brought and changed', async () => {
  await fetchStudy(engine, 'corners')
  const study = (await studies.find('corners')) as Study
  await studies.keep({ ...study, title: 'Changed', updated: 9 })
  await fetchStudy(engine, 'corners')
  expect(await studies.find('corners')).toMatchObject({ title: 'Changed', updated: 9 })
})

it('does not offer a chapter without moves', async () => {
  serve('')
  await fetchStudy(engine, 'corners')
  expect(await studies.all()).toHaveLength(1)
  expect(await repertoires()).toEqual([])
})
