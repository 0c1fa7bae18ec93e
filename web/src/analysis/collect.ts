// Makes cards of the mistakes of a reviewed game.

import type { Client } from '../engine/client'
import type { Mistake } from './mistakes'
import { reasonsFor } from '../game/reasons'
import { winnerOf } from '../game/tree.svelte'
import { dropExcess, idOf, made, mistakes, type MistakeCard } from '../cards/card'

/** A mistake without a better turn is nothing to practice. */
function cardOf(game: string, mistake: Mistake, now: number): MistakeCard[] {
  const { node, better, seat } = mistake
  const { parent, move: played } = node
  if (!parent || played === undefined || better === undefined) {
    return []
  }
  const { position } = parent
  return [
    {
      ...made,
      id: idOf({ game, position, played }),
      updated: now,
      game,
      added: now,
      position,
      played,
      better,
      ...(node.value?.best === undefined ? {} : { answer: node.value.best }),
      won: winnerOf(parent) === seat,
      reasons: [],
    },
  ]
}

/** Adds the mistakes of a game that are not there yet. Returns how many of them are there now. */
export async function collect(
  engine: Pick<Client, 'ask'>,
  game: string,
  found: readonly Mistake[],
  owner: string,
  now: number,
): Promise<number> {
  const known = new Set((await mistakes.all(owner)).map(({ id }) => id))
  const cards = found.flatMap((mistake) => cardOf(game, mistake, now))
  for (const card of cards.filter(({ id }) => !known.has(id))) {
    const { position, played, better } = card
    const why = await reasonsFor(engine, { game, position, played, better }).catch(() => [])
    await mistakes.keep({ ...card, reasons: why.map(({ kind }) => kind) }, owner)
  }
  await dropExcess(owner)
  return cards.length
}
