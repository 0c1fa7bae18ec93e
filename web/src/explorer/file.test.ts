// The explorer files that come with the page, read with the real engine.
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { speak } from '../i18n/topic.svelte'
import { Offline } from '../server/api'
import { ExplorerFile, partsOf, wholeOf, type Read } from './file'

let engine: Client

beforeAll(async () => {
  engine = await startInProcess()
})

afterEach(() => speak('en'))

const folder = `${process.cwd()}/src/explorer/`
const games = readdirSync(folder).flatMap((name) => /^(.*)\.explorer$/.exec(name)?.[1] ?? [])
const bytesOf = (game: string) => new Uint8Array(readFileSync(`${folder}${game}.explorer`))

/** Reads parts of a file in memory and counts the bytes read. */
function reader(bytes: Uint8Array): Read & { parts: [number, number][] } {
  const parts: [number, number][] = []
  const read = (from: number, length: number) => {
    parts.push([from, length])
    return Promise.resolve(bytes.subarray(from, from + length))
  }
  return Object.assign(read, { parts })
}

describe.each(games)('the file of %s', (game) => {
  it('has moves of the start, which are legal, by how often they were played', async () => {
    const bytes = bytesOf(game)
    expect(bytes.length).toBeLessThan(300_000)
    const read = reader(bytes)
    const file = await ExplorerFile.open(read)
    expect(file.about).toMatchObject({ game, about: 'self-play', min: 2 })
    const { position } = await engine.ask('start', { game, variant: '' })
    const { games, others, moves } = await file.find(engine, game, position)
    expect(games).toBeGreaterThan(1000)
    expect(moves.reduce((sum, m) => sum + m.games, others)).toBe(games)
    expect(moves.map((m) => m.games)).toEqual(moves.map((m) => m.games).sort((a, b) => b - a))
    for (const { move, games, wins } of moves) {
      expect(wins.reduce((sum, won) => sum + won, 0)).toBe(games)
      await engine.ask('play', { game, position, move })
    }
    expect(read.parts.length).toBeLessThanOrEqual(3)
  })
})

const start = { game: 'hermit', position: '....../....../....../....../....../R..... 2' } as const
const image = '.....Y/....../....../....../....../...... 2'

describe('a file', () => {
  it('has the same of the images of a position', async () => {
    const file = await ExplorerFile.open(reader(bytesOf('hermit')))
    const one = await file.find(engine, start.game, start.position)
    const other = await file.find(engine, start.game, image)
    const counts = (c: typeof one) => c.moves.map(({ games, wins }) => [games, ...wins]).sort()
    expect(one.moves.length).toBeGreaterThan(0)
    expect(counts(other)).toEqual(counts(one))
  })

  it('has nothing of a position where nobody came', async () => {
    const file = await ExplorerFile.open(reader(bytesOf('hermit')))
    const found = await file.find(engine, 'hermit', 'RYB/YBR/BRY 1'.replace('YBR', '...'))
    expect(found).toEqual({ games: 0, others: 0, moves: [] })
  })

  it('is refused in the user’s language where it is broken', async () => {
    await speak('nl')
    const broken = 'Het bestand met de openingen is niet te lezen.'
    await expect(ExplorerFile.open(reader(new Uint8Array(100)))).rejects.toThrow(broken)
    const newer = bytesOf('hermit')
    newer[11] = 9
    await expect(ExplorerFile.open(reader(newer))).rejects.toThrow(
      'een versie die deze pagina niet kent',
    )
    const changed = bytesOf('hermit').map((byte, i, all) => (i > all.length / 2 ? byte ^ 1 : byte))
    const file = await ExplorerFile.open(reader(changed.fill(0, changed.length - 1000)))
    const asked = file.find(engine, start.game, start.position)
    const also = file.find(engine, start.game, '....../....../....../....../....../...... 1')
    await expect(Promise.all([asked, also])).rejects.toThrow(broken)
  })
})

describe('reading', () => {
  afterEach(() => vi.unstubAllGlobals())
  const whole = new Uint8Array([1, 2, 3, 4, 5])

  it('takes parts of a file', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
      asked.push(headers['Range'] ?? '')
      return Promise.resolve(new Response(whole.subarray(1, 3), { status: 206 }))
    })
    expect(await partsOf('x')(1, 2)).toEqual(new Uint8Array([2, 3]))
    expect(asked).toEqual(['bytes=1-2'])
  })

  it('takes all of it, once, where there are no parts, or where it is small', async () => {
    for (const read of [partsOf('x'), wholeOf('x')]) {
      const fetched = vi.fn(() => Promise.resolve(new Response(whole)))
      vi.stubGlobal('fetch', fetched)
      expect(await read(1, 2)).toEqual(new Uint8Array([2, 3]))
      expect(await read(3, 9)).toEqual(new Uint8Array([4, 5]))
      expect(fetched).toHaveBeenCalledTimes(1)
    }
  })

  it('says what went wrong', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })))
    await expect(partsOf('x')(0, 1)).rejects.toThrow('HTTP 503')
  })

  it.each([partsOf, wholeOf])('takes a file that ends in the middle for none', async (of) => {
    const body = () =>
      new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body(), { status: 206 })))
    await expect(of('x')(0, 1)).rejects.toBeInstanceOf(Offline)
  })
})
