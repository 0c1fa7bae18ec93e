// Handicaps in the current language.

import { named } from '../i18n'
import { handicapWords } from '../i18n/handicap'
import { powerWords } from '../powers/powers'

/** The powers of a handicap that consists of two, such as "atlas-pan". */
function powersOf(name: string) {
  const [giver = '', receiver = ''] = name.split('-')
  return { giver: powerWords(giver).name, receiver: powerWords(receiver).name }
}

export const handicapName = (name: string): string =>
  named(handicapWords().names, name) ?? handicapWords().powers(powersOf(name))

/** What a handicap is, in a sentence. */
export const handicapHint = (name: string): string =>
  named(handicapWords().hints, name) ?? handicapWords().powersHint(powersOf(name))

/** The handicap of a game, and who gives it. */
export const givenText = (name: string, player: string): string =>
  handicapWords().given({ name: handicapName(name), player })

/** The handicap of an offer, and whether the player who made it gives it. */
export const offeredText = (name: string, gives: boolean): string =>
  handicapWords().offered({ name: handicapName(name), gives })
