// The title of the page shown, where it says more than the table of routes.

import { t, wordsOf } from '../i18n'

let own: (() => string | undefined) | undefined = $state.raw()

/** Sets the title while the calling component is shown; undefined leaves it to the routes. */
export function titled(text: () => string | undefined) {
  $effect(() => {
    own = text
    return () => {
      if (own === text) {
        own = undefined
      }
    }
  })
}

export const ownTitle = () => own?.()

/** The title of a game, with a mark that shows in the browser's tabs if it is the user's turn. */
export const gameTitle = (game: string, yourTurn: boolean) =>
  (yourTurn ? `● ${t().live.titleTurn} · ` : '') + wordsOf(game).name
