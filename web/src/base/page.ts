// What the page of an address is given.

import type { GameInfo } from '../generated/protocol'

export interface PageProps {
  /** What follows the page in the address. */
  name: string
  /** Undefined until the engine has loaded. */
  games: GameInfo[] | undefined
}

export interface ReadyProps extends PageProps {
  games: GameInfo[]
}
