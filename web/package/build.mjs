// Builds the npm package and packs it: node build.mjs [FOLDER]. The version is VERSION, or else the
// last tag. Prints the tarball's name.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const web = join(here, '..')
const folder = resolve(process.argv[2] ?? join(web, '../dist/npm'))
const built = join(folder, 'package')

const run = (program, args, more = {}) =>
  execFileSync(program, args, {
    cwd: web,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...more,
  })

/** The version from the last tag; without one, a version that precedes all others. */
function version() {
  const tag = () => run('git', ['describe', '--tags', '--match', 'v*'])
  try {
    return (process.env.VERSION || tag())
      .trim()
      .replace(/^v/, '')
      .replace(/-(\d+)-g/, '-dev.$1.')
  } catch {
    return '0.0.0-dev'
  }
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(built, { recursive: true })
run('npx', ['vite', 'build', '--config', 'package/vite.config.ts'], {
  env: { ...process.env, PACKAGE: built },
})
run('npx', ['tsc', '-p', 'package/tsconfig.build.json', '--outDir', join(built, 'types')])

// Only the two parts and the messages are public; Node and TypeScript need full file names in
// imports. The page's fonts don't apply inside a board.
for (const name of readdirSync(join(built, 'types/src'))) {
  if (!['engine', 'generated'].includes(name)) {
    rmSync(join(built, 'types/src', name), { recursive: true })
  }
}
for (const name of readdirSync(built).filter((name) => name.endsWith('.woff2'))) {
  rmSync(join(built, name))
}
for (const name of readdirSync(join(built, 'types'), { recursive: true })) {
  if (name.endsWith('.d.ts')) {
    const file = join(built, 'types', name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/(from '\.[^']*?)(\.ts)?'/g, "$1.js'"))
  }
}
cpSync(join(web, 'wasm/wasm_exec.js'), join(built, 'wasm_exec.js'))
cpSync(join(web, '../LICENSE'), join(built, 'LICENSE'))
for (const name of ['node.js', 'node-worker.js', 'README.md', 'example']) {
  cpSync(join(here, name), join(built, name), { recursive: true })
}
const types = './types/package/engine.d.ts'
writeFileSync(
  join(built, 'package.json'),
  JSON.stringify(
    {
      name: 'thera-board',
      version: version(),
      description:
        'Boards for Amazons, Santorini, and Hermit, with rules and engine as WebAssembly',
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20' },
      exports: {
        '.': { types, node: './node.js', default: './engine.js' },
        './board': { types: './types/package/board.d.ts', default: './board.js' },
        './first.wasm': './first.wasm',
        './network.bin': './network.bin',
        './thera.wasm': './thera.wasm',
      },
      sideEffects: ['./board.js'],
    },
    null,
    2,
  ),
)
const packed = run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built })
console.log(join(folder, JSON.parse(packed)[0].filename))
