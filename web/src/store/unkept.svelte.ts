// What the browser has failed to store: its storage is full, or there is none.

import { SvelteSet } from 'svelte/reactivity'

const unkept = new SvelteSet<string>()

/** Whether something waits to be stored, and the user has not been told of it. */
export const isUnkept = () => unkept.size > 0

/** Records whether a thing could be stored. */
export function noteKept(name: string, kept: boolean) {
  if (kept) {
    unkept.delete(name)
  } else {
    unkept.add(name)
  }
}

/** Records that the user knows. */
export const dismissUnkept = () => unkept.clear()
