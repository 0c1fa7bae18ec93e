// How an online game ended, in words for the viewer.

import { reasons } from '../game/ending'
import { bothSides, named, say, sideOf, t } from '../i18n'
import type { Story } from './story'

/** The end in words for a seat, or for a spectator. */
export function wordsOfOutcome(story: Story, you: number | undefined): string {
  const { outcome, setup, out } = story
  if (!outcome) {
    return ''
  }
  const { reason, winners } = outcome
  const { live, endings } = t()
  if (reason === 'aborted') {
    return live.aborted
  }
  const nameOf = (seat: number) => setup.players[seat]?.name ?? String(seat + 1)
  const winner = sideOf(winners.map(nameOf))
  const two = setup.players.length === 2
  const isWinner = you !== undefined && winners.includes(you)
  const others = setup.players.flatMap((_, seat) => (winners.includes(seat) ? [] : nameOf(seat)))
  const byRules = reasons.find((r) => r === reason)
  if (byRules) {
    const { won, lost, seen } = endings[byRules]
    return you === undefined
      ? say(seen, bothSides(winner, sideOf(others)))
      : say(isWinner ? won : lost, winner)
  }
  const own = you === undefined ? undefined : out.get(you)
  const words = own && !isWinner ? (own === 'flagged' ? 'time' : own) : two ? reason : 'other'
  const said = named<(typeof live.outcomes)['other']>(live.outcomes, words) ?? live.outcomes.other
  return you === undefined ? said.seen(winner) : isWinner ? said.won : said.lost
}
