// The terms of an offer, in words.

import type { Terms } from '../generated/live'
import { t } from '../i18n'
import { variantText, wayText } from '../powers/powers'

/** Board or number of players, whether it is rated, and who may take it. */
export function termsText({ variant, powers, rated, min, max }: Terms): string {
  const range = [min ? `≥ ${min}` : '', max ? `≤ ${max}` : ''].filter(Boolean).join(', ')
  return [variantText(variant), wayText(powers), rated ? t().live.rated : t().live.casual, range]
    .filter(Boolean)
    .join(' · ')
}
