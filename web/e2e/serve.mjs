// Serves web/dist for the tests as in production: the headers are those of
// docs/contributing/web.md.
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'

const dist = new URL('../dist/', import.meta.url).pathname
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
  '.explorer': 'application/octet-stream',
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

/** A connection on which all responses share a bandwidth in bytes per second and have a latency. */
function pipe({ bytes, latency }) {
  let free = Promise.resolve()
  return async (response, data) => {
    await sleep(latency)
    const size = 8192
    for (let at = 0; at < data.length; at += size) {
      const part = data.subarray(at, at + size)
      free = free.then(() => sleep((1000 * part.length) / bytes))
      await free
      response.write(part)
    }
    response.end()
  }
}

/** Starts the server, over the given connection if any; resolves to it and its address. */
export function serve(port = 0, connection = undefined) {
  const send = connection ? pipe(connection) : (response, data) => response.end(data)
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname)
    const name = path === '/' ? '/index.html' : path === '/embed' ? '/embed.html' : path
    const file = join(dist, name)
    if (!existsSync(file) || !types[extname(file)]) {
      response.writeHead(404).end('not found')
      return
    }
    const headers = {
      'Content-Type': types[extname(file)],
      'Cache-Control': name.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
      'Content-Security-Policy':
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    }
    if (existsSync(file + '.br') && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
      response.writeHead(200, { ...headers, 'Content-Encoding': 'br', Vary: 'Accept-Encoding' })
      void send(response, readFileSync(file + '.br'))
      return
    }
    response.writeHead(200, headers)
    void send(response, readFileSync(file))
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, address: `http://localhost:${server.address().port}` })
    })
  })
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { address } = await serve(Number(process.argv[2] ?? 4173))
  console.log(address)
}
