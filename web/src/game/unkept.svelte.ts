// Whether the browser has refused to keep something: its storage is full, or it has none.

let refused = $state(false)

/** True from when something could not be kept until something could again. */
export const isUnkept = () => refused

/** Notes whether something could be kept. */
export const noteKept = (kept: boolean) => {
  refused = !kept
}
