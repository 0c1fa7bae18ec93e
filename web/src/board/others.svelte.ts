// The other sets of pieces, loaded when one of them has been chosen.

import { isOtherSet } from '../looks/styles'

let loaded: typeof import('./others') | undefined = $state.raw()

/** The drawings of the other sets if that of a game is chosen, once they are here. */
export function others(game: string) {
  if (!isOtherSet(game)) {
    return undefined
  }
  if (!loaded) {
    void import('./others').then((module) => (loaded = module))
  }
  return loaded
}
