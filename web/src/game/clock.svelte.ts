// The clocks of a game: each seat has time for all its turns, and some more with each turn.

export interface ClockRule {
  /** Milliseconds at the start and for each turn. */
  start: number
  increment: number
}

/** How often a clock that runs is shown anew, in milliseconds. */
const tick = 100

export class Clock {
  /** Milliseconds left to each seat, none in a game without a clock. */
  left: number[] = $state([])
  #rule: ClockRule | undefined
  #fallen: (seat: number) => void
  #seat: number | undefined
  #since = 0
  #held = false
  #ticker: ReturnType<typeof setInterval> | undefined

  /** fallen is told once of a seat that has no time left; the clocks stand still then. */
  constructor(rule: ClockRule | undefined, left: number[], fallen: (seat: number) => void) {
    this.#rule = rule
    this.left = rule ? [...left] : []
    this.#fallen = fallen
  }

  /** Lets the clock of one seat run, and the others stand still. */
  run(seat: number) {
    this.stop()
    if (this.#rule) {
      this.#seat = seat
      this.#since = Date.now()
      this.#ticker = setInterval(() => {
        this.#take()
      }, tick)
    }
  }

  stop() {
    this.#take()
    clearInterval(this.#ticker)
    this.#seat = undefined
    this.#held = false
  }

  /** Has the clock that runs stand still for a while in a turn, or run on. */
  hold(held: boolean) {
    this.#take()
    this.#held = held
  }

  /** Ends the turn of the seat whose clock runs. Says whether it had time left. */
  press(): boolean {
    const seat = this.#seat
    if (seat === undefined || !this.#rule) {
      return true
    }
    this.#take()
    if (this.#seat === undefined) {
      return false
    }
    this.left[seat] = (this.left[seat] ?? 0) + this.#rule.increment
    this.stop()
    return true
  }

  /** Puts the clocks to what they were at another position. */
  set(left: readonly number[]) {
    clearInterval(this.#ticker)
    this.#seat = undefined
    this.#held = false
    this.left = [...left]
  }

  /** The clocks as the engine is told of them. */
  get told(): { left: number; increment: number }[] {
    return this.left.map((left) => ({
      left: Math.max(1, Math.round(left)),
      increment: this.#rule?.increment ?? 0,
    }))
  }

  /** Takes the time that has passed off the clock that runs. */
  #take() {
    const seat = this.#seat
    if (seat === undefined) {
      return
    }
    const now = Date.now()
    const passed = this.#held ? 0 : now - this.#since
    const left = Math.max(0, (this.left[seat] ?? 0) - passed)
    this.left[seat] = left
    this.#since = now
    if (left === 0) {
      clearInterval(this.#ticker)
      this.#seat = undefined
      this.#fallen(seat)
    }
  }
}
