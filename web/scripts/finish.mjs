// What remains after Vite: the service worker with its list of files, a
// compressed twin beside each file that is worth it, and the budget.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What all scripts of the page may come to in bytes when compressed, without the engine. */
const budget = 150_000

const dist = new URL('../dist/', import.meta.url).pathname

function filesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

const built = filesIn(dist).filter((path) => !/(\.gitkeep|sw\.js|\.br|\.gz)$/.test(path))

const hash = createHash('sha256')
for (const path of built) {
  hash.update(path).update(readFileSync(path))
}
const addresses = built.map((path) => '/' + relative(dist, path).replace(/^index\.html$/, ''))
const worker = readFileSync(new URL('sw.js', import.meta.url), 'utf8')
  .replace('VERSION', hash.digest('hex').slice(0, 16))
  .replace('FILES', JSON.stringify(addresses))
writeFileSync(join(dist, 'sw.js'), worker)

let scripts = 0
console.log('file'.padEnd(44), 'bytes'.padStart(9), 'brotli'.padStart(9), 'gzip'.padStart(9))
for (const path of [...built, join(dist, 'sw.js')]) {
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
  writeFileSync(path + '.br', brotli)
  writeFileSync(path + '.gz', gzip)
  if (path.endsWith('.js')) {
    scripts += gzip.length
  }
  console.log(
    relative(dist, path).padEnd(44),
    ...[data, brotli, gzip].map((d) => String(d.length).padStart(9)),
  )
}
console.log(`scripts: ${scripts} bytes with gzip, of ${budget}`)
if (scripts > budget) {
  process.exitCode = 1
}
