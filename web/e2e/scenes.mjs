// Every page of the site and every dialog on it, as a user would see it: for screenshots (shots.mjs)
// and for the tests that visit all of them.
import { readFileSync } from 'node:fs'
import { ask } from './people.mjs'
import { puzzlesOf } from './puzzlesof.mjs'

/** Whole games, used to show boards in the middle of a game and at its end. */
const played = JSON.parse(readFileSync(new URL('scenes.json', import.meta.url), 'utf8'))

/** A game stored in the browser, after that many turns, between people at this page. */
function kept(number, game, { from = game, plies, seats = 2, ...more } = {}) {
  const { start, moves } = played[from]
  return {
    version: 1,
    id: `00000000-0000-4000-8000-00000000000${number}`,
    updated: Date.UTC(2026, 0, 10 + number, 12),
    game,
    start,
    moves: moves.split(' ').slice(0, plies),
    players: Array(seats).fill({ kind: 'person' }),
    ...more,
  }
}
const computer = { players: [{ kind: 'person' }, { kind: 'computer', level: 4 }] }
const games = {
  amazons: kept(1, 'amazons', { plies: 20, ...computer }),
  'amazons late': kept(2, 'amazons', { plies: 84, ...computer }),
  santorini: kept(3, 'santorini', { plies: 40, ...computer }),
  'santorini of four': kept(4, 'santorini', { from: 'four', plies: 36, seats: 4 }),
  hermit: kept(5, 'hermit', { plies: 14, ...computer }),
  'santorini won': kept(6, 'santorini', {
    result: { winners: [1], reason: 'climb' },
    ...computer,
  }),
}
const powers = {
  ...games.santorini,
  id: '00000000-0000-4000-8000-000000000007',
  start: '00000/01200/00310/00020/00000 b3e1,a5c2 1 artemis,atlas',
  moves: [],
}

/** Stores games, or other things, where the page keeps them. */
export async function keep(page, all, shelf = 'games') {
  await page.goto('/#/')
  await page.locator('.cards .board').first().waitFor()
  await page.evaluate(
    async ([all, shelf]) => {
      const asked = indexedDB.open('thera')
      await new Promise((done) => (asked.onsuccess = done))
      const writing = asked.result.transaction(shelf, 'readwrite')
      all.forEach((item) => writing.objectStore(shelf).put(item))
      await new Promise((done) => (writing.oncomplete = done))
      asked.result.close()
    },
    [all, shelf],
  )
}

/** Exercises that are due. */
const failed = { updated: 1, added: Date.UTC(2026, 0, 10), game: 'hermit', repetitions: [] }
const mistake = {
  ...failed,
  id: 'hermit .../.../... 1 Ra1',
  position: '.../.../... 1',
  played: 'Ra1',
  better: 'Rb2',
  answer: 'Ya2-b2',
  won: true,
  reasons: ['mirror', 'nimber'],
}

const link = (game, plies) => {
  const { start, moves } = played[game]
  const text = moves.split(' ').slice(0, plies).join('_')
  return `analysis?game=${game}&start=${start.replaceAll(' ', '_')}&moves=${text}`
}

const board = (page) => page.locator('.board').first().waitFor()
const button = (page, name) => page.getByRole('button', { name }).first()

/** A page, ready once an element is there. */
const at = (name, address, there = 'main h1, main .board') => ({
  name,
  address,
  open: async (page, world) => {
    await page.goto(`/#/${typeof address === 'function' ? address(world) : address}`)
    await page.locator(there).first().waitFor()
  },
})
/** A game stored in the browser. */
const game = (name, kept) => ({
  name,
  kept,
  address: `game/${kept.id}`,
  open: async (page) => {
    await keep(page, [kept])
    await page.goto(`/#/game/${kept.id}`)
    await page.locator('.place .board').waitFor()
  },
})
/** A dialog that a button on a page opens. */
const opened = (name, address, label, there = '.board') => ({
  name,
  open: async (page, world) => {
    await page.goto(`/#/${typeof address === 'function' ? address(world) : address}`)
    await page.locator(there).first().waitFor()
    await button(page, label).click()
    await page.getByRole('dialog').waitFor()
  },
})

/** Starts a study. */
async function begun(page) {
  await page.goto('/#/studies')
  await button(page, 'New study').click()
  await page.getByLabel('Title').fill('Corners')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForURL(/#\/study\/./)
  await page.locator('.place .board').waitFor()
}
/** A dialog that a button on a study's page opens. */
const ofStudy = (name, label) => ({
  name,
  open: async (page) => {
    await begun(page)
    await button(page, label).click()
    await page.getByRole('dialog').waitFor()
  },
})
/** An embedded board. */
const framed = (name, parameters) => ({
  name,
  isFramed: true,
  open: async (page) => {
    await page.goto(`/embed?${parameters.replaceAll(' ', '_')}`)
    await board(page)
  },
})
const [puzzle] = puzzlesOf('hermit')

/** The pages that need no account. */
export const alone = [
  at('home', '', '.cards .board'),
  {
    name: 'home with games',
    open: async (page) => {
      await keep(page, Object.values(games))
      await page.reload()
      await page.locator('.kept a').first().waitFor()
    },
  },
  opened('settings', 'learn/hermit', 'Settings'),
  opened('new game', '', 'Play: Amazons'),
  opened('new game of santorini', '', 'Play: Santorini'),
  ...Object.entries(games).map(([name, kept]) => game(name, kept)),
  game('santorini with powers', powers),
  at('analysis of amazons', link('amazons', 30), '.lines button'),
  at('analysis of santorini', link('santorini', 30), 'main .board'),
  at('analysis of hermit', link('hermit', 12), 'main .board'),
  {
    name: 'openings',
    open: async (page) => {
      await page.goto('/#/analysis?game=santorini')
      await board(page)
      await button(page, 'Openings').click()
      await page.getByRole('region', { name: 'Openings' }).locator('li').first().waitFor()
    },
  },
  at('practicing openings', 'openings/hermit', 'main .board'),
  opened('import', 'analysis', 'Import'),
  opened('sharing an analysis', 'analysis', 'Share'),
  opened('editor', 'analysis', /Set up/),
  {
    name: 'review',
    address: 'analysis?game=hermit&start=.../.../..._1&moves=Ra1&review=1',
    open: async (page) => {
      await page.goto('/#/analysis?game=hermit&start=.../.../..._1&moves=Ra1&review=1')
      await button(page, /was winning until/).waitFor()
    },
  },
  at('puzzles of amazons', 'puzzles/amazons', 'main .board'),
  at('puzzles of santorini', 'puzzles/santorini', 'main .board'),
  at('puzzles of hermit', 'puzzles/hermit', 'main .board'),
  opened('sharing a puzzle', 'puzzles/hermit', 'Share'),
  at('no mistakes', 'mistakes', 'main .row'),
  {
    name: 'mistakes',
    open: async (page) => {
      await keep(
        page,
        [mistake, { ...failed, id: `hermit#${puzzle.id}`, puzzle: puzzle.id }],
        'mistakes',
      )
      await page.goto('/#/mistakes')
      await page.locator('main table').first().waitFor()
    },
  },
  {
    name: 'mistake to practice',
    open: async (page) => {
      await keep(page, [mistake], 'mistakes')
      await page.goto('/#/mistakes')
      await page.getByRole('button', { name: 'Practice', exact: true }).first().click()
      await board(page)
    },
  },
  at('learn', 'learn', 'main .board'),
  at('learn santorini', 'learn/santorini', 'main .board'),
  at('learn hermit', 'learn/hermit', 'main .board'),
  at('tour', 'learn/hermit?lesson=tour&step=3', 'main .board'),
  at('lesson', 'learn/amazons?lesson=territory&step=2', 'main .board'),
  at('nowhere', 'nowhere', 'main [role=alert]'),
  at('exercises', 'exercises', 'main li'),
  at('exercise of hermit', 'exercises/hermit', 'main pre'),
  at('exercise of text', 'exercises/text', 'main pre'),
  at('studies', 'studies', 'main h1'),
  { name: 'study', open: begun },
  ofStudy('new chapter', 'New chapter'),
  ofStudy('chapter', 'Edit this chapter'),
  ofStudy('sharing a study', 'Share'),
  framed('game in a frame', 'game=hermit&position=.../.../... 1&moves=Rb2'),
  framed(
    'puzzle in a frame',
    `game=hermit&position=${puzzle.position}&moves=${puzzle.line.join('_')}&goal=line`,
  ),
  at('account of nobody', 'account', 'main form'),
]

/** The pages that need an account and other players. */
export const together = [
  at('home with an account', '', '.cards .board'),
  opened('offer', '', 'Custom…'),
  at('watch', 'watch', 'main h1'),
  at('account', 'account', 'main h1'),
  at('player', ({ other }) => `player/${other}`, 'main h1'),
  at('leaders', 'leaders/hermit-fast', 'main h1'),
  at('ladder', 'ladder', 'main h1'),
  at('contests', 'contests', 'main h1'),
  at('contest', ({ contest }) => `contest/${contest}`, 'main h1'),
  at('team match', ({ match }) => `contest/${match}`, 'main h3'),
  opened('new tournament', 'contests', 'New tournament', 'main h1'),
  at('class', ({ group }) => `class/${group}`, 'main h1'),
  at('join a class', ({ invitation }) => `join/${invitation}`, 'main h1'),
  at('draft', ({ draft }) => `draft/${draft}`, 'main h1'),
  at('challenge', ({ challenge }) => `challenge/${challenge}`, 'main h1, main .panel'),
  at('live game', ({ game }) => `game/${game}`, '.place .board'),
  at('consultation', ({ consultation }) => `game/${consultation}`, 'main section h2'),
  at('live game that is over', ({ over }) => `game/${over}`, '.place .board'),
  opened('sharing a game', ({ over }) => `game/${over}`, 'Share', '.place .board'),
]

/** Creates what the pages show: two people with games, and what one of them has organized. */
export async function makeWorld(one, other) {
  const hermit = { game: 'hermit', variant: '3x3', clock: '5+3', rated: true, seat: 1 }
  const meet = async (terms) => {
    const { challenge } = await ask(one, 'POST', '/challenges', terms)
    return await ask(other, 'POST', `/challenges/${challenge.id}/accept`)
  }
  const { game: over } = await meet(hermit)
  const first = await ask(one, 'GET', `/game/${over}`)
  const [a, b] = first.you === 1 ? [one, other] : [other, one]
  await ask(a, 'POST', `/game/${over}/turn`, { turn: 'Ra1', ply: 1 })
  await ask(b, 'POST', `/game/${over}/turn`, { turn: 'Yc1', ply: 2 })
  await ask(a, 'POST', `/game/${over}/resign`)
  const two = { ...hermit, game: 'santorini', variant: '2p' }
  const { game } = await meet(two)
  // One of days: of minutes, it would take the page away when the notice comes.
  const slow = { ...two, rated: false, seat: 0, clock: '3d' }
  const { draft } = await meet({ ...slow, powers: 'draft' })
  const { challenge } = await ask(other, 'POST', '/challenges', {
    ...hermit,
    game: 'amazons',
    variant: '10x10',
  })
  const cup = { kind: 'swiss', name: 'Friday Cup', clock: '5+3', players: 'all' }
  const contest = await ask(one, 'POST', '/contests', { ...cup, game: 'hermit', variant: '6x6' })
  await ask(other, 'POST', `/contests/${contest.id}/join`)
  const teams = { ...cup, kind: 'teams', teams: ['Red', 'Blue'], boards: 2, game: 'hermit' }
  const match = await ask(one, 'POST', '/contests', teams)
  await ask(one, 'POST', `/contests/${match.id}/join?team=1`)
  await ask(other, 'POST', `/contests/${match.id}/join?team=2`)
  const sides = { ...teams, kind: 'consultation', boards: 0, clock: '3d', players: 'people' }
  const council = await ask(one, 'POST', '/contests', { ...sides, voting: 43_200 })
  await ask(one, 'POST', `/contests/${council.id}/join?team=1`)
  await ask(other, 'POST', `/contests/${council.id}/join?team=2`)
  const { you } = await ask(one, 'POST', `/contests/${council.id}/start`)
  const group = await ask(one, 'POST', '/classes', { name: 'Group B' })
  return {
    over,
    game,
    draft: draft.id,
    challenge: challenge.id,
    contest: contest.id,
    match: match.id,
    consultation: you.game,
    group: group.id,
    invitation: group.invitation,
    other: other.name,
  }
}
