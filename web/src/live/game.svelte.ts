// An online game as the page follows and plays it. The server's log is the truth: the page knows what
// its events say, plus the one turn that is being sent.

import { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import { seatOf } from '../engine/seats'
import { stopOf } from '../game/course.svelte'
import { Viewing } from '../game/viewing.svelte'
import type { Change, Frame, GameEvent, Refused } from '../generated/live'
import type { View } from '../generated/protocol'
import { t } from '../i18n'
import { messageOf } from '../kit/failure'
import { ask, Problem, type Full } from '../server/api'
import { Link, type Dial } from '../server/link.svelte'
import { hasNetwork } from '../server/network.svelte'
import { persist } from '../server/persist'
import { noteVersion, pageVersion } from '../server/version.svelte'
import { absence } from './control'
import { ordersOf } from './orders'
import { Positions } from './positions'
import { Premove } from './premove.svelte'
import { Presence } from './presence.svelte'
import { isPutOff, turnOrder, type Sent } from './sent'
import { beginning, firstLeft, isAbortable, leftOf, plyOf, tell, type Story } from './story'
import { toldOf, type Told } from './told'

/** After how many ms a turn is sent again that the server could not take yet. */
const putOff = 1000

export class LiveGame {
  readonly id: string
  /** Includes the turn being sent as its last position. */
  readonly viewing: Viewing
  readonly premove: Premove
  readonly presence = new Presence()
  readonly orders = ordersOf((name, fields) => {
    this.#order(name, fields)
  })
  story: Story = $state.raw(beginning)
  /** The user's seat, undefined for a spectator. */
  you: number | undefined = $state()
  watchers = $state(0)
  changes: readonly Change[] = $state.raw([])
  /** The next game between the same players. */
  rematch: string | undefined = $state()
  sent: Sent | undefined = $state.raw()
  /** The game does not exist. */
  missing = $state(false)
  /** The server could not be reached yet. */
  waiting = $state(false)
  error: string | undefined = $state()
  link: Link | undefined = $state.raw()
  /** The server's time when the clocks were last updated. */
  now = $state(Date.now())
  #engine: Client
  #positions: Positions
  #on: (told: Told) => void
  #dial: Dial | undefined
  #queue: Promise<void> = Promise.resolve() // events are handled one at a time
  #known: Story = beginning // includes the events still being handled
  #last = 0
  /** What belongs to the connection, as a player or a spectator. */
  #following: Scope
  #clocks: Scope
  /** The wait before a turn is sent again that the server could not take yet. */
  #putOff: Scope

  constructor(
    scope: Scope,
    engine: Client,
    id: string,
    on: (told: Told) => void = () => {},
    dial?: Dial,
  ) {
    this.id = id
    this.#following = new Scope(scope)
    this.#clocks = new Scope(scope)
    this.#putOff = new Scope(scope)
    this.#engine = engine.within(scope.signal)
    this.#positions = new Positions(this.#engine)
    this.#on = on
    this.#dial = dial
    this.premove = new Premove(this.#engine)
    this.viewing = new Viewing((position) => this.#positions.view(this.setup.game, position))
  }

  get course() {
    return this.viewing.course
  }
  get setup() {
    return this.story.setup
  }
  get over() {
    return this.story.outcome !== undefined
  }
  get turn() {
    return this.course.turn
  }
  /** Whether the user plays and is not out. */
  get playing() {
    return this.you !== undefined && !this.over && !this.story.out.has(this.you)
  }
  /** The premove, if it may still be played. */
  get prepared() {
    return this.playing ? this.premove.move : undefined
  }
  /** Whether a turn may be entered now. */
  get open() {
    return this.playing && this.turn === this.you && !this.sent && this.course.atEnd
  }
  /** Whether what is shown may have changed on the server. */
  get unsure() {
    return this.link?.down === true || !hasNetwork()
  }
  /** The seat whose clock runs: the user's while a turn can't be sent. */
  get timed() {
    return this.sent && (this.unsure || this.sent.isPutOff) ? (this.you ?? this.turn) : this.turn
  }

  left = (seat: number) => leftOf(this.story, seat, this.timed, this.now)
  /** The time left for a first turn, if the seat to move is about to make it. */
  get firstLeft() {
    return firstLeft(this.story, this.turn, this.now)
  }
  /** Whether the user may claim the win because a player has left. */
  canClaim = (seat: number) => {
    const enough = absence(this.story.control)
    const plays = seat !== this.you && !this.story.out.has(seat) && this.playing
    const gone = this.presence.absence(seat, this.now)
    return plays && !isAbortable(this.story) && enough > 0 && gone >= enough
  }

  /** Loads the game, retrying for as long as needed, and follows it from then on. */
  async load() {
    try {
      const path = `/game/${encodeURIComponent(this.id)}`
      const away = () => (this.waiting = true)
      const timed = async () => {
        const asked = Date.now()
        const full = await ask<Full>('GET', path)
        return { full, trip: Date.now() - asked }
      }
      const { full, trip } = await persist(this.#following, timed, away)
      await this.#begin(full, trip)
    } catch (error) {
      this.missing = error instanceof Problem && error.status === 404
      this.error = messageOf(error)
    }
    this.waiting = false
  }

  async #begin(full: Full, trip: number) {
    const taken = this.#take(full.events ?? [])
    this.#know(full)
    await this.#following.wait(taken)
    const path = () => {
      const version = pageVersion()
      return `/api/v1/game/${this.id}/socket?after=${this.#known.number}&page=${version}`
    }
    const hear = (frame: unknown) => this.hear(frame as Frame)
    this.link = new Link(this.#following, path, hear, this.#dial)
    this.link.setTime(full.now, trip)
    this.#tick()
    this.#clocks = this.#clocks.next()
    if (!this.over) {
      this.#clocks.every(100, () => this.#tick())
    }
  }

  /** Loads the game again, as what the browser is now: perhaps a spectator. */
  #reload() {
    this.#following = this.#following.next()
    this.#dropSent()
    void this.load()
  }

  #tick() {
    this.now = Date.now() + (this.link?.offset ?? 0)
  }

  #know({ you, watchers, present, changes, rematch, page }: Full) {
    this.you = you > 0 ? seatOf(you) : undefined
    this.watchers = watchers
    this.changes = changes ?? this.changes
    this.rematch = rematch || this.rematch
    this.#attend(present)
    noteVersion(page)
  }

  /** Handles a message from the server. */
  hear(frame: Frame) {
    switch (frame.event) {
      case 'state':
        this.#know(frame)
        this.link?.setTime(frame.now, this.link.lag)
        this.#send() // again, in case the answer was lost
        break
      case 'present':
        this.#attend(frame.seats)
        break
      case 'watchers':
        this.watchers = frame.count
        break
      case 'planned':
        this.#known = { ...this.#known, plan: frame.plan }
        void this.#show(this.#known)
        break
      case 'phrase':
        this.#on({ what: 'phrase', seat: seatOf(frame.seat), phrase: frame.phrase })
        break
      case 'ratings':
        this.changes = frame.changes
        break
      case 'rematch':
        this.rematch = frame.game
        this.#on({ what: 'rematch', game: frame.game })
        break
      case 'refused':
        this.#refused(frame)
        break
      case 'disconnected':
        this.#reload()
        break
      case 'ack':
      case 'pong':
        break
      default:
        void this.#take([frame])
    }
  }

  #attend(seats: readonly number[]) {
    const here = seats.map(seatOf)
    const players = this.#known.setup.players.length
    this.presence.set(here, players, Date.now() + (this.link?.offset ?? 0))
  }

  #refused({ id, reason, detail }: Refused) {
    const { sent } = this
    if (sent && id === sent.id && isPutOff(reason)) {
      this.sent = { ...sent, isPutOff: true }
      this.#putOff = this.#putOff.next() // not once more for each time that it was sent
      void this.#putOff.sleep(putOff).then(() => this.#send())
      return
    }
    if (id === sent?.id) {
      this.#dropSent()
    }
    this.error =
      reason === 'too-many' // in this game, however long one waits
        ? t().live.tooMany
        : messageOf(new Problem(422, { reason, detail }))
  }

  /** Takes back the turn that is being sent, and the premove for after it. */
  #dropSent() {
    if (this.sent) {
      this.sent = undefined
      this.premove.cancel()
      void this.#show(this.#known)
    }
  }

  /** Handles events in order. */
  #take(events: readonly GameEvent[]): Promise<void> {
    const before = this.#known
    const after = events.reduce(tell, before)
    this.#known = after
    if (after !== before) {
      return this.#show(after, () => {
        const news = before.number > 0 ? events.flatMap((e) => toldOf(e, this.you) ?? []) : []
        news.forEach(this.#on)
      })
    }
    return this.#queue
  }

  /** Shows a state of the story after those before it, and then does something else. */
  #show(story: Story, then?: () => void): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#arrive(story))
      .then(then)
      .catch((error: unknown) => {
        this.error = messageOf(error)
      })
    return this.#queue
  }

  async #arrive(story: Story) {
    const stops = await this.#positions.follow(story)
    const last = stops.at(-1)
    if (!last) {
      return
    }
    const view =
      this.viewing.live?.position === last.position
        ? this.viewing.live
        : await this.#positions.view(story.setup.game, last.position)
    if (plyOf(story) >= (this.sent?.ply ?? 0)) {
      this.sent = undefined
    }
    if (plyOf(story) !== plyOf(this.story) || story.outcome) {
      this.error = undefined
    }
    if (plyOf(story) < plyOf(this.story)) {
      this.premove.cancel() // it was meant for after the turn that was taken back
    }
    this.story = story
    if (this.over) {
      this.#clocks.end()
    }
    // With the turn being sent as the last one.
    this.viewing.put(
      this.sent ? [...stops, stopOf(this.sent.view, this.sent.turn)] : stops,
      this.sent?.view ?? view,
    )
    await this.#playPlanned(view)
  }

  /** Plays a turn, in any notation that the rules read. Rejects if it is illegal. */
  async play(move: string) {
    const { game } = this.setup
    const from = this.course.last
    const isStill = () => this.open && from === this.course.last
    if (!from || !isStill()) {
      return
    }
    const played = await this.#engine.ask('play', { game, position: from.position, move })
    if (!isStill()) {
      return
    }
    this.error = undefined
    this.sent = {
      id: String(++this.#last),
      turn: played.move,
      ply: plyOf(this.story) + 1,
      seen: this.story.number,
      view: played.view,
    }
    this.viewing.add(stopOf(played.view, played.move), played.view)
    this.#send()
    this.#on({ what: 'move' })
  }

  #send() {
    if (this.sent) {
      this.link?.send(turnOrder(this.sent, this.link.lag))
    }
  }

  async #playPlanned(view: View) {
    if (this.open && this.premove.move !== undefined) {
      const move = await this.premove.due(view)
      if (move === undefined) {
        this.error = t().live.premoveGone
      } else {
        await this.play(move)
      }
    }
  }

  #order(name: string, fields: object = {}) {
    this.error = undefined
    if (!this.link?.send({ do: name, id: String(++this.#last), ...fields })) {
      this.error = t().live.notSent
    }
  }
}
