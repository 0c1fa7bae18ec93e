// How an online game ended, in words for the viewer.

import { seatOf } from '../engine/seats'
import { reasons } from '../game/ending'
import type { Player, Summary } from '../generated/live'
import { bothSides, named, say, sideOf, t } from '../i18n'
import { shownName } from '../looks/opponents'
import { isAbortable, type Story } from './story'

/** How a game ended. Seats count from 0. */
interface End {
  players: readonly Player[]
  winners: readonly number[]
  reason: string
}

function sides({ players, winners }: End) {
  const named = (won: boolean) =>
    sideOf(
      players.flatMap(({ name }, seat) => (winners.includes(seat) === won ? shownName(name) : [])),
    )
  return { winner: named(true), loser: named(false) }
}

const byRules = ({ reason }: End) => reasons.find((r) => r === reason)

const words = (reason: string) =>
  named<ReturnType<typeof t>['live']['outcomes']['other']>(t().live.outcomes, reason) ??
  t().live.outcomes.other

/** The end of a game in words for somebody who did not play. */
export function seenEnd(end: End): string {
  const { live, endings } = t()
  if (end.winners.length === 0) {
    return live.aborted
  }
  const { winner, loser } = sides(end)
  const rule = byRules(end)
  return rule
    ? say(endings[rule].seen, bothSides(winner, loser))
    : words(end.players.length === 2 ? end.reason : 'other').seen(winner)
}

/** The end of a game of a list in words. */
export const endOf = ({ players, winners = [], reason = '' }: Summary) =>
  seenEnd({ players, winners: winners.map(seatOf), reason })

/** The end in words for a seat, or for a spectator. */
export function wordsOfOutcome(story: Story, you: number | undefined): string {
  const { outcome, setup, out } = story
  if (!outcome) {
    return ''
  }
  const end = { ...outcome, players: setup.players }
  if (you === undefined || outcome.reason === 'aborted') {
    return seenEnd(end)
  }
  const isWinner = outcome.winners.includes(you)
  const rule = byRules(end)
  if (rule) {
    return say(isWinner ? t().endings[rule].won : t().endings[rule].lost, sides(end).winner)
  }
  const own = out.get(you)
  const several = own && !isWinner ? (own === 'flagged' ? 'time' : own) : 'other'
  const { won, lost } = words(setup.players.length === 2 ? outcome.reason : several)
  return isWinner ? won : lost
}

/** Whether the game counts for ratings: not if it ended before each player had a turn. */
export const isRated = (story: Story) => story.setup.rated && !(story.outcome && isAbortable(story))

/** Whether house bots play it so that there is something to watch. */
export const isShowcase = (contest: string | undefined) => contest === 'house-showcase'

/** Whether it is part of a tournament with its own page, unlike the ladder. */
export const isContest = (contest: string | undefined) =>
  contest !== undefined && /^[a-z0-9]+$/.test(contest)
