// The half of a turn that has been entered, kept over a reload of the page.

const key = (game: string) => `thera.half.${game}`

interface Half {
  position: string
  steps: readonly string[]
}

/** Keeps the steps taken in a position of a game; without steps there is nothing to keep. */
export function keepHalf(game: string, half: Half) {
  try {
    if (half.steps.length > 0) {
      sessionStorage.setItem(key(game), JSON.stringify(half))
    } else {
      sessionStorage.removeItem(key(game))
    }
  } catch {
    // Without storage, half a turn lasts as long as the page.
  }
}

/** The steps that were taken in a position before the page was loaded. */
export function halfOf(game: string, position: string): readonly string[] {
  try {
    const half = JSON.parse(sessionStorage.getItem(key(game)) ?? '{}') as Partial<Half>
    return half.position === position ? (half.steps ?? []) : []
  } catch {
    return []
  }
}
