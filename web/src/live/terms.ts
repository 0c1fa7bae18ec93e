// The terms of an offer, in words.

import type { Terms } from '../generated/live'
import { offeredText } from '../handicap/words'
import { dotted, t } from '../i18n'
import { variantText, wayText } from '../powers/powers'

/** Board or number of players, whether it is rated, and who may take it. */
export function termsText(terms: Terms): string {
  const { variant, powers, handicap, gives = false, rated, min, max } = terms
  const range = [min ? `≥ ${min}` : '', max ? `≤ ${max}` : ''].filter(Boolean).join(', ')
  const given = handicap === undefined ? '' : offeredText(handicap, gives)
  const rating = rated ? t().live.rated : t().live.casual
  return dotted([variantText(variant), wayText(powers), given, rating, range])
}
