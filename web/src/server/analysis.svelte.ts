// The server's analysis of a game.

import type { Analysis } from '../generated/analysis'
import type { Notice } from '../generated/live'
import { Followed } from './followed.svelte'

class News {
  /** The last notice that there is more of an analysis that the user has requested. */
  last: Notice | undefined = $state.raw()
}

/** What the lobby's socket says of analyses. */
export const analysisNews = new News()

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
      news: () => (analysisNews.last?.id === game() ? analysisNews.last : undefined),
      every: 2000,
      isFinal: ({ state }) => state !== 'begun',
    },
  )
