// @vitest-environment jsdom
// What the pages of a challenge and of a draft do once it has become a game, which has its ID.
import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PageProps } from '../base/page'
import type { Drafting, Summary } from '../generated/live'
import { t } from '../i18n'
import { ask, Problem } from '../server/api'
import { loadMe } from '../server/me.svelte'
import { acceptChallenge, actIn, lobby } from '../session/people.svelte'
import ChallengePage from './ChallengePage.svelte'
import DraftPage from './DraftPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const terms = { game: 'santorini', variant: '', clock: '5+3', rated: false }
const ann = { id: '1', name: 'Ann', kind: 'person' as const }
const offer = { id: 'o', terms, seats: 2, players: [ann], at: 1 }
const drafting: Drafting = {
  ...offer,
  draft: { players: 2, cards: ['pan', 'atlas'], acts: [], taken: ['', ''] },
  deadline: 9,
}
const started = { ...terms, id: 'o', players: [ann] } as unknown as Summary

/** What the server has, by path. */
let has: Record<string, object>
let entries: number
let shown: Record<string, unknown>

beforeEach(() => {
  has = {}
  vi.mocked(ask).mockImplementation((_method, path) => {
    const found = has[path]
    return found ? Promise.resolve(found) : Promise.reject(new Problem(404, {}))
  })
})
afterEach(async () => {
  await unmount(shown)
  lobby.hear({ event: 'hello' })
})

/** Goes to an address without an entry in the history. */
function goTo(hash: string) {
  history.replaceState({}, '', hash)
  dispatchEvent(new Event('hashchange'))
}

/** Shows an open offer, which the server has no longer and the lobby until its next full update. */
async function open([page, Page]: (typeof pages)[number]) {
  goTo(`#/${page}/o`)
  entries = history.length
  has = { '/challenges/o': offer, '/drafts/o': drafting }
  shown = mount(Page, { target: document.body, props: { name: 'o', games: [] } })
  await vi.waitFor(() => {
    flushSync()
    expect(document.body.textContent).toContain('Santorini')
  })
  lobby.hear({ event: 'hello', challenges: [offer], drafts: [drafting] })
  flushSync()
  has = {}
}

const pages: [string, Component<PageProps>][] = [
  ['challenge', ChallengePage],
  ['draft', DraftPage],
]

const address = () => {
  flushSync()
  return [location.hash, history.length - entries]
}

for (const page of pages) {
  it(`the page of a ${page[0]} gives its place to the game that has begun`, async () => {
    await open(page)
    lobby.hear({ event: 'gameStart', game: started })
    expect(address()).toEqual(['#/game/o', 0])
  })

  it(`the page of a ${page[0]} finds the game that began while the connection was away`, async () => {
    await open(page)
    lobby.hear({ event: 'hello', games: [started] })
    expect(address()).toEqual(['#/game/o', 0])
  })

  it(`the page of a ${page[0]} finds the game that is over when the connection is back`, async () => {
    await open(page)
    has['/game/o'] = {}
    lobby.hear({ event: 'hello' })
    await vi.waitFor(() => expect(address()).toEqual(['#/game/o', 0]))
  })

  it(`the page of a ${page[0]} says that it is gone`, async () => {
    await open(page)
    lobby.hear({ event: 'hello' })
    const words = { challenge: t().lobby.challenge.gone.expired, draft: t().choosing.gone.canceled }
    await vi.waitFor(() => {
      flushSync()
      expect(document.querySelector('[role=alert]')?.textContent).toBe(
        words[page[0] as keyof typeof words],
      )
    })
  })
}

const expectWords = (words: string) =>
  vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('[role=alert]')?.textContent).toBe(words)
  })

it('says of a draft that is over why it is', async () => {
  await open(['draft', DraftPage])
  lobby.hear({ event: 'draftGone', id: 'o', why: 'late' })
  await expectWords(t().choosing.gone.late)
})

it.each(['accepted', 'declined'] as const)('says of a challenge that it was %s', async (why) => {
  await open(['challenge', ChallengePage])
  lobby.hear({ event: 'challengeGone', id: 'o', why })
  lobby.hear({ event: 'challengeGone', id: 'other', why: 'canceled' })
  await expectWords(t().lobby.challenge.gone[why])
})

it.each<[string, () => unknown]>([
  ['the answer', () => acceptChallenge('o')],
  ['the notice', () => lobby.hear({ event: 'draft', draft: { ...drafting, id: 'd' } })],
])('a draft takes the place of the challenge that it comes from: %s', async (_, begin) => {
  await open(['challenge', ChallengePage])
  has = {
    '/account/guest': {},
    '/account': { player: ann, ratings: [] },
    '/challenges/o/accept': { draft: { ...drafting, id: 'd' } },
  }
  void begin()
  await vi.waitFor(() => expect(address()).toEqual(['#/draft/d', 0]))
})

it('the game takes the place of the page on which its last player has acted', async () => {
  await open(['challenge', ChallengePage])
  has = {
    '/account/guest': {},
    '/account': { player: ann, ratings: [] },
    '/challenges/o/accept': { game: 'o' },
    '/drafts/o': { game: 'o' },
  }
  await acceptChallenge('o')
  expect(address()).toEqual(['#/game/o', 0])
  goTo('#/draft/o')
  await actIn('o', 1, { do: 'start', player: 1, first: 1 })
  expect(address()).toEqual(['#/game/o', 0])
})

it('offers an account, and not the game, to who needs one for a rated challenge', async () => {
  goTo('#/challenge/o')
  has = { '/challenges/o': { ...offer, terms: { ...terms, rated: true } }, '/account': {} }
  await loadMe()
  shown = mount(ChallengePage, { target: document.body, props: { name: 'o', games: [] } })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('.row')).toBeTruthy()
  })
  const { textContent } = document.body
  expect(textContent).toContain(t().problems.reasons['rated-needs-account'])
  expect(textContent).not.toContain(t().lobby.challenge.accept)
  expect(document.querySelector('.row a')?.getAttribute('href')).toBe('#/account?back')
})

it('a draft says how it goes, what is marked, and how long there is, next to its button', async () => {
  has = {
    '/drafts/o': {
      ...drafting,
      draft: {
        ...drafting.draft,
        next: { do: 'offer', player: 1, count: 2, from: ['pan', 'atlas', 'hermes'] },
      },
      deadline: Date.now() + 3_600_000,
    },
    '/account': { player: ann, ratings: [] },
  }
  await loadMe()
  goTo('#/draft/o')
  shown = mount(DraftPage, { target: document.body, props: { name: 'o', games: [] } })
  await vi.waitFor(() => {
    flushSync()
    expect(document.body.textContent).toContain(t().choosing.hints.draft)
  })
  const cards = document.querySelectorAll<HTMLElement>('.card')
  cards[0]?.click()
  cards[2]?.click()
  flushSync()
  expect(document.querySelector('.done')?.textContent).toMatch(/Pan and Hermes.* s left/s)
})
