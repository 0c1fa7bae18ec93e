// State for online play shared by the whole page: the lobby, offers, and notices.

import { go, replace, route } from '../base/route.svelte'
import { Scope } from '../base/scope'
import { seatOf } from '../engine/seats'
import type { Act, Drafting, Made, Seek, Terms } from '../generated/live'
import { play } from '../kit/sound'
import { ask } from '../server/api'
import {
  beSomebody,
  isBanned,
  isOffline,
  loadMe,
  me,
  onFirstAccount,
  onGuest,
} from '../server/me.svelte'
import { account, onAccount } from '../store/stored.svelte'
import { askAsOwner } from './confirm.svelte'
import { isFrontTab } from './front'
import { Lobby, type News } from './lobby.svelte'
import { loadWarnings } from './warnings.svelte'

/** Notices shown above the page until dismissed. */
export type Notice = Exclude<News, { what: 'changed' }>

let notice: Notice | undefined = $state.raw()
export const told = () => notice
export const dismiss = () => (notice = undefined)

export const lobby = new Lobby(hear)

/** Whether it is the user who acts next in a draft. */
export const isMyAct = ({ draft, players }: Drafting) =>
  players[seatOf(draft.next?.player)]?.id === me()?.id

/** Whether an open offer is the user's. */
export const isMine = ({ players }: Seek) => players.some((p) => p.id === me()?.id)

function hear(news: News) {
  const { page, name } = route()
  switch (news.what) {
    case 'started': {
      // The page of its offer, which has its ID, opens it by itself.
      const isShown = name === news.game.id
      const isLive = !/d$/.test(news.game.clock)
      play('notice')
      if (isLive && isFrontTab() && page !== 'game' && !isShown) {
        openGame(news.game.id)
      } else if (!isShown) {
        notice = news
      }
      break
    }
    case 'turn':
      if (name !== news.game.id) {
        notice = news
      }
      break
    case 'drafting': {
      const { id, draft, terms } = news.draft
      if (name === id) {
        break
      }
      if (!/d$/.test(terms.clock) && isFrontTab() && page !== 'game' && page !== 'draft') {
        openDraft(id)
      } else if (isMyAct(news.draft) || draft.acts.length === 0) {
        play('notice')
        notice = news
      }
      break
    }
    case 'challenged':
      if (news.challenge.players[0]?.id !== me()?.id) {
        play('notice')
        notice = news
      }
      break
    case 'disconnected':
      // As what the browser is now, usually a visitor.
      void meet()
      if (news.reason !== 'class-changed') {
        notice = news
      }
      break
    case 'changed':
      void meetAgain()
  }
}

/** Meets the server as who the user is now, and says so if that is nobody, or banned. */
async function meetAgain() {
  const was = isBanned() ? undefined : me()
  await meet()
  if (was && (isBanned() || !me())) {
    notice = { what: 'disconnected', reason: isBanned() ? 'banned' : 'sign-in' }
  }
}

/** Opens a game, in place of the page of its offer: that would only open it again on the way back. */
export function openGame(id: string) {
  const address = `#/game/${id}`
  if (route().name === id) {
    replace(address, {})
  } else {
    go(address)
  }
}

/** Opens a draft, in place of a challenge's page: the draft has another ID, so that can't lead to it. */
function openDraft(id: string) {
  const address = `#/draft/${id}`
  if (route().page === 'challenge') {
    replace(address, {})
  } else {
    go(address)
  }
}

/**
 * Loads the user's account and what is happening now, as soon as the server can be reached. Call it
 * again when the user changes.
 */
export async function meet() {
  await loadMe()
  if (!isOffline()) {
    lobby.listen()
  }
  await loadWarnings()
}

/** The shortest and the longest time until a server that could not be reached is asked again, in ms. */
const [soonest, latest] = [10_000, 30_000]

async function keepMeeting(waiting: Scope) {
  for (let wait = soonest; ; wait = Math.min(2 * wait, latest)) {
    await waiting.sleep(wait)
    await meet()
  }
}

// Not only meet may find that the server can't be reached.
$effect.root(() => {
  $effect(() => {
    if (isOffline()) {
      const waiting = new Scope()
      void keepMeeting(waiting)
      return waiting.end
    }
  })
})

onFirstAccount(async (id) => (await import('../backup/backup')).takeOver(id))

// Without waiting any longer where the browser knows that the network is back.
addEventListener('online', () => isOffline() && void meet())
onAccount(() => void meet())
onGuest(() => void meet())

/** Signs out, or deletes the account and what it keeps in this browser. */
export async function leave(path: '/session' | '/account', body?: object) {
  const owner = account() // before another tab notices, and says that it is nobody
  lobby.close() // or the server would say that the session has ended
  try {
    await askAsOwner('DELETE', path, body)
    if (path === '/account') {
      const { forget } = await import('../backup/backup')
      await forget(owner)
    }
  } finally {
    await meet()
  }
}

/** Sends a request that needs a user, making them a guest first if necessary. */
export async function askAs<T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const was = me()
  await beSomebody()
  if (was?.id !== me()?.id) {
    lobby.listen() // as the current user
  }
  return ask<T>(method, path, body)
}

/** Goes to the draft or game that an offer has become, if any. */
function follow(made: Made): Made {
  if (made.draft) {
    openDraft(made.draft.id)
  }
  if (made.game !== undefined && made.game !== '') {
    openGame(made.game)
  }
  return made
}

export const seek = async (terms: Terms) => follow(await askAs('POST', '/seeks', terms))
export const playNow = async (terms: Terms) => follow(await askAs('POST', '/play', terms))
export const join = async (id: string) => follow(await askAs('POST', `/seeks/${id}/accept`))
export const withdraw = (id: string) => askAs('DELETE', `/seeks/${id}`)

/** Challenges a player, or without a name anyone with the link. */
export const challenge = async (terms: Terms, to?: string) =>
  follow(await askAs<Made>('POST', '/challenges', to === undefined ? terms : { to, ...terms }))
export const acceptChallenge = async (id: string) =>
  follow(await askAs('POST', `/challenges/${id}/accept`))
export const declineChallenge = (id: string) => askAs('POST', `/challenges/${id}/decline`)
export const cancelChallenge = (id: string) => askAs('DELETE', `/challenges/${id}`)

/** Acts in a draft. The act's number makes repeated sending harmless. */
export const actIn = async (id: string, number: number, act: Act) =>
  follow(
    await askAs('POST', `/drafts/${id}`, {
      number,
      do: act.do,
      ...(act.powers ? { powers: act.powers } : {}),
      ...(act.first === undefined ? {} : { first: act.first }),
    }),
  )
export const leaveDraft = (id: string) => askAs('DELETE', `/drafts/${id}`)
