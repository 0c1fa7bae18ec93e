// How a game between people has ended, in words for who looks.

import { sideOf, t } from '../i18n'
import type { Story } from './story'

/** What is said of the end to a seat, or to a spectator. */
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
  const byRules = (endings as Record<string, (typeof endings)['stuck'] | undefined>)[reason]
  if (byRules) {
    if (you === undefined) {
      return byRules.seen(winner, sideOf(others))
    }
    return isWinner ? byRules.won(winner) : byRules.lost(winner)
  }
  const own = you === undefined ? undefined : out.get(you)
  const words = own && !isWinner ? (own === 'flagged' ? 'time' : own) : two ? reason : 'other'
  const said = live.outcomes[words] ?? live.outcomes['other']
  if (you === undefined) {
    return said?.seen(winner.names, winner.many) ?? ''
  }
  return (isWinner ? said?.won : said?.lost) ?? ''
}
