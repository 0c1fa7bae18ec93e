// A game being played at this page, by people and computers in any seats.

import { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import { stopOf } from '../game/course.svelte'
import { endByLoss, endByRules, type Reason, type Result } from '../game/ending'
import { Viewing } from '../game/viewing.svelte'
import type { View } from '../generated/protocol'
import { messageOf, unreadable } from '../kit/failure'
import { Clock } from './clock.svelte'
import { games, peopleOf, type Kept, type Player } from './kept'
import { Opponent, type Advice } from './opponent'

/** Called with events of the match. */
export type MatchEvent = 'move' | 'end'

const playedOf = ({ moves, result, left }: Kept) => JSON.stringify([moves, result, left])

export class Match {
  readonly engine: Client
  readonly kept: Kept
  readonly viewing: Viewing
  readonly clock: Clock
  /** Seats of people. */
  readonly people: number[]
  /** Whether another tab plays it and this one only watches: then nothing is done or stored here. */
  elsewhere: boolean
  result: Result | undefined = $state.raw()
  thinking = $state(false)
  paused = $state(false)
  hint: Advice | undefined = $state.raw()
  /** Why not all of the stored game could be read. */
  error: string | undefined = $state()
  /** Why the computer could not think about its turn. */
  failure: string | undefined = $state()
  flipped = $state(false)
  #on: (event: MatchEvent) => void
  #opponent: Opponent
  /** What had been played when it was last stored: looking at a game does not update it. */
  #played: string
  /** The current turn. Answers for an earlier one do not arrive. */
  #turn: Scope

  /**
   * When the scope ends or the page is closed, the running clock is stored, as long as the
   * match is played here.
   */
  constructor(
    scope: Scope,
    engine: Client,
    kept: Kept,
    on: (event: MatchEvent) => void = () => {},
    elsewhere = false,
  ) {
    this.elsewhere = elsewhere
    this.engine = engine.within(scope.signal)
    this.kept = kept
    const { game } = kept
    this.viewing = new Viewing((position) => this.engine.ask('view', { game, position }))
    this.#turn = new Scope(scope)
    this.#on = on
    this.#played = playedOf(kept)
    this.result = kept.result
    this.flipped = kept.flipped
    this.people = peopleOf(kept.players)
    this.#opponent = new Opponent(this.engine, kept.id)
    this.clock = new Clock(kept.clock, kept.left ?? [], (seat) => {
      this.#lose(seat, 'time')
    })
    scope.onend(() => {
      this.clock.stop()
      this.#leave()
    })
    addEventListener('pagehide', () => this.#leave(), scope)
    addEventListener('online', () => void this.retry(), scope)
  }

  get course() {
    return this.viewing.course
  }
  get players() {
    return this.kept.players
  }
  get player(): Player | undefined {
    return this.players[this.course.turn]
  }
  get over() {
    return this.result !== undefined
  }
  /** Whether a person may enter a turn now. */
  get open() {
    return (
      !this.over &&
      !this.elsewhere &&
      this.course.atEnd &&
      this.viewing.live !== undefined &&
      this.player?.kind === 'person'
    )
  }
  /** The seat of the only person, undefined if there are several or none. */
  get you(): number | undefined {
    return this.people.length === 1 ? this.people[0] : undefined
  }

  /** Sets up the board and resumes play. */
  async load() {
    const { game, start, moves, left } = this.kept
    const { stations, error } = await this.engine.ask('replay', { game, start, moves })
    this.error = unreadable(error)
    this.course.begin(
      stations.map((s, i) => (left && i === stations.length - 1 ? { ...s, left } : s)),
    )
    await this.#arrive()
  }

  /** Makes a turn, in any notation that the rules read. Rejects if it is illegal. */
  async play(move: string) {
    const from = this.course.last
    if (!from || this.over) {
      return
    }
    const { game } = this.kept
    const engine = this.engine.within(this.#turn.signal)
    const played = await engine.ask('play', { game, position: from.position, move })
    if (!this.clock.press()) {
      return
    }
    this.course.add({ ...stopOf(played.view, played.move), left: [...this.clock.left] })
    this.#on('move')
    await this.#arrive(played.view)
  }

  /** Continues from the last position: to the end, to the computer, or to a person. */
  async #arrive(known?: View) {
    this.#interrupt()
    const { course, viewing } = this
    if (!course.last) {
      return
    }
    viewing.live = known
    const { position } = course.last
    const engine = this.engine.within(this.#turn.signal)
    const view = known ?? (await engine.ask('view', { game: this.kept.game, position }))
    viewing.live = view
    const drawn = viewing.show(course.at)
    if (!this.elsewhere) {
      this.#goOn(view)
    }
    await drawn
  }

  /** What follows a position, at once: between the two, the status would say what isn't so. */
  #goOn(view: View) {
    const { course } = this
    const end = endByRules(view)
    if (end && !this.over) {
      this.#end(end)
      return
    }
    this.#save()
    if (this.over || this.paused) {
      return
    }
    if (course.moves.length > 0) {
      this.clock.run(course.turn) // it does not run before the first move
    }
    if (this.player?.kind === 'computer') {
      void this.#think(view, this.player.level) // reports its own failures
    }
  }

  async #think(view: View, level: number) {
    this.thinking = true
    try {
      const move = await this.#opponent.move(this.#turn, view, level, this.clock)
      if (move !== undefined) {
        await this.play(move)
      }
    } catch (error) {
      this.failure = messageOf(error)
      this.thinking = false
    }
  }

  /** Lets the computer think again if it could not. */
  async retry() {
    if (this.failure !== undefined) {
      await this.#arrive(this.viewing.live)
    }
  }

  /** Ends what belongs to this turn: the clock, the computer's thinking, and hints. */
  #interrupt() {
    this.#turn = this.#turn.next()
    this.clock.stop()
    this.thinking = false
    this.failure = undefined
    this.hint = undefined
  }

  /** Whether there is a person's turn to take back. */
  get canUndo() {
    const before = this.course.stops.slice(0, -1)
    return before.some((stop) => this.#waits(stop.turn))
  }

  /** Whether undo stops at a seat: at people, or everywhere if there are none. */
  #waits = (seat: number) => this.people.length === 0 || this.players[seat]?.kind === 'person'

  /** Takes back the last turn of a person, and everything after it. */
  async undo() {
    if (this.canUndo) {
      this.#interrupt()
      this.result = undefined
      delete this.kept.result
      this.paused = this.people.length === 0
      this.course.undo(this.#waits)
      await this.#goFrom()
    }
  }

  /** Redoes turns up to the next one of a person. */
  async redo() {
    if (this.course.undone.length > 0 && !this.over) {
      this.#interrupt()
      this.course.redo(this.#waits)
      await this.#goFrom()
    }
  }

  /** Continues from a position reached before. */
  async #goFrom() {
    this.clock.set(this.course.last?.left ?? this.clock.left)
    await this.#arrive()
  }

  /** Asks the highest level for a hint. */
  async ask() {
    const { live } = this.viewing
    if (live && this.open) {
      this.hint = await this.#opponent.advise(this.#turn, live)
    }
  }

  /** Resigns for the only person at the board, or else for the seat to move. */
  resign() {
    this.#lose(this.you ?? this.course.turn, 'resignation')
  }

  /** Pauses and resumes play between computers. */
  async setPaused(paused: boolean) {
    this.paused = paused
    this.#interrupt()
    if (!paused) {
      await this.#arrive(this.viewing.live)
    }
  }

  flip() {
    this.flipped = !this.flipped
    this.#save()
  }

  #leave() {
    if (this.course.last) {
      this.#save()
    }
  }

  #lose(seat: number, reason: Reason) {
    if (!this.over) {
      const { live, shown } = this.viewing
      const view = live ?? shown ?? { seats: this.players.length }
      this.#end(endByLoss(view, seat, reason))
    }
  }

  #end(result: Result) {
    this.result = result
    this.kept.result = result
    this.#interrupt()
    this.#save()
    this.#on('end')
  }

  #save() {
    if (this.elsewhere) {
      return
    }
    const { kept } = this
    kept.moves = this.course.moves
    kept.flipped = this.flipped
    if (kept.clock) {
      kept.left = [...this.clock.left]
    }
    const played = playedOf(kept)
    if (played !== this.#played) {
      this.#played = played
      kept.updated = Date.now()
    }
    void games.keep(kept)
  }
}
