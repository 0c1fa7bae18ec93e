// Builds the parts of the package that run in browsers.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { statSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { words } from '../scripts/words.ts'

/** The games' looks import their puzzles; the board needs none. */
const withoutPuzzles: Plugin = {
  name: 'without-puzzles',
  enforce: 'pre',
  load: (id) => (/\/puzzles\/.*\?raw$/.test(id) ? 'export default ""' : undefined),
}

const sizeOf = (name: string) => statSync(new URL('../wasm/' + name, import.meta.url)).size

const names = {
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  assetFileNames: '[name][extname]',
}

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [withoutPuzzles, words(), svelte({ compilerOptions: { css: 'injected' } })],
  worker: { format: 'es', rolldownOptions: { output: names } },
  define: {
    engineBytes: {
      first: sizeOf('first.wasm'),
      network: sizeOf('network.bin'),
      whole: sizeOf('thera.wasm'),
    },
  },
  build: {
    outDir: process.env.PACKAGE ?? '../dist/npm/package',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { board: 'package/board.ts', engine: 'package/engine.ts' },
      preserveEntrySignatures: 'strict',
      output: names,
    },
  },
})
