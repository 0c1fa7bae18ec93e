// The lessons are complete: their pictures match what the engine says about their boards (UPDATE=1
// writes them; then run prettier), and their texts exist in each language. A test of the catalog
// proves what they claim about their positions.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import type { View } from '../generated/protocol'
import { lessons, type StepBoard, type StepText } from './lessons'

const folder = new URL('lessons/', import.meta.url)
const all = Object.entries(lessons).flatMap(([game, list]) =>
  list.map(({ name, steps }) => ({ game, steps, file: `${game}-${name}.json` })),
)
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))

let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})

it.each(all)('has the pictures of $file', async ({ game, steps, file }) => {
  const boards = read(`boards/${file}`) as StepBoard[]
  expect(boards).toHaveLength(steps)
  const views: View[] = []
  for (const { position } of boards) {
    views.push(await engine.ask('view', { game, position }))
  }
  const pictures = `../../generated/lessons/${file}`
  if (process.env.UPDATE) {
    writeFileSync(new URL(pictures, folder), JSON.stringify(views))
  }
  expect(read(pictures)).toEqual(views)
})

it.each(readdirSync(folder).filter((name) => name !== 'boards'))(
  'has words for all steps in %s',
  (language) => {
    for (const { steps, file } of all) {
      if (language !== 'en' && !existsSync(new URL(`${language}/${file}`, folder))) {
        continue // falls back to English
      }
      const boards = read(`boards/${file}`) as StepBoard[]
      const words = read(`${language}/${file}`) as StepText[]
      expect(words, file).toHaveLength(steps)
      for (const [i, { heading, text, why }] of words.entries()) {
        const isTask = boards[i]?.goal !== undefined || boards[i]?.fact !== undefined
        expect(heading !== '' && text !== '' && (why !== undefined) === isTask, file).toBe(true)
      }
    }
  },
)
