// Which players the user can report to the moderators.

import { residentOf } from '../game/opponents'
import type { Player } from './wire'

/** Whether a player can be reported: neither a house bot nor in a class, which has a teacher. */
export const isReportable = (player: Player) => !residentOf(player.name) && !player.class
