import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../engine/client'
import { startInProcess } from '../engine/inprocess'
import { powers } from '../looks/powers'
import { framesOf } from './example'

let engine: Client
beforeAll(async () => {
  engine = await startInProcess()
})

describe.each(Object.entries(powers))('%s', (name, power) => {
  it('is shown at work by turns that the rules allow, and that need it', async () => {
    const { example } = power
    if (!example) {
      throw new Error('no example')
    }
    const frames = await framesOf(engine, example)
    expect(frames[0]?.view.powers?.[0]).toBe(name)
    expect(frames[0]?.view.position).toBe(example.position)
    expect(frames.flatMap(({ last }) => last ?? [])).toEqual(example.moves)
    expect(frames.flatMap(({ entered }) => entered ?? []).length).toBeGreaterThan(1)
    const mortal = { ...example, position: example.position.replace(name, 'mortal') }
    if (name === 'athena') {
      expect(frames.at(-1)?.view.powers?.[0]).toBe('athena')
      expect(frames.find(({ last }) => last)?.view.powers?.[0]).toBe('athena^')
    } else if (name === 'pan') {
      expect(frames.at(-1)?.view.ending).toBe('drop')
    } else {
      await expect(framesOf(engine, mortal)).rejects.toThrow()
    }
  })
})
