// The client with the real engine.
import { beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../learn/judge'
import { gameNames, lookOf } from '../looks'
import { EngineError, type Client } from './client'
import { composeOf } from './compose'
import { startInProcess } from './inprocess'

let engine: Client

beforeAll(async () => {
  engine = await startInProcess()
})

const start = { game: 'amazons', variant: '' } as const
const towers = '00000/00100/00400/00020/00000 b2d4,b4d2 1'
const teams = '00000/00100/00400/00020/00000 b2d4,b4d2,+,+ 3 pan,athena,apollo,athena^'

describe('rules', () => {
  it('lists the games', async () => {
    const games = await engine.ask('games', {})
    expect(games.map((g) => g.name)).toEqual(expect.arrayContaining([...gameNames]))
    expect(games[1]?.variants.map((v) => v.seats)).toEqual([2, 3, 4, 4])
    expect(games[0]?.strengths).toHaveLength(8)
  })

  it('gives a position to draw', async () => {
    const view = await engine.ask('start', start)
    expect(view.count).toBe(2176)
    expect(view.cells[3]).toEqual({ kind: 'amazon', piece: 'Q', owner: 0 })
    expect(view.territory).toHaveLength(100)
  })

  it('composes a position from a board', async () => {
    for (const position of [towers, towers + ' mortal,athena^', teams]) {
      const view = await engine.ask('view', { game: 'santorini', position })
      const composed = await engine.ask('compose', composeOf(view, view.turn))
      expect(composed).toEqual(view)
    }
    const view = await engine.ask('view', { game: 'santorini', position: towers })
    const asked = engine.ask('compose', { ...view, turn: 2 })
    await expect(asked).rejects.toThrow('seat 3 to move')
  })

  it('replays a game, up to a wrong move', async () => {
    const moves = ['a1-b1(a1)', 'c1-b1(c1)']
    const game = { game: 'amazons', start: 'Q1q w', moves }
    const { seats, stations, error } = await engine.ask('replay', game)
    expect(seats).toBe(2)
    expect(stations).toEqual([
      { position: 'Q1q w', turn: 0, winners: [] },
      { move: moves[0], position: '*Qq b', turn: 1, winners: [0], ending: 'stuck' },
    ])
    expect(error).toContain('move 2: illegal move')
  })

  it('reads what it has written', async () => {
    const game = {
      game: 'amazons',
      start: 'Q1q w',
      tags: [{ name: 'Player1', value: 'Ada' }],
      turns: [{ move: 'a1-b1(a1)', comment: 'forced' }],
      winners: [0],
    }
    for (const format of ['thera', 'sgf'] as const) {
      const text = await engine.ask('write', { ...game, format })
      const found = await engine.ask('read', { game: 'hermit', text })
      expect(found.format).toBe(format)
      expect(found.games).toMatchObject([game])
    }
    await expect(engine.ask('read', { game: 'hermit', text: 'x' })).rejects.toThrow(EngineError)
  })

  it('says what is wrong with a move', async () => {
    const { position } = await engine.ask('start', start)
    const asked = engine.ask('play', { game: 'amazons', position, move: 'd1-d11(a1)' })
    await expect(asked).rejects.toThrow(EngineError)
    await expect(asked).rejects.toThrow('d1-d11(a1)')
  })
})

describe('a turn being entered', () => {
  const at = { game: 'hermit', position: 'R.. 1' }

  it('tells what may follow', async () => {
    expect(await engine.ask('enter', { ...at, steps: ['Y', 'c1'] })).toMatchObject({
      steps: ['Y', 'c1'],
      options: [{ step: 'b1', move: 'Yb1-c1' }],
      move: 'Yc1',
      complete: false,
    })
    const start = { game: 'amazons', position: 'Q1q w', steps: [] }
    expect((await engine.ask('enter', start)).options).toEqual([{ step: 'a1', more: true }])
  })

  it('takes what is typed', async () => {
    const { steps, move } = await engine.ask('enter', { ...at, steps: [], text: 'y c1 b1' })
    expect([steps, move]).toEqual([['Y', 'b1', 'c1'], 'Yb1-c1'])
    const asked = engine.ask('enter', { ...at, steps: [], text: 'a1' })
    await expect(asked).rejects.toThrow('"a1" is no legal move: want a move such as')
  })
})

describe('proofs', () => {
  it('are found', async () => {
    const proof = await engine.solve({ game: 'hermit', position: '.../.../... 2' }).result
    expect(proof).toMatchObject({ proven: true, winners: [1], nimber: 4 })
    expect(proof.moves).toContain('Bb2')
  })

  it('are not guessed', async () => {
    const { position } = await engine.ask('start', start)
    const { proven, winners } = await engine.solve({ game: 'amazons', position, nodes: 100 }).result
    expect([proven, winners]).toEqual([false, []])
  })
})

describe('a finished game', () => {
  const over = { game: 'amazons', position: '*Qq b' }

  it('has been won in no plies', async () => {
    const { score, winners, move } = await engine.search(over).result
    expect(score).toEqual({ win_probability: 0, proven: true, plies: 0 })
    expect([winners, move]).toEqual([[0], undefined])
    const proof = await engine.solve(over).result
    expect(proof).toMatchObject({ proven: true, winners: [0], plies: 0, moves: [] })
  })
})

describe('search', () => {
  it('reports and answers', async () => {
    const { position } = await engine.ask('start', { ...start, variant: '6x6' })
    const depths: number[] = []
    const search = engine.search({ game: 'amazons', position, depth: 2, lines: 2 }, (known) =>
      depths.push(known.depth),
    )
    const best = await search.result
    const [other] = best.others ?? []
    expect(depths).toContain(1)
    expect(best.score.win_probability).toBeGreaterThanOrEqual(other?.score.win_probability ?? 1)
    expect(best.move).not.toBe(other?.move)
    expect([best.line[0], other?.line[0]]).toEqual([best.move, other?.move])
  })

  it('divides the time on the clock', async () => {
    const { position } = await engine.ask('start', { ...start, variant: '6x6' })
    const clocks = [
      { left: 10_000, increment: 0 },
      { left: 600_000, increment: 0 },
    ]
    const { move, seconds } = await engine.search({ game: 'amazons', position, clocks }).result
    expect(move).toBeDefined()
    expect(seconds).toBeLessThan(10)
  })

  it('lets other questions through, and ends only when stopped', async () => {
    const { position } = await engine.ask('start', start)
    const search = engine.search({ game: 'amazons', position })
    let isOver = false
    void search.result.then(() => (isOver = true))
    await new Promise((resolve) => setTimeout(resolve, 300))
    // How long answers take is measured by e2e/measure.mjs, since it depends on the machine.
    const { count } = await engine.ask('view', { game: 'hermit', position: '.... 1' })
    expect([count > 0, isOver]).toEqual([true, false])
    search.stop()
    const { line } = await search.result
    expect(line.length).toBeGreaterThan(0)
  })
})

/** Up to forty legal moves. */
async function movesOf(game: string, position: string, steps: string[] = []): Promise<string[]> {
  const { options } = await engine.ask('enter', { game, position, steps })
  const moves = []
  for (const { step, move, more } of options) {
    moves.push(...(move === undefined ? [] : [move]))
    moves.push(...(more ? await movesOf(game, position, [...steps, step]) : []))
    if (moves.length >= 40) {
      break
    }
  }
  return moves.slice(0, 40)
}

describe.each(gameNames)('lessons of %s', (game) => {
  it('has pictures that are positions, with moves that are legal', async () => {
    for (const { position, move } of lookOf(game).rules) {
      await engine.ask('view', { game, position })
      if (move !== undefined) {
        await engine.ask('play', { game, position, move })
      }
    }
  })

  it('has exercises that can be solved and failed', async () => {
    for (const exercise of lookOf(game).exercises) {
      const { position } = exercise
      const { move: best = '' } = await engine.search({ game, position, millis: 3000 }).result
      expect((await judge(engine, game, exercise, best)).met, exercise.position).toBe(true)
      if (exercise.goal !== 'legal') {
        const verdicts = []
        for (const move of await movesOf(game, position)) {
          verdicts.push((await judge(engine, game, exercise, move)).met)
        }
        expect(verdicts, exercise.position).toContain(false)
      }
    }
  })
})
