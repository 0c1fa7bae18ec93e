// Quick chat: each phrase is shown for a while next to its speaker.

import { named, t } from '../i18n'
import { settings } from '../store/settings.svelte'

/** How long a phrase is shown, in milliseconds. */
const shown = 8000

export class Phrases {
  /** The last phrase of each seat. */
  said: Readonly<Record<number, string>> = $state.raw({})
  #timers = new Map<number, ReturnType<typeof setTimeout>>()

  /** Takes a phrase unless chat is muted, and returns whether it did. */
  hear(seat: number, phrase: string): boolean {
    const words = named(t().live.phrases.words, phrase)
    if (settings.mute || words === undefined) {
      return false
    }
    this.said = { ...this.said, [seat]: words }
    clearTimeout(this.#timers.get(seat))
    this.#timers.set(
      seat,
      setTimeout(() => {
        const { [seat]: _gone, ...rest } = this.said
        this.said = rest
      }, shown),
    )
    return true
  }
}
