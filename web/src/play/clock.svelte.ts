// The clocks of a game: each seat has time for all its turns, plus an increment per turn.

export interface ClockRule {
  /** Milliseconds at the start and per turn. */
  start: number
  increment: number
}

/** How often a running clock is redrawn, in milliseconds. */
const tick = 100

export class Clock {
  /** Milliseconds left to each seat; none in a game without clocks. */
  left: number[] = $state([])
  #rule: ClockRule | undefined
  #fallen: (seat: number) => void
  #seat: number | undefined
  #since = 0
  #held = false
  #ticker: ReturnType<typeof setInterval> | undefined

  /** fallen is called once with a seat that has run out of time; the clocks stop then. */
  constructor(rule: ClockRule | undefined, left: number[], fallen: (seat: number) => void) {
    this.#rule = rule
    this.left = rule ? [...left] : []
    this.#fallen = fallen
  }

  /** Starts one seat's clock and stops the others. */
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

  /** Pauses the running clock within a turn, or resumes it. */
  hold(held: boolean) {
    this.#take()
    this.#held = held
  }

  /** Ends the turn of the seat whose clock runs. Returns whether it had time left. */
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

  /** Resets the clocks to their state at another position. */
  set(left: readonly number[]) {
    clearInterval(this.#ticker)
    this.#seat = undefined
    this.#held = false
    this.left = [...left]
  }

  /** The clocks in the form that the engine expects. */
  get told(): { left: number; increment: number }[] {
    return this.left.map((left) => ({
      left: Math.max(1, Math.round(left)),
      increment: this.#rule?.increment ?? 0,
    }))
  }

  /** Subtracts the elapsed time from the running clock. */
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
