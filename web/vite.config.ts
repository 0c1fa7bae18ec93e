import { svelte } from '@sveltejs/vite-plugin-svelte'
import { existsSync, statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { chunkFileNames, chunks } from './scripts/chunks.ts'
import { words } from './scripts/words.ts'

const sizeOf = (name: string) => {
  const file = new URL('wasm/' + name, import.meta.url)
  return existsSync(file) ? statSync(file).size : 0
}

export default defineConfig({
  plugins: [words(), svelte()],
  // Tests run Svelte's build for browsers, or effects would not run.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  worker: { format: 'es' },
  define: {
    // How much of it has come can't be told by what the server says, who compresses it.
    engineBytes: {
      first: sizeOf('first.wasm'),
      network: sizeOf('network.bin'),
      whole: sizeOf('thera.wasm'),
    },
  },
  build: {
    target: 'es2022',
    // No data: addresses and no inline script: the page's content security
    // policy allows neither.
    assetsInlineLimit: 0,
    // The page, and the board that other sites have in a frame.
    rolldownOptions: {
      input: ['index.html', 'embed.html'],
      output: { codeSplitting: { groups: chunks }, chunkFileNames },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  test: {
    // Those that need a page's document say so; to make one takes longer than most tests.
    environment: 'node',
    include: ['src/**/*.test.ts'],
    setupFiles: ['scripts/setup.ts'],
    // What has to come does, on a machine however busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
