// The pictures match what the engine says about their positions. UPDATE=1 writes them; then run prettier.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startInProcess } from '../engine/inprocess'
import type { View } from '../generated/protocol'
import { gameNames, lookOf } from '.'

const file = new URL('../generated/pictures.json', import.meta.url)

it('has the pictures of all games', async () => {
  const engine = await startInProcess()
  const views: Record<string, View> = {}
  for (const game of gameNames) {
    views[game] = await engine.ask('view', { game, position: lookOf(game).picture })
  }
  if (process.env.UPDATE) {
    writeFileSync(file, JSON.stringify(views))
  }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(views)
})
