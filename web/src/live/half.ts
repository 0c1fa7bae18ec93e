// A partly entered turn, saved over a reload of the page.

const key = (game: string) => `thera.half.${game}`

interface Half {
  position: string
  steps: readonly string[]
}

/** Saves the steps taken in a game's position, or removes the entry if there are none. */
export function keepHalf(game: string, half: Half) {
  try {
    if (half.steps.length > 0) {
      sessionStorage.setItem(key(game), JSON.stringify(half))
    } else {
      sessionStorage.removeItem(key(game))
    }
  } catch {
    // Without storage, the steps last as long as the page.
  }
}

/** The steps taken in a position before the page was reloaded. */
export function halfOf(game: string, position: string): readonly string[] {
  try {
    const half = JSON.parse(sessionStorage.getItem(key(game)) ?? '{}') as Partial<Half>
    return half.position === position ? (half.steps ?? []) : []
  } catch {
    return []
  }
}
