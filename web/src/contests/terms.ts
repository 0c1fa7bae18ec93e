// The terms of a tournament, in words.

import type { ContestTerms } from '../generated/tournament'
import { dotted, duration, t, wordsOf } from '../i18n'
import { contestWords } from '../i18n/contests'
import { clockText } from '../live/clocktext'
import { gameNames } from '../looks'
import { variantText, wayText } from '../powers/powers'

/** The name of a game, even one that the page can't show. */
const gameText = (game: string) => (gameNames.includes(game) ? wordsOf(game).name : game)

/** Format, game, clock, and anything unusual. */
export function termsText(terms: ContestTerms): string {
  const words = contestWords()
  return dotted([
    words.kinds[terms.kind],
    gameText(terms.game),
    variantText(terms.variant ?? ''),
    wayText(terms.powers),
    clockText(terms.clock),
    terms.rated ? t().live.rated : t().live.casual,
    terms.rounds ? words.rounds({ n: terms.rounds }) : '',
    terms.teams ? terms.teams.join(' – ') : '',
    terms.boards ? words.boardsOf({ n: terms.boards }) : '',
    terms.voting ? words.voting({ time: duration(terms.voting) }) : '',
    terms.minutes ? duration(60 * terms.minutes) : '',
    terms.players === 'all' || terms.voting ? '' : words.entries[terms.players],
    terms.double ? words.pairs : '',
    terms.book ? words.book : '',
    terms.unlisted ? words.unlisted : '',
  ])
}
