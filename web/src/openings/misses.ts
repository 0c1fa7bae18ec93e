// The lines missed in drills, stored in the browser.

import * as v from 'valibot'
import { Stored } from '../store/stored.svelte'
import type { Misses } from './drill'

/** How many drills are remembered; those used least recently are forgotten. */
const most = 50

const schema = v.object({
  /** By drill, the one used last at the end: lines, and how often each is to be asked again. */
  drills: v.fallback(v.record(v.string(), v.record(v.string(), v.number())), () => ({})),
})

export const storedMisses = new Stored('openings', schema, {
  join: (mine, theirs) => ({ drills: { ...theirs.drills, ...mine.drills } }),
  count: ({ drills }) =>
    Object.values(drills).reduce((sum, lines) => sum + Object.keys(lines).length, 0),
})

/** What was missed in a drill. */
export const missesOf = (drill: string): Misses => storedMisses.value.drills[drill] ?? {}

export const changeMisses = (drill: string, change: (misses: Misses) => Misses) =>
  storedMisses.change(({ drills }) => {
    const others = Object.entries(drills).filter(([other]) => other !== drill)
    const now = { ...change(drills[drill] ?? {}) }
    return { drills: Object.fromEntries([...others, [drill, now] as const].slice(-most)) }
  })
