// Keeps an analysis in sync with the page's address, which names it, and with browser storage.

import { keptAnalysis, replace, route } from '../base/route.svelte'
import type { Scope } from '../base/scope'
import { readLink, writeLink, type Linked } from '../game/link'
import type { Attempts } from '../kit/attempt.svelte'
import { usualGame } from '../looks'
import type { Analysis } from './analysis.svelte'

const usual: Linked = { game: usualGame, start: undefined, moves: [], at: undefined }

/** How long to wait before saving changes, in ms: the engine changes values all the time. */
const soon = 300

/** Opens the analysis in the address, now and when it changes, and reviews it if it says so. */
export function followAddress(
  scope: Scope,
  analysis: Analysis,
  attempts: Attempts,
  review: () => Promise<void>,
) {
  let shown = ''

  async function open(linked: Linked) {
    try {
      if (!(await analysis.restore(keptAnalysis(), linked.served))) {
        await analysis.open(linked)
      }
      if (linked.review) {
        await review()
      }
    } catch (reason) {
      await analysis.open({ ...usual, game: linked.game })
      throw reason
    }
  }

  $effect(() => {
    const linked = readLink(route().params) ?? usual
    const link = writeLink(linked)
    if (link !== shown) {
      shown = link
      attempts.run(open(linked))
    }
  })
  $effect(() => {
    if (analysis.view && analysis.view.position === analysis.tree.current.position) {
      shown = analysis.link
      replace(shown, { analysis: analysis.id })
    }
  })
  const keep = scope.soon(soon, () => void analysis.keep())
  $effect(() => {
    void [analysis.tree.version, analysis.tree.current, analysis.tags]
    keep()
  })
}
