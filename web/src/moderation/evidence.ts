// Measures of a player as text.

import type { Measure } from '../generated/moderation'
import { percent } from '../i18n'

/** The player's values or the peers', with commas; a dash where too little is known. */
export const measured = (
  side: 'value' | 'peers',
  all: readonly Measure[],
  show: (value: number) => string = percent,
) => all.map((one) => (one.value || one.peers ? show(one[side]) : '–')).join(', ')
