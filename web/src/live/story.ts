// What a game's log implies without knowing the rules: turns that count, clocks, offers, who is out,
// and how it ended. A story is a value: tell returns the next one. Seats count from 0.

import { seatOf } from '../engine/seats'
import type { GameEvent, OfferKind, Setup } from '../generated/live'
import { firstTurn, parseControl, type Control } from './control'

/** A change of the position: a turn, or the elimination of a seat. */
export interface Action {
  seat: number
  /** Missing for an elimination. */
  turn?: string
  /** The clocks after it. */
  clocks: readonly number[]
}

/** Why a seat is out. */
export type Exit = 'resigned' | 'left' | 'flagged'

export interface Offer {
  kind: OfferKind
  seat: number
  agreed: readonly number[]
}

export interface Outcome {
  winners: readonly number[]
  reason: string
}

export interface Story {
  /** The number of the last event, 0 before there is one. */
  number: number
  setup: Setup
  control: Control
  actions: readonly Action[]
  /** What each seat had left when the current turn began; empty without clocks. */
  clocks: readonly number[]
  /** When the running clock started, by the server's time. */
  begun: number
  /** When the current turn started: a first turn has its own limit. */
  since: number
  offers: readonly Offer[]
  /** Offers declined since the last turn. */
  declined: readonly Omit<Offer, 'agreed'>[]
  out: ReadonlyMap<number, Exit>
  outcome?: Outcome
  /** The user's conditional moves. */
  plan: readonly (readonly string[])[]
}

const noSetup: Setup = { game: '', variant: '', clock: 'none', rated: false, players: [] }

export const beginning: Story = {
  number: 0,
  setup: noSetup,
  control: parseControl('none'),
  actions: [],
  clocks: [],
  begun: 0,
  since: 0,
  offers: [],
  declined: [],
  out: new Map(),
  plan: [],
}

/** The story with one more event; unchanged if it already has that event. */
export function tell(story: Story, event: GameEvent): Story {
  return event.number === story.number + 1
    ? { ...story, ...happen(story, event), number: event.number }
    : story
}

function happen(story: Story, event: GameEvent): Partial<Story> {
  const seat = seatOf(event.seat)
  const clocks = event.clocks ?? story.clocks
  const kind = event.offer ?? 'takeback'
  const begins = { begun: event.at, since: event.at }
  switch (event.event) {
    case 'created': {
      const setup = event.setup ?? noSetup
      const control = parseControl(setup.clock)
      const start = control.start + control.days * 86_400_000
      const { giver, time = 1 } = setup.handicap ?? {}
      const clocks = setup.players.map((_, i) => (i + 1 === giver ? start / time : start))
      return { setup, control, clocks: start > 0 ? clocks : [], ...begins }
    }
    case 'turn': {
      const action = { seat, turn: event.turn ?? '', clocks }
      const plan = story.plan.flatMap((line) => (line[0] === event.turn ? [line.slice(1)] : []))
      const rest = plan.filter((line) => line.length > 0)
      return { actions: [...story.actions, action], clocks, plan: rest, ...begins, ...lapsed }
    }
    case 'resigned':
    case 'left':
    case 'flagged': {
      const out = new Map(story.out).set(seat, event.event)
      return {
        out,
        actions: [...story.actions, { seat, clocks }],
        clocks,
        plan: [],
        ...begins,
        ...lapsed,
      }
    }
    case 'clock':
      return { clocks, begun: event.at, since: story.since + (event.given ?? 0) }
    case 'takeback':
      return { ...takenBack(story, event.ply ?? 0), clocks, plan: [], ...begins, ...lapsed }
    case 'plan':
      return { plan: event.plan ?? [] }
    case 'offer':
      return { offers: [...story.offers, { kind, seat, agreed: [] }] }
    case 'accepted':
      return {
        offers: story.offers.map((o) =>
          o.kind === kind ? { ...o, agreed: [...o.agreed, seat] } : o,
        ),
      }
    case 'declined': {
      const offer = story.offers.find((o) => o.kind === kind)
      return {
        offers: story.offers.filter((o) => o !== offer),
        declined:
          offer && offer.seat !== seat
            ? [...story.declined, { kind, seat: offer.seat }]
            : story.declined,
      }
    }
    case 'ended': {
      const winners = (event.winners ?? []).map(seatOf)
      return { outcome: { winners, reason: event.reason ?? '' }, plan: [], ...lapsed }
    }
  }
}

const lapsed = { offers: [], declined: [] }

function takenBack({ actions }: Story, ply: number): Partial<Story> {
  let turns = 0
  const kept = actions.filter(({ turn }) => turn === undefined || ++turns <= ply)
  return { actions: kept }
}

/** The number of turns that count. */
export const plyOf = (story: Story) => story.actions.filter((a) => a.turn !== undefined).length

/** Whether a seat has had a turn that counts. */
export const hasMoved = (story: Story, seat: number) =>
  story.actions.some((a) => a.seat === seat && a.turn !== undefined)

/** Whether the game has barely begun, so that any player can abort it. */
export const isAbortable = (story: Story) => plyOf(story) < story.setup.players.length

/** What a seat has left at a moment, counting the running turn; undefined without clocks. */
export function leftOf(story: Story, seat: number, turn: number, now: number): number | undefined {
  const left = story.clocks[seat]
  const runs = seat === turn && !story.outcome && hasMoved(story, seat)
  return left === undefined || !runs ? left : Math.max(0, left - Math.max(0, now - story.begun))
}

/** The time left for a seat's first turn, if it is about to make it; undefined for no limit. */
export function firstLeft(story: Story, turn: number, now: number): number | undefined {
  const limit = firstTurn(story.control)
  return limit === 0 || story.outcome || hasMoved(story, turn)
    ? undefined
    : Math.max(0, story.since + limit - now)
}
