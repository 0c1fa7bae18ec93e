// The page's texts in the chosen language.

import { games, type Words } from './games'
import { named } from './message'
import { english, startIn } from './start'
import { topic } from './topic.svelte'

export {
  bothSides,
  capitalized,
  clockTime,
  countdown,
  date,
  dateTime,
  dotted,
  duration,
  labeled,
  listed,
  locale,
  number,
  percent,
  sideOf,
} from './format'
export { named, say } from './message'

type Start = typeof english

const joined = ({ page, account, choosing, live, lobby, people, problems, reviewed }: Start) => ({
  ...page,
  ...{ account, choosing, live, lobby, people, problems, reviewed },
})

/** The texts that the page starts with. Read in markup, they follow a change of language. */
export const t = topic(joined(english), async (language) => joined(await startIn(language)))

/** The texts of a game. */
export function wordsOf(game: string): Words {
  const words = named<Words>(games(), game)
  if (!words) {
    throw new Error(`game ${game}: the page knows ${Object.keys(games()).join(', ')}`)
  }
  return words
}

/** The name of a game's player. */
export const seatName = (game: string, seat: number): string =>
  wordsOf(game).seats[seat] ?? String(seat + 1)

/** The name of a game's variant. */
export function variantName(name: string): string {
  if (name === 'teams') {
    return t().newGame.teams
  }
  const [, players] = /^(\d)p$/.exec(name) ?? []
  return players === undefined
    ? name.replace('x', '\u00a0×\u00a0')
    : t().newGame.seats({ n: Number(players) })
}
