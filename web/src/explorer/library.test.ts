// @vitest-environment node
import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { Library } from './library.svelte'

const { engine } = vi.hoisted(() => ({ engine: { ask: () => Promise.resolve({ key: '0' }) } }))
vi.mock('../engine/engine', () => ({ engine: () => engine, messageOf: String }))

afterEach(() => vi.unstubAllGlobals())

it('has the openings of the page when the file of the server is out of reach', async () => {
  const own = readFileSync(`${process.cwd()}/src/explorer/hermit.explorer`)
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.endsWith('/explorer/files')
        ? Response.json([{ game: 'hermit', games: 7 }])
        : address.startsWith('/api/')
          ? new Response('', { status: 503 })
          : new Response(own),
    ),
  )
  const library = new Library()
  await library.look('hermit', '...')
  expect(library.error).toBeUndefined()
  expect(library.origins.map(({ origin }) => origin)).toEqual(['page'])
  await library.look('chess', '...')
  expect(library.origins).toEqual([])
})
