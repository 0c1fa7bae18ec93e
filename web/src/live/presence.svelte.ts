// Which players are connected, and since when the others have been gone.

export class Presence {
  #here: readonly number[] = $state.raw([])
  #gone: ReadonlyMap<number, number> = $state.raw(new Map())

  /** Takes the seats connected at a moment, out of that many. */
  set(here: readonly number[], seats: number, now: number) {
    this.#here = here
    const before = this.#gone
    const away = Array.from({ length: seats }, (_, seat) => seat).filter((s) => !here.includes(s))
    this.#gone = new Map(away.map((seat) => [seat, before.get(seat) ?? now]))
  }

  has(seat: number) {
    return this.#here.includes(seat)
  }

  /** How long a seat's player has been gone, 0 if connected. */
  absence(seat: number, now: number) {
    return now - (this.#gone.get(seat) ?? now)
  }
}
