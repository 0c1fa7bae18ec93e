import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: object) => void

/** What the server answers to a path. */
let answerTo: (path: string) => Response | Promise<Response>
let fetched: string[]
let kept: Map<string, Response>
let listeners: Record<string, Listener>

const files = ['/', '/assets/a.js', '/assets/b.js', '/assets/c.js', '/assets/d.js', '/assets/e.js']
const source = readFileSync(new URL('../scripts/sw.js', import.meta.url), 'utf8')
  .replace('VERSION', 'v')
  .replace('FILES', JSON.stringify(files))

beforeEach(() => {
  vi.useFakeTimers()
  fetched = []
  kept = new Map()
  listeners = {}
  answerTo = (path) => new Response(path)
  const caches = {
    open: () =>
      Promise.resolve({
        keys: () =>
          Promise.resolve([...kept.keys()].map((path) => ({ url: 'http://thera' + path }))),
        put: (path: string, answer: Response) => Promise.resolve(kept.set(path, answer)),
      }),
    match: (path: string) => Promise.resolve(kept.get(path)),
  }
  const self = {
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
    skipWaiting: () => Promise.resolve(),
  }
  const fetch = (asked: string | { url: string }) => {
    const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname
    fetched.push(path)
    return Promise.resolve(answerTo(path))
  }
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a worker is a script, not a module
  const run = new Function('self', 'caches', 'fetch', 'location', 'navigator', source) as (
    ...globals: unknown[]
  ) => void
  run(self, caches, fetch, { origin: 'http://thera' }, { languages: ['en'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const refusal = (status: number) =>
  new Response('refused', { status, headers: { 'Retry-After': '7' } })

function install() {
  let done = Promise.resolve()
  listeners['install']?.({ waitUntil: (work: Promise<void>) => (done = work) })
  return done
}

function navigate() {
  let answer: Promise<Response> | undefined
  listeners['fetch']?.({
    request: { method: 'GET', mode: 'navigate', url: 'http://thera/' },
    respondWith: (given: Promise<Response>) => (answer = given),
  })
  return answer
}

test('a few files are fetched at a time', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  answerTo = (path) => held.then(() => new Response(path))
  const installed = install()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetched).toEqual(files.slice(1, 5))
  release()
  await installed
  expect([...kept.keys()].sort()).toEqual(files)
})

test('a file that is refused for a while is fetched when the server says', async () => {
  const served = answerTo
  answerTo = (path) => (path === '/assets/a.js' ? refusal(429) : served(path))
  const installed = install()
  await vi.advanceTimersByTimeAsync(6999)
  expect(kept.size).toBe(files.length - 1)
  answerTo = served
  await vi.advanceTimersByTimeAsync(1)
  await installed
  expect(fetched.filter((path) => path === '/assets/a.js')).toHaveLength(2)
  expect(kept.size).toBe(files.length)
})

test('the next try fetches what is missing, and what another version may have sent', async () => {
  const served = answerTo
  answerTo = (path) => (path === '/assets/e.js' ? refusal(500) : served(path))
  await expect(install()).rejects.toThrow('/assets/e.js: status 500')
  answerTo = served
  fetched = []
  await install()
  expect(fetched).toEqual(['/assets/e.js', '/'])
})

for (const status of [403, 421, 429, 500]) {
  test(`the cached page is shown instead of an answer ${status}`, async () => {
    answerTo = () => refusal(status)
    expect((await navigate())?.status).toBe(status) // nothing is cached
    kept.set('/', new Response('cached'))
    expect(await (await navigate())?.text()).toBe('cached')
  })
}

test('a page and a redirection come from the server', async () => {
  kept.set('/', new Response('cached'))
  expect(await (await navigate())?.text()).toBe('/')
  const redirection = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  answerTo = () => redirection
  expect(await navigate()).toBe(redirection)
})
