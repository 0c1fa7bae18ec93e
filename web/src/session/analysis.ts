// The server's analysis of a game.

import type { Analysis } from '../generated/analysis'
import { Followed } from '../server/followed.svelte'
import { lobby } from './people.svelte'

export const analysisPath = (game: string) => `/game/${encodeURIComponent(game)}/analysis`

/**
 * Follows a game's analysis until it ends. The user who has requested it hears when there is more;
 * others ask every 2 s, about what one processor needs for a position.
 */
export const followAnalysis = (game: () => string | undefined) =>
  new Followed<Analysis>(
    () => {
      const id = game()
      return id === undefined ? undefined : analysisPath(id)
    },
    {
      news: () => (lobby.analyzed?.id === game() ? lobby.analyzed : undefined),
      every: 2000,
      isFinal: ({ state }) => state !== 'begun',
    },
  )
