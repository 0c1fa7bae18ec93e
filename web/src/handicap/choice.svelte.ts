// The handicap of a game to be created, as chosen in dialogs. The handicaps themselves load with the
// choice, which most players leave at none.

import type { Handicap } from '../generated/handicaps'

export class HandicapChoice {
  picked: Handicap | undefined = $state.raw()
  giver: 'opponent' | 'you' = $state('opponent')
}
