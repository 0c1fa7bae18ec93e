// The other piece sets, loaded when one of them is chosen.

import { isOtherSet } from '../looks/styles'

let loaded: typeof import('./others') | undefined = $state.raw()

/** The drawings of the other sets if one is chosen for a game, once they have loaded. */
export function others(game: string) {
  if (!isOtherSet(game)) {
    return undefined
  }
  if (!loaded) {
    import('./others').then(
      (module) => (loaded = module),
      () => {}, // the usual set is drawn, and this one asked for again with the next piece
    )
  }
  return loaded
}
