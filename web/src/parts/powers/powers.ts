// The powers as the page shows them, in the chosen language.

import { mortal, powers, type Power } from '../../looks/powers'
import { named, t, variantName } from '../../i18n'
import { powerTexts } from '../../i18n/games'

/** The names of the powers as texts have them, in the order in which they are shown. */
export const powerNames: readonly string[] = Object.keys(powers)

/** A power by its name, with or without the mark of Athena's ban; of a mortal if there is none. */
export const powerOf = (name: string): Power => powers[name.replace('^', '')] ?? mortal

/** What a power is called and what its card says. */
export const powerWords = (name: string) =>
  named<{ name: string; text: string }>(powerTexts(), name.replace('^', '')) ?? powerTexts().mortal

/** A variant with its powers, if it has any, in words. */
export function variantText(variant: string): string {
  const [board = '', names] = variant.split(':')
  const text = variantName(board)
  return names === undefined
    ? text
    : `${text}: ${names
        .split(',')
        .map((name) => powerWords(name).name)
        .join(', ')}`
}

/** How the powers of a game to be are chosen, if that is not by hand. */
export const wayText = (way: string | undefined) =>
  way === 'random' || way === 'fair' || way === 'draft'
    ? `${t().choosing.legend}: ${t().choosing.ways[way]}`
    : ''

/** How the powers of a game were chosen, by which seed if they were drawn. */
export function drawnText({ way, seed = 0 }: { way: string; seed?: number }): string {
  return way === 'random' || way === 'fair'
    ? t().choosing.drawn({ way: t().choosing.ways[way], seed })
    : t().choosing.drafted
}
