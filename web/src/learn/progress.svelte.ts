// Which steps of lessons have been completed, stored in the browser.

import * as v from 'valibot'
import { Stored } from '../store/stored.svelte'
import { addressOf, lessons } from './lessons'

/** The completed steps, by idOf. */
export const completed = new Stored('lessons', v.fallback(v.array(v.string()), []), {
  join: (mine, theirs) => [...new Set([...mine, ...theirs])],
  count: (steps) => steps.length,
})

const idOf = (game: string, name: string, step: number) => `${game}-${name}/${step + 1}`

export const isDone = (game: string, name: string, step: number) =>
  completed.value.includes(idOf(game, name, step))

export function finish(game: string, name: string, step: number) {
  const id = idOf(game, name, step)
  completed.change((all) => (all.includes(id) ? all : [...all, id]))
}

/** How many steps of a lesson have been completed. */
export const countOf = (game: string, name: string, steps: number) =>
  Array.from({ length: steps }, (_, i) => i).filter((i) => isDone(game, name, i)).length

/** Whether any step of a game's lessons has been completed. */
export const isBegun = (game: string) =>
  (lessons[game] ?? []).some(({ name, steps }) => countOf(game, name, steps) > 0)

/** The address of a game's first step not yet completed, undefined if there is none. */
export function nextStep(game: string): string | undefined {
  for (const { name, steps } of lessons[game] ?? []) {
    for (let i = 0; i < steps; i++) {
      if (!isDone(game, name, i)) {
        return addressOf(game, name, i)
      }
    }
  }
  return undefined
}
