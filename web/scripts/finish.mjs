// What remains after Vite: the list of files for the service worker, and a
// compressed twin beside each file that is worth it.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url).pathname

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

for (const path of files(dist)) {
  if (!/\.(html|js|css|svg|wasm|json|webmanifest)$/.test(path)) {
    continue
  }
  const data = readFileSync(path)
  const brotli = brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  })
  const gzip = gzipSync(data, { level: 9 })
  if (brotli.length < data.length) {
    writeFileSync(path + '.br', brotli)
    writeFileSync(path + '.gz', gzip)
  }
  console.log(relative(dist, path), data.length, brotli.length, gzip.length)
}
