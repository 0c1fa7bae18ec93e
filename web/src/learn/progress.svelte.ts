// Which steps of lessons have been completed, stored in the browser.

import { SvelteSet } from 'svelte/reactivity'
import * as v from 'valibot'
import { addressOf, lessons } from './lessons'

const key = 'thera.lessons'

function stored(): string[] {
  try {
    return v.parse(v.array(v.string()), JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return [] // nothing stored, or nothing readable
  }
}

/** The completed steps, by idOf. */
const done = new SvelteSet<string>(stored())

const idOf = (game: string, name: string, step: number) => `${game}-${name}/${step + 1}`

export const isDone = (game: string, name: string, step: number) => done.has(idOf(game, name, step))

export function finish(game: string, name: string, step: number) {
  if (!isDone(game, name, step)) {
    done.add(idOf(game, name, step))
    try {
      localStorage.setItem(key, JSON.stringify([...done]))
    } catch {
      // Without storage, progress lasts as long as the page.
    }
  }
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
