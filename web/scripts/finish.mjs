// The last build steps after Vite: the service worker with its list of files,
// compressed copies of files where worthwhile, and the size budget.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'

/** The limit for the page's initial scripts, in bytes after gzip. */
const budget = 150_000

/** The limit for the first engine program, in bytes after brotli: 5% below the million it may have. */
const firstBudget = 950_000

const dist = new URL('../dist/', import.meta.url).pathname

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

const compress = (data) =>
  promisify(brotliCompress)(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  })

// The words that each language starts with, for what asks for them early.
const early = join(dist, 'early.js')
const starts = Object.fromEntries(
  filesIn(join(dist, 'assets')).flatMap((path) => {
    const [, language] = /\/assets\/([a-z]{2})\/_words_[a-z]{2}-[^/]*\.js$/.exec(path) ?? []
    return language === undefined ? [] : [[language, '/' + relative(dist, path)]]
  }),
)
writeFileSync(
  early,
  readFileSync(early, 'utf8').replace('words = {}', `words = ${JSON.stringify(starts)}`),
)

const built = filesIn(dist).filter((path) => !/(\/\.gitkeep|\/sw\.js|\.br|\.gz)$/.test(path))

const hash = createHash('sha256')
for (const path of built) {
  hash.update(path).update(readFileSync(path))
}
const addresses = built.map((path) => '/' + relative(dist, path).replace(/^index\.html$/, ''))
const worker = readFileSync(new URL('sw.js', import.meta.url), 'utf8')
  .replace('VERSION', hash.digest('hex').slice(0, 16))
  .replace('FILES', JSON.stringify(addresses))
writeFileSync(join(dist, 'sw.js'), worker)

/** The page's initial scripts: that of index.html and all its static imports. */
function beginning() {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => join(dist, src))
  const found = new Set(first)
  for (const path of found) {
    const text = readFileSync(path, 'utf8')
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g)) {
      found.add(join(path, '..', name))
    }
  }
  return found
}

const atStart = beginning()
let scripts = 0
let all = 0
let first = 0
console.log('file'.padEnd(44), 'bytes'.padStart(9), 'brotli'.padStart(9), 'gzip'.padStart(9))
const compressed = [...built, join(dist, 'sw.js')]
  .filter((path) => /\.(html|js|css|svg|wasm|bin|json|webmanifest|explorer)$/.test(path))
  .map((path) => ({ path, data: readFileSync(path) }))
  .map(({ path, data }) => ({ path, data, brotli: compress(data) })) // all at once
for (const { path, data, brotli: coming } of compressed) {
  const brotli = await coming
  const gzip = gzipSync(data, { level: 9 })
  writeFileSync(path + '.br', brotli)
  writeFileSync(path + '.gz', gzip)
  if (/first-[^/]*\.wasm$/.test(path)) {
    first = brotli.length
  }
  if (path.endsWith('.js')) {
    all += gzip.length
    scripts += atStart.has(path) ? gzip.length : 0
  }
  console.log(
    relative(dist, path).padEnd(44),
    ...[data, brotli, gzip].map((d) => String(d.length).padStart(9)),
  )
}
console.log(`scripts: ${scripts} bytes with gzip at the start, of ${budget}; ${all} with all pages`)
console.log(`the first program: ${first} bytes with brotli, of ${firstBudget}`)
if (scripts === 0 || scripts > budget || first === 0 || first > firstBudget) {
  process.exitCode = 1
}
