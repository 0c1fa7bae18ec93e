// Which of the browser's tabs goes to a game that starts, of which all of them hear: the one used
// last.

import { own } from '../base/owner'
import { Scope } from '../base/scope'

let isFront = false

export const isFrontTab = () => isFront

function claim() {
  if (!isFront && !document.hidden) {
    isFront = true
    own(new Scope(), 'front tab', () => (isFront = false))
  }
}

claim()
addEventListener('focus', claim)
