// A game being played at this page, by people and computers in any seats.

import type { Client, Search } from '../engine/client'
import type { GameName, Station, View } from '../engine/protocol'
import { keep, type ClockRule, type Kept, type Player, type Result } from './store'

/** How long the highest level thinks about a turn; the others are held back by nodes. */
const thinkMillis = 1500
/** The shortest time in which the computer answers: quicker is hard to follow. */
const leastMillis = 350

export interface Options {
  game: GameName
  variant: string
  /** Text of the start position. */
  start: string
  players: Player[]
  clock?: ClockRule
}

/** Returns the game with which a match begins. */
export function newKept(o: Options): Kept {
  const now = Date.now()
  const people = o.players.flatMap((p, seat) => (p.kind === 'person' ? [seat] : []))
  return {
    version: 1,
    id: crypto.randomUUID(),
    created: now,
    updated: now,
    game: o.game,
    variant: o.variant,
    start: o.start,
    moves: [],
    players: o.players,
    flipped: people.length === 1 && people[0] === 1,
    ...(o.clock ? { clock: o.clock, left: o.players.map(() => o.clock?.start ?? 0) } : {}),
  }
}

export type Event = 'move' | 'end'

export class Match {
  readonly engine: Client
  readonly kept: Kept
  stations: Station[] = $state.raw([])
  /** The last position, where the turn is made; undefined while it is being fetched. */
  live: View | undefined = $state.raw()
  /** The position that is looked at, by its number of moves. */
  at = $state(0)
  shown: View | undefined = $state.raw()
  result: Result | undefined = $state.raw()
  undone: string[] = $state.raw([])
  thinking = $state(false)
  paused = $state(false)
  hint: string | undefined = $state()
  error: string | undefined = $state()
  flipped = $state(false)
  left: number[] = $state([])
  #on: (event: Event) => void
  #search: Search | undefined
  #turn = 0 // counts turns begun, so that late answers are known as such
  #ticker: ReturnType<typeof setInterval> | undefined
  #ticked = 0

  constructor(engine: Client, kept: Kept, on: (event: Event) => void = () => {}) {
    this.engine = engine
    this.kept = kept
    this.#on = on
    this.result = kept.result
    this.flipped = kept.flipped
    this.left = kept.left ?? []
  }

  get players() {
    return this.kept.players
  }
  get turn() {
    return this.stations.at(-1)?.turn ?? 0
  }
  get player(): Player | undefined {
    return this.players[this.turn]
  }
  get over() {
    return this.result !== undefined
  }
  get atEnd() {
    return this.at === this.stations.length - 1
  }
  /** Whether a person may enter a turn now. */
  get open() {
    return !this.over && this.atEnd && this.live !== undefined && this.player?.kind === 'person'
  }
  get people(): number[] {
    return this.players.flatMap((p, seat) => (p.kind === 'person' ? [seat] : []))
  }
  get moves(): string[] {
    return this.stations.flatMap((s) => s.move ?? [])
  }

  /** Sets up the board and lets play go on from where it was. */
  async load() {
    const { game, start, moves } = this.kept
    const replayed = await this.engine.ask('replay', { game, start, moves })
    this.stations = replayed.stations
    this.error = replayed.error
    this.at = this.stations.length - 1
    await this.#arrive()
  }

  /** Makes a turn, given in any text that the rules read. Rejects if it is not legal. */
  async play(move: string) {
    const from = this.stations.at(-1)
    if (!from || this.over) {
      return
    }
    const turn = this.#turn
    const { game } = this.kept
    const played = await this.engine.ask('play', { game, position: from.position, move })
    if (turn !== this.#turn) {
      return
    }
    if (this.undone.at(-1) === played.move) {
      this.undone = this.undone.slice(0, -1)
    } else {
      this.undone = []
    }
    this.#spend(from.turn, true)
    const { view } = played
    this.stations = [
      ...this.stations,
      { move: played.move, position: view.position, turn: view.turn, winners: view.winners },
    ]
    this.live = view
    this.at = this.stations.length - 1
    this.shown = view
    this.#on('move')
    await this.#arrive(view)
  }

  /** Goes on from the last position: to the end, to the computer, or to a person. */
  async #arrive(known?: View) {
    const turn = ++this.#turn
    this.hint = undefined
    const last = this.stations.at(-1)
    if (!last) {
      return
    }
    const { game } = this.kept
    const view = known ?? (await this.engine.ask('view', { game, position: last.position }))
    if (turn !== this.#turn) {
      return
    }
    this.live = view
    await this.show(this.at)
    if (view.winners.length > 0 && !this.result) {
      this.#end({ winners: view.winners, reason: view.ending ?? 'stuck' })
      return
    }
    this.#save()
    this.#startClock()
    if (!this.over && !this.paused && this.player?.kind === 'computer') {
      await this.#think(view, turn)
    }
  }

  async #think(view: View, turn: number) {
    this.thinking = true
    const began = Date.now()
    const level = this.player?.level ?? 8
    const left = this.left[view.turn]
    this.#search = this.engine.search({
      game: view.game,
      position: view.position,
      level,
      millis: left === undefined ? thinkMillis : Math.min(thinkMillis, Math.max(20, left / 25)),
      seed: seedOf(this.kept.id),
    })
    try {
      const { move } = await this.#search.result
      await pause(leastMillis - (Date.now() - began))
      if (turn === this.#turn && move !== undefined) {
        this.thinking = false
        await this.play(move)
      }
    } catch (error) {
      if (turn === this.#turn) {
        this.error = String(error instanceof Error ? error.message : error)
      }
    } finally {
      if (turn === this.#turn) {
        this.thinking = false
      }
    }
  }

  /** Ends what the computer is thinking about; its answer will not count. */
  #interrupt() {
    this.#turn++
    this.#search?.stop()
    this.#search = undefined
    this.thinking = false
  }

  /** Looks at the position after so many moves. */
  async show(at: number) {
    this.at = Math.max(0, Math.min(at, this.stations.length - 1))
    if (this.atEnd && this.live) {
      this.shown = this.live
      return
    }
    const station = this.stations[this.at]
    if (station) {
      const wanted = this.at
      const view = await this.engine.ask('view', {
        game: this.kept.game,
        position: station.position,
      })
      if (wanted === this.at) {
        this.shown = view
      }
    }
  }

  /** Whether there is a turn of a person to take back. */
  get canUndo() {
    const persons = this.stations.slice(0, -1).some((s) => this.players[s.turn]?.kind === 'person')
    return persons || (this.people.length === 0 && this.stations.length > 1)
  }

  /** Takes back the last turn of a person, and all after it. */
  async undo() {
    if (!this.canUndo) {
      return
    }
    this.#interrupt()
    this.result = undefined
    delete this.kept.result
    const undone = [...this.undone]
    let stations = this.stations
    do {
      undone.push(stations.at(-1)?.move ?? '')
      stations = stations.slice(0, -1)
    } while (
      this.people.length > 0 &&
      this.players[stations.at(-1)?.turn ?? 0]?.kind === 'computer'
    )
    this.paused = this.people.length === 0
    this.undone = undone
    this.stations = stations
    this.live = undefined
    this.at = stations.length - 1
    await this.#arrive()
  }

  /** Plays again what was taken back, up to the next turn of a person. */
  async redo() {
    const move = this.undone.at(-1)
    if (move === undefined || this.over) {
      return
    }
    this.#interrupt()
    const rest = [...this.undone]
    const moves = this.moves
    do {
      moves.push(rest.pop() ?? '')
      const { stations } = await this.engine.ask('replay', {
        game: this.kept.game,
        start: this.kept.start,
        moves,
      })
      this.stations = stations
    } while (rest.length > 0 && this.player?.kind === 'computer' && this.people.length > 0)
    this.undone = rest
    this.live = undefined
    this.at = this.stations.length - 1
    await this.#arrive()
  }

  /** Asks the highest level what to play. */
  async ask() {
    const view = this.live
    if (!view || this.over) {
      return
    }
    const turn = this.#turn
    const search = this.engine.search({ game: view.game, position: view.position, millis: 1000 })
    const { move } = await search.result
    if (turn === this.#turn) {
      this.hint = move
    }
  }

  /** Gives up for the only person at the board, or else for the seat to move. */
  resign() {
    const seat = this.people.length === 1 ? (this.people[0] ?? 0) : this.turn
    const winners = this.players.flatMap((_, i) => (i === seat ? [] : [i]))
    this.#interrupt()
    this.#end({ winners, reason: 'resignation' })
  }

  /** Halts and continues play where computers play each other. */
  async setPaused(paused: boolean) {
    this.paused = paused
    this.#interrupt()
    if (!paused) {
      await this.#arrive()
    }
  }

  flip() {
    this.flipped = !this.flipped
    this.#save()
  }

  /** Ends all that goes on; the game stays as it is kept. */
  close() {
    this.#interrupt()
    clearInterval(this.#ticker)
    if (this.stations.length > 0) {
      this.#save()
    }
  }

  #end(result: Result) {
    this.#spend(this.turn, false)
    clearInterval(this.#ticker)
    this.result = result
    this.kept.result = result
    this.#save()
    this.#on('end')
  }

  #save() {
    Object.assign(this.kept, {
      moves: this.moves,
      flipped: this.flipped,
      updated: Date.now(),
      ...(this.kept.clock ? { left: [...this.left] } : {}),
    })
    void keep(this.kept)
  }

  /** Runs the clock of the seat to move. It stands still before the first move. */
  #startClock() {
    clearInterval(this.#ticker)
    this.#ticked = Date.now()
    if (this.kept.clock && !this.over && !this.paused && this.stations.length > 1) {
      this.#ticker = setInterval(() => this.#spend(this.turn, false), 100)
    }
  }

  /** Takes the time that has passed off a seat's clock, and adds the increment. */
  #spend(seat: number, moved: boolean) {
    const { clock } = this.kept
    if (!clock || this.over || this.stations.length < 2) {
      return
    }
    const now = Date.now()
    const left = (this.left[seat] ?? 0) - (now - this.#ticked)
    this.#ticked = now
    this.left[seat] = Math.max(0, left) + (moved ? clock.increment : 0)
    if (left <= 0 && !moved) {
      this.#interrupt()
      this.#end({
        winners: this.players.flatMap((_, i) => (i === seat ? [] : [i])),
        reason: 'time',
      })
    }
  }
}

/** A number for varied play that is the same for all turns of a game. */
function seedOf(id: string): number {
  let seed = 1
  for (const c of id) {
    seed = (seed * 31 + c.charCodeAt(0)) % 2 ** 31
  }
  return seed || 1
}

const pause = (millis: number) =>
  millis > 0 ? new Promise<void>((resolve) => setTimeout(resolve, millis)) : Promise.resolve()
