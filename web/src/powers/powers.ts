// The powers in the current language.

import { labeled, named, t, variantName } from '../i18n'
import { powerTexts } from '../i18n/games'
import { mortal, powers, type Power } from '../looks/powers'

/** A power by name, with or without the mark of Athena's ban; a mortal's for anything unknown. */
export const powerOf = (name: string): Power => powers[name.replace('^', '')] ?? mortal

/** The name and text of a power. */
export const powerWords = (name: string) =>
  named<{ name: string; text: string }>(powerTexts(), name.replace('^', '')) ?? powerTexts().mortal

/** A variant in words, with its powers if it has any. */
export function variantText(variant: string): string {
  const [board = '', names] = variant.split(':')
  const text = variantName(board)
  const powers = names?.split(',').map((name) => powerWords(name).name)
  return powers ? labeled(text, powers.join(', ')) : text
}

/** How a game's powers will be assigned, unless they are chosen. */
export const wayText = (way: string | undefined) =>
  way === 'random' || way === 'fair' || way === 'draft'
    ? labeled(t().choosing.legend, t().choosing.ways[way])
    : ''

/** How a game's powers were assigned. */
export const drawnText = ({ way }: { way: string }): string =>
  way === 'random' || way === 'fair'
    ? t().choosing.drawn({ way: t().choosing.ways[way] })
    : t().choosing.drafted
