// The folders of the page from the ground up, each with what it holds, the folders it may import,
// and why. A folder imports only what stands above it in this table, so no two import each other.
// Tests may import anything.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Floor {
  holds: string
  imports: readonly string[]
  why: string
}

/** What every feature stands on. */
const ground = ['generated', 'base', 'store', 'i18n', 'engine', 'looks', 'server', 'kit']

const floors: Readonly<Record<string, Floor>> = {
  generated: {
    holds: 'types and data that tests in Go and of the page write',
    imports: [],
    why: 'nobody edits it',
  },
  base: {
    holds: 'lifetimes, addresses, IDs, locks between tabs',
    imports: ['generated'],
    why: 'every page gets the list of games',
  },
  store: {
    holds: 'what the browser keeps by account, and the settings',
    imports: [],
    why: 'what is kept has schemas of its own',
  },
  i18n: {
    holds: 'words, numbers, and dates in each language',
    imports: ['store'],
    why: 'the language is a setting',
  },
  engine: {
    holds: 'messages to and from the engine',
    imports: ['generated'],
    why: 'it is also in the npm package, where there is no page',
  },
  looks: {
    holds: 'what the page knows about each game besides its rules',
    imports: ['generated', 'store', 'i18n', 'engine'],
    why: 'games have words, styles that the user chooses, and seats',
  },
  server: {
    holds: 'requests, sockets, and who the user is',
    imports: ['generated', 'base', 'store'],
    why: 'a connection ends with its scope; what is kept belongs to who is signed in',
  },
  kit: {
    holds: 'buttons, dialogs, failures, and sounds, for any page',
    imports: ['base', 'store', 'i18n', 'engine', 'looks', 'server'],
    why: 'failures of engine and server have words; tabs name the games',
  },
  cards: {
    holds: 'what the user practices, and when',
    imports: ground,
    why: 'it is kept by account, here and on the server',
  },
  board: {
    holds: 'boards, and entering a turn on them',
    imports: ground,
    why: 'it shows any position, whatever it is for',
  },
  powers: {
    holds: 'powers: their cards, choice, and drafts',
    imports: [...ground, 'board'],
    why: 'each power has an example',
  },
  handicap: {
    holds: 'what one of two players gives the other',
    imports: [...ground, 'powers'],
    why: 'it can be a pair of powers',
  },
  game: {
    holds: 'what all pages with a game share: trees, moves, seats, keys, links',
    imports: [...ground, 'board', 'powers'],
    why: 'seats show powers',
  },
  play: {
    holds: 'games in this browser, against the computer or in turn',
    imports: [...ground, 'board', 'powers', 'handicap', 'game'],
    why: 'a game needs no server',
  },
  explorer: {
    holds: 'what was played in openings, and how often',
    imports: [...ground, 'game', 'play'],
    why: 'it follows the current position of a tree, and counts games in this browser',
  },
  analysis: {
    holds: 'analysis, review, and what of them is kept',
    imports: [...ground, 'cards', 'board', 'powers', 'game', 'play', 'explorer'],
    why: 'a position can be played on, looked up in the openings, and practiced',
  },
  study: {
    holds: 'studies, here and on the server',
    imports: [...ground, 'board', 'game', 'analysis'],
    why: 'a chapter is an analysis with notes',
  },
  openings: {
    holds: 'practicing openings',
    imports: [...ground, 'board', 'game', 'explorer', 'analysis', 'study'],
    why: 'lines come from the explorer, or from analyses and studies',
  },
  puzzles: {
    holds: 'puzzles, and the record in them',
    imports: [...ground, 'cards', 'board', 'powers', 'game'],
    why: 'puzzles have powers, and come back if they are failed',
  },
  mistakes: {
    holds: 'the exercises made of mistakes',
    imports: [...ground, 'cards', 'board', 'game', 'analysis', 'puzzles'],
    why: 'a better turn is judged as in a review, and a puzzle as a puzzle',
  },
  learn: {
    holds: 'rules and lessons',
    imports: [...ground, 'board', 'powers', 'game', 'play', 'puzzles'],
    why: 'a lesson leads to a game and to puzzles',
  },
  exercises: {
    holds: 'exercises in programming',
    imports: [...ground, 'board'],
    why: 'it has boards, but no games',
  },
  backup: {
    holds: 'all that an account keeps in the browser as a file',
    imports: [...ground, 'cards', 'play', 'analysis', 'openings', 'learn', 'puzzles'],
    why: 'these keep something',
  },
  session: {
    holds: 'signing in, and what the server tells the user on any page',
    imports: [...ground, 'backup'],
    why: 'what is kept goes with the account',
  },
  account: {
    holds: 'the page of the account',
    imports: [...ground, 'backup', 'session'],
    why: 'it offers to move what is kept',
  },
  moderation: {
    holds: 'reports and what moderators do',
    imports: [...ground, 'session'],
    why: 'moderators confirm who they are',
  },
  live: {
    holds: 'games on the server, and their terms',
    imports: [...ground, 'board', 'powers', 'handicap', 'game', 'session', 'moderation'],
    why: 'players can be reported, and hear of votes',
  },
  lobby: {
    holds: 'offers and drafts',
    imports: [...ground, 'powers', 'game', 'handicap', 'session', 'live'],
    why: 'an offer has the terms of a game',
  },
  people: {
    holds: 'players, leaderboards, and games to watch',
    imports: [
      ...ground,
      'board',
      'powers',
      'game',
      'handicap',
      'account',
      'moderation',
      'live',
      'lobby',
    ],
    why: 'a player can be challenged and reported, and an ending is a link to a game',
  },
  contests: {
    holds: 'tournaments',
    imports: [...ground, 'powers', 'game', 'session', 'live'],
    why: 'a tournament has the terms of its games',
  },
  class: {
    holds: 'teachers’ classes',
    imports: [...ground, 'session', 'live', 'lobby'],
    why: 'members challenge each other',
  },
  ladder: {
    holds: 'the ladder of programs',
    imports: [...ground, 'live'],
    why: 'it lists games',
  },
  display: {
    holds: 'a game of the command line',
    imports: [...ground, 'board', 'game'],
    why: 'it comes from a program, not from the server',
  },
  embed: {
    holds: 'the board in pages of others',
    imports: [...ground, 'board', 'game', 'puzzles', 'learn'],
    why: 'games, puzzles and exercises can be embedded',
  },
}

/** The page itself, which puts all together. */
const top = ['app', 'main.ts']

const src = new URL('./', import.meta.url)
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(ts|svelte)$/.test(name) && !/\.test\.ts$|\.d\.(json\.)?ts$/.test(name),
)

/** The other folders that a file names in its imports. */
const importsOf = (file: string) =>
  [...readFileSync(new URL(file, src), 'utf8').matchAll(/'\.\.\/([a-z0-9]+)(\/[^']*)?'/g)].map(
    ([, folder = '']) => folder,
  )
const folderOf = (file: string) => file.split('/')[0] ?? ''

it('has every folder in the table, above those that import it', () => {
  const folders = new Set(files.map(folderOf).filter((name) => !top.includes(name)))
  expect(Object.keys(floors).sort()).toEqual([...folders].sort())
  const names = Object.keys(floors)
  for (const [i, name] of names.entries()) {
    const below = floors[name]?.imports.filter((other) => names.indexOf(other) >= i)
    expect(below, `${name} may import only what is above it`).toEqual([])
  }
})

it('imports between folders as the table says', () => {
  const wrong: string[] = []
  const used = new Set<string>()
  for (const file of files) {
    const floor = floors[folderOf(file)]
    for (const to of floor ? importsOf(file) : []) {
      used.add(`${folderOf(file)} ${to}`)
      if (floor && !floor.imports.includes(to)) {
        wrong.push(`${file} imports ${to}: ${folderOf(file)} holds ${floor.holds}; ${floor.why}`)
      }
    }
  }
  expect(wrong).toEqual([])
  const declared = Object.entries(floors).flatMap(([name, { imports }]) =>
    imports
      .filter((to) => ground.includes(name) || !ground.includes(to))
      .map((to) => `${name} ${to}`),
  )
  expect(
    declared.filter((pair) => !used.has(pair)),
    'declared, and not needed',
  ).toEqual([])
})
