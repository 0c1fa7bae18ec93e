// Makes the cards of an account the same here and on the server: both end up with the repetitions of
// both. What can't be sent now is sent the next time.

import * as v from 'valibot'
import { ask, Problem, withParams } from '../server/api'
import { account, Stored } from '../store/stored.svelte'
import { cardSchema, dropExcess, idOf, lastOf, mistakes, type Card } from './card'
import type { Card as Told, CardChanges } from '../generated/practice'

/** How many cards the server takes at a time. */
const most = 50

const whole = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)

/**
 * What has been heard from the server: the version of the account's cards, and how many of them were here
 * then. If there are fewer now, the browser has lost some, and all are asked for again.
 */
export const heard = new Stored('mistakes', v.object({ version: whole, count: whole }))

/** The account has changed meanwhile: what the server says is about somebody else. */
class Left extends Error {}

async function asked<T>(owner: string, work: Promise<T>): Promise<T> {
  const answer = await work
  if (account() !== owner) {
    throw new Left('the account has changed')
  }
  return answer
}

/** A card of the server as it is here; none if this version of the page does not know such cards. */
function cardOf(told: Told, owner: string): Card[] {
  const id = idOf(told as Parameters<typeof idOf>[0])
  const read = v.safeParse(cardSchema, { ...told, id, updated: lastOf(told), sent: owner })
  return read.success ? [read.output] : []
}

/** Takes over what the server has. Returns whether it has lost what it once had. */
async function pull(owner: string): Promise<boolean> {
  const { version, count } = heard.of(owner)
  const here = await mistakes.all(owner)
  let after = here.length < count ? 0 : version
  let hasLost = false
  for (let isMore = true; isMore;) {
    const path = withParams('/mistakes', { after })
    const changes = await asked(owner, ask<CardChanges>('GET', path))
    for (const card of changes.cards.flatMap((told) => cardOf(told, owner))) {
      await mistakes.keep(card, owner)
    }
    hasLost ||= changes.version < after
    after = changes.version
    isMore = changes.more
  }
  await dropExcess(owner)
  const now = (await mistakes.all(owner)).length
  heard.change(() => ({ version: after, count: now }), owner)
  return hasLost
}

const toldOf = ({ id, updated, sent, ...told }: Card): Told => told

/** Sends some cards. Those that the server refuses are not sent again: it never takes them. */
async function send(owner: string, cards: readonly Card[]): Promise<void> {
  try {
    await asked(owner, ask('POST', '/mistakes', { cards: cards.map(toldOf) }))
  } catch (error) {
    if (!(error instanceof Problem && error.status === 422)) {
      throw error
    }
    if (cards.length > 1) {
      const half = Math.ceil(cards.length / 2)
      await send(owner, cards.slice(0, half))
      return send(owner, cards.slice(half))
    }
  }
  for (const card of cards) {
    await mistakes.keep({ ...card, sent: owner }, owner)
  }
}

async function exchange(owner: string) {
  const isToSendAll = await pull(owner)
  const cards = (await mistakes.all(owner)).filter(({ sent }) => isToSendAll || sent !== owner)
  for (let i = 0; i < cards.length; i += most) {
    await send(owner, cards.slice(i, i + most))
  }
}

let work: Promise<void> = Promise.resolve() // one exchange at a time

/** Exchanges cards with the server. Rejects if not all of that could be done now. */
export function sync(owner: string): Promise<void> {
  work = work.catch(() => undefined).then(() => exchange(owner))
  return work
}
