// A game being played at this page, by people and computers in any seats.

import type { Client } from '../engine/client'
import { messageOf } from '../engine/engine'
import type { View } from '../engine/protocol'
import { Clock } from './clock.svelte'
import { Course } from './course.svelte'
import { endByLoss, endByRules, type Reason, type Result } from './ending'
import { Opponent } from './opponent'
import { games, peopleOf, type Kept, type Player } from './kept'

/** What is told of a match while it goes on. */
export type MatchEvent = 'move' | 'end'

export class Match {
  readonly engine: Client
  readonly kept: Kept
  readonly course = new Course()
  readonly clock: Clock
  /** Seats of people. */
  readonly people: number[]
  /** Whether another tab plays it and this one looks on: then nothing is done or kept here. */
  elsewhere: boolean
  /** The last position, where the turn is made; undefined while it is being fetched. */
  live: View | undefined = $state.raw()
  /** The position that is looked at. */
  shown: View | undefined = $state.raw()
  result: Result | undefined = $state.raw()
  thinking = $state(false)
  paused = $state(false)
  hint: string | undefined = $state()
  error: string | undefined = $state()
  flipped = $state(false)
  #on: (event: MatchEvent) => void
  #opponent: Opponent
  #turn = 0 // counts turns begun, so that late answers are known as such

  constructor(
    engine: Client,
    kept: Kept,
    on: (event: MatchEvent) => void = () => {},
    elsewhere = false,
  ) {
    this.elsewhere = elsewhere
    this.engine = engine
    this.kept = kept
    this.#on = on
    this.result = kept.result
    this.flipped = kept.flipped
    this.people = peopleOf(kept.players)
    this.#opponent = new Opponent(engine, kept.id)
    this.clock = new Clock(kept.clock, kept.left ?? [], (seat) => {
      this.#lose(seat, 'time')
    })
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
      this.live !== undefined &&
      this.player?.kind === 'person'
    )
  }
  /** The seat of the only person, undefined where there are more or none. */
  get you(): number | undefined {
    return this.people.length === 1 ? this.people[0] : undefined
  }

  /** Sets up the board and lets play go on from where it was. */
  async load() {
    const { game, start, moves, left } = this.kept
    const { stations, error } = await this.engine.ask('replay', { game, start, moves })
    this.error = error
    this.course.begin(
      stations.map((s, i) => (left && i === stations.length - 1 ? { ...s, left } : s)),
    )
    await this.#arrive()
  }

  /** Makes a turn, given in any text that the rules read. Rejects if it is not legal. */
  async play(move: string) {
    const from = this.course.last
    if (!from || this.over) {
      return
    }
    const turn = this.#turn
    const { game } = this.kept
    const played = await this.engine.ask('play', { game, position: from.position, move })
    if (turn !== this.#turn || !this.clock.press()) {
      return
    }
    const { view } = played
    const { position, winners } = view
    this.course.add({
      move: played.move,
      position,
      turn: view.turn,
      winners,
      left: [...this.clock.left],
    })
    this.#on('move')
    await this.#arrive(view)
  }

  /** Goes on from the last position: to the end, to the computer, or to a person. */
  async #arrive(known?: View) {
    this.#interrupt()
    const turn = this.#turn
    const { course } = this
    if (!course.last) {
      return
    }
    this.live = known
    const view = known ?? (await this.#look(course.last.position))
    if (turn !== this.#turn) {
      return
    }
    this.live = view
    await this.show(course.at)
    const end = endByRules(view)
    if (this.elsewhere) {
      return
    }
    if (end && !this.over) {
      this.#end(end)
      return
    }
    this.#save()
    if (this.over || this.paused) {
      return
    }
    if (course.moves.length > 0) {
      this.clock.run(course.turn) // it stands still before the first move
    }
    if (this.player?.kind === 'computer') {
      void this.#think(view, this.player.level) // whose failures it tells itself
    }
  }

  async #think(view: View, level: number) {
    const turn = this.#turn
    this.thinking = true
    try {
      const move = await this.#opponent.move(view, level, this.clock)
      if (turn === this.#turn && move !== undefined) {
        await this.play(move)
      }
    } catch (error) {
      if (turn === this.#turn) {
        this.error = messageOf(error)
        this.thinking = false
      }
    }
  }

  /** Ends what goes on in this turn: the clock, the computer's thoughts, and advice. */
  #interrupt() {
    this.#turn++
    this.#opponent.stop()
    this.clock.stop()
    this.thinking = false
    this.hint = undefined
  }

  #look(position: string): Promise<View> {
    return this.engine.ask('view', { game: this.kept.game, position })
  }

  /** Looks at the position after so many moves. */
  async show(at: number) {
    const { course } = this
    course.at = Math.max(0, Math.min(at, course.stops.length - 1))
    const wanted = course.stops[course.at]
    if (course.atEnd && this.live) {
      this.shown = this.live
    } else if (wanted) {
      const view = await this.#look(wanted.position)
      if (wanted === course.stops[course.at]) {
        this.shown = view
      }
    }
  }

  /** Whether there is a turn of a person to take back. */
  get canUndo() {
    const before = this.course.stops.slice(0, -1)
    return before.some((stop) => this.#waits(stop.turn))
  }

  /** Whether play stops at a seat when moves are taken back: at people, or at all without people. */
  #waits = (seat: number) => this.people.length === 0 || this.players[seat]?.kind === 'person'

  /** Takes back the last turn of a person, and all after it. */
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

  /** Plays again what was taken back, up to the next turn of a person. */
  async redo() {
    if (this.course.undone.length > 0 && !this.over) {
      this.#interrupt()
      this.course.redo(this.#waits)
      await this.#goFrom()
    }
  }

  /** Goes on from a position that has been reached before. */
  async #goFrom() {
    this.clock.set(this.course.last?.left ?? this.clock.left)
    await this.#arrive()
  }

  /** Asks the highest level what to play. */
  async ask() {
    const turn = this.#turn
    if (this.live && this.open) {
      const advice = await this.#opponent.advise(this.live)
      if (turn === this.#turn) {
        this.hint = advice
      }
    }
  }

  /** Gives up for the only person at the board, or else for the seat to move. */
  resign() {
    this.#lose(this.you ?? this.course.turn, 'resignation')
  }

  /** Halts and continues play where computers play each other. */
  async setPaused(paused: boolean) {
    this.paused = paused
    this.#interrupt()
    if (!paused) {
      await this.#arrive(this.live)
    }
  }

  flip() {
    this.flipped = !this.flipped
    this.#save()
  }

  /** Ends all that goes on; the game stays as it is kept. */
  close() {
    this.#interrupt()
    if (this.course.last) {
      this.#save()
    }
  }

  #lose(seat: number, reason: Reason) {
    if (!this.over) {
      this.#end(endByLoss(this.players.length, seat, reason))
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
    kept.updated = Date.now()
    if (kept.clock) {
      kept.left = [...this.clock.left]
    }
    void games.keep(kept)
  }
}
