// The server's clock: a device's may be hours or days off.

/** How much later it is on the server, in ms. */
let offset = $state(0)

/** Notes the time of an answer, which has a resolution of 1 s. */
export function noteTime({ headers }: Response) {
  const date = Date.parse(headers.get('Date') ?? '')
  if (!Number.isNaN(date)) {
    offset = date - Date.now()
  }
}

/** The server's time in ms; the device's until the server has answered. */
export const serverNow = () => Date.now() + offset
