// How a game between people has ended, in words for who looks.

import { t } from '../i18n'
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
  const winner = winners.map(nameOf).join(', ')
  const two = setup.players.length === 2
  const isWinner = you !== undefined && winners.includes(you)
  const other = setup.players.findIndex((_, seat) => !winners.includes(seat))
  const byRules = (endings as Record<string, (typeof endings)['stuck'] | undefined>)[reason]
  if (byRules) {
    if (you === undefined) {
      return byRules.seen(winner, nameOf(other))
    }
    return isWinner ? byRules.won : byRules.lost(winner)
  }
  const own = you === undefined ? undefined : out.get(you)
  const words = own && !isWinner ? (own === 'flagged' ? 'time' : own) : two ? reason : 'other'
  const said = live.outcomes[words] ?? live.outcomes['other']
  if (you === undefined) {
    return said?.seen(winner) ?? ''
  }
  return (isWinner ? said?.won : said?.lost) ?? ''
}
