// Which players the user can report to the moderators.

import type { Player } from '../generated/live'
import { residentOf } from '../looks/opponents'

/** Whether a player can be reported: neither a house bot nor in a class, which has a teacher. */
export const isReportable = (player: Player) => !residentOf(player.name) && !player.class
