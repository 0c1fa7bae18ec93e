// Whether the browser has failed to store something: its storage is full, or there is none.

let refused = $state(false)

/** True from when something could not be stored until something could again. */
export const isUnkept = () => refused

/** Records whether something could be stored. */
export const noteKept = (kept: boolean) => {
  refused = !kept
}
