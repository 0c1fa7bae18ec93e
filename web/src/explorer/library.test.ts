import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { Library } from './library.svelte'

/** What the engine was asked, with the answer that all questions get. */
const { engine, questions } = vi.hoisted(() => {
  const questions: [method: string, params: Record<string, unknown>][] = []
  const ask = (method: string, params: Record<string, unknown>) => {
    questions.push([method, params])
    return Promise.resolve({ key: '0', file: '', games: 1, others: 0, moves: [] })
  }
  return { engine: { ask }, questions }
})
vi.mock('../engine/engine', () => ({ engine: () => engine, messageOf: String }))

afterEach(() => {
  vi.unstubAllGlobals()
  questions.length = 0
})

const own = readFileSync(`${process.cwd()}/src/explorer/hermit.explorer`)

/** A server with that file of openings; returns the addresses asked for. */
function serve(file: () => Response): string[] {
  const addresses: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    addresses.push(address)
    return Promise.resolve(
      address.endsWith('/explorer/files')
        ? Response.json([{ game: 'hermit', games: 7 }])
        : address.startsWith('/api/')
          ? file()
          : new Response(own),
    )
  })
  return addresses
}

const originsOf = (library: Library) => library.origins.map(({ origin }) => origin)

it('asks a server that did not answer again, for another game and when the network is back', async () => {
  const library = new Library()
  let asked = 0
  vi.stubGlobal('fetch', (address: string) => {
    asked += address.startsWith('/api/') ? 1 : 0
    return address.startsWith('/api/')
      ? Promise.reject(new TypeError())
      : Promise.resolve(new Response(own))
  })
  for (const [i, game] of ['hermit', 'amazons'].entries()) {
    await library.look(game, '...')
    expect([originsOf(library), asked]).toEqual([['page', 'mine'], i + 1])
  }
  serve(() => new Response(own))
  await library.lookAgain('amazons', '...')
  expect(originsOf(library)).toEqual(['page', 'mine', 'player'])
})

it('has the openings of the page while the file of the server is out of reach', async () => {
  serve(() => new Response('', { status: 503 }))
  const library = new Library()
  await library.look('hermit', '...')
  expect(library.error).toBeUndefined()
  expect(originsOf(library)).toEqual(['page', 'mine', 'player'])
  const addresses = serve(() => new Response(own))
  await library.lookAgain('hermit', '...')
  expect(originsOf(library)).toEqual(['server', 'page', 'mine', 'player'])
  const asked = addresses.length
  await library.lookAgain('hermit', '...') // nothing is left to ask for
  expect(addresses).toHaveLength(asked)
  await library.look('chess', '...')
  expect(originsOf(library)).toEqual(['mine', 'player'])
})

it('has no moves of a source until they have come, whatever is known of another', async () => {
  serve(() => new Response(own))
  const library = new Library()
  await library.look('hermit', '...')
  expect([library.origin, library.choices?.games, library.isWaiting]).toEqual(['server', 1, false])
  library.chosen = 'player'
  library.player = 'ann'
  const looked = library.look('hermit', '...')
  expect([library.choices, library.about, library.isWaiting]).toEqual([undefined, undefined, true])
  await looked
  expect([library.choices?.games, library.isWaiting]).toEqual([1, false])
  library.seat = 1
  expect(library.choices).toBeUndefined()
  await library.look('hermit', '...')
  const next = library.look('amazons', '...')
  expect([library.choices, library.about]).toEqual([undefined, undefined])
  await next
})

it('waits with the moves of the position before', async () => {
  serve(() => new Response(own))
  const library = new Library()
  await library.look('hermit', '...')
  const looked = library.look('hermit', 'R..')
  expect([library.choices?.games, library.isWaiting]).toEqual([1, true])
  await looked
  expect(library.isWaiting).toBe(false)
})

it('goes to the games of the server in each game that has some, until another source is chosen', async () => {
  serve(() => new Response(own))
  const library = new Library()
  for (const [game, origin] of [
    ['amazons', 'page'],
    ['hermit', 'server'],
  ] as const) {
    await library.look(game, '...')
    expect(library.origin).toBe(origin)
  }
  library.chosen = 'page'
  for (const [game, origin] of [
    ['chess', 'mine'],
    ['hermit', 'page'],
  ] as const) {
    await library.look(game, '...')
    expect(library.origin).toBe(origin)
  }
})

it('asks for the games of a player once for each seat', async () => {
  const addresses = serve(() => new Response(own))
  const library = new Library()
  await library.look('hermit', '...')
  library.chosen = 'player'
  await library.look('hermit', '...')
  expect(library.choices).toBeUndefined()
  library.player = 'ann/'
  for (const seat of [undefined, 1, undefined, 1]) {
    library.seat = seat
    await library.look('hermit', '...')
    expect(library.choices).toMatchObject({ games: 1 })
  }
  expect(addresses.filter((address) => address.includes('/player/'))).toEqual([
    '/api/v1/player/ann%2F/explorer?game=hermit',
    '/api/v1/player/ann%2F/explorer?game=hermit&seat=2',
  ])
})

/** The same file, as if it had three bands of ratings. */
function inBands(): Buffer<ArrayBuffer> {
  const [head, rest] = [Buffer.from(own.subarray(0, 36)), own.subarray(36)]
  const length = head.readUInt32BE(16)
  const about = JSON.parse(rest.toString('utf8', 0, length)) as object
  const text = Buffer.from(JSON.stringify({ ...about, bands: [1400, 1600] }))
  head.writeUInt32BE(text.length, 16)
  return Buffer.concat([head, text, rest.subarray(length)])
}

it('asks for a band in the file of the server alone', async () => {
  serve(() => new Response(inBands()))
  const library = new Library()
  await library.look('hermit', '...')
  library.band = 3
  for (const origin of ['server', 'page'] as const) {
    library.chosen = origin
    await library.look('hermit', '...')
  }
  const bands = questions.flatMap(([method, { band }]) => (method === 'locate' ? [band] : []))
  expect(bands.slice(1)).toEqual([3, 0])
})

it('counts all games where there is no such band or seat', async () => {
  const addresses = serve(() => new Response(own))
  let seats = 4
  const library = new Library(() => seats)
  library.band = 3
  await library.look('hermit', '...')
  expect(questions.map(([, { band }]) => band)).toEqual([0, 0]) // the file has no bands
  library.chosen = 'player'
  library.player = 'ann'
  library.seat = 3
  await library.look('hermit', '...')
  seats = 2
  expect(library.seat).toBeUndefined()
  await library.look('hermit', '...')
  expect(addresses.filter((address) => address.includes('/player/'))).toEqual([
    '/api/v1/player/ann/explorer?game=hermit&seat=4',
    '/api/v1/player/ann/explorer?game=hermit',
  ])
})

it('says that nobody has a name, and asks again for another', async () => {
  const problem = { status: 404, reason: 'unknown-player', detail: 'player "eve": nobody' }
  const headers = { 'Content-Type': 'application/problem+json' }
  serve(() => new Response(JSON.stringify(problem), { status: 404, headers }))
  const library = new Library()
  library.chosen = 'player'
  library.player = 'eve'
  await library.look('hermit', '...')
  expect(library.error).toBe('There’s no player with this name.')
  serve(() => new Response(own))
  await library.look('hermit', '...')
  expect(library.error).toBeUndefined()
  expect(library.choices).toMatchObject({ games: 1 })
})
