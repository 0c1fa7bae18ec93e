// Time controls in words.

import { t } from '../i18n'
import { parseControl, speedOf } from './control'

/** "5+3", "3 days per turn", or "Unlimited". */
export function clockText(clock: string): string {
  const control = parseControl(clock)
  switch (speedOf(control)) {
    case 'correspondence':
      return t().live.days({ n: control.days })
    case 'unlimited':
      return t().live.noClock
    default:
      return clock
  }
}
