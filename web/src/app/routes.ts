// All pages by the first part of their address: what shows them, and what belongs to them.

import type { Component } from 'svelte'
import type { PageProps, ReadyProps } from '../base/page'
import type { Route } from '../base/route.svelte'
import { named, t, wordsOf } from '../i18n'
import { lookWords } from '../i18n/look'
import { gameNames } from '../looks'
import { shownName } from '../looks/opponents'
import GamePage from '../play/GamePage.svelte'
import { isKeptId } from '../play/kept'
import { hasPuzzles } from '../puzzles/files'
import Home from './Home.svelte'

/** The pages in the navigation, to which others belong. */
type Section = '' | 'watch' | 'analysis' | 'learn' | 'puzzles'

interface About {
  /** The title, unless the page sets one itself. */
  title?: (name: string) => string
  section?: Section
  /** The names that it takes; none if missing. */
  names?: (name: string) => boolean
  /** Whether each name is a page of its own, rather than a choice on the same page. */
  each?: boolean
  /** Whether a board and a panel fill the window, without a footer. */
  isBoard?: boolean
  /** Whether what it shows goes with the user who opened it. */
  isOwn?: boolean
  /** Whether it is of no use without the server. */
  isOnline?: boolean
}

type Load<Props extends PageProps> = () => Promise<{ default: Component<Props> }>

/** A page that is shown as soon as it has loaded, or only once the engine has, too. */
export type Page = About & ({ load: Load<PageProps> } | { ready: Load<ReadyProps> })

/** For pages that the first files include. */
const here = (page: Component<PageProps>) => () => Promise.resolve({ default: page })

/** For pages that ignore what they are given. */
const bare = (load: () => Promise<{ default: Component<Record<string, never>> }>) =>
  load as unknown as Load<PageProps>

const any = () => true
const some = (name: string) => name !== ''
const isGame = (name: string) => gameNames.includes(name)
const maybeGame = (name: string) => name === '' || isGame(name)
const withGame = (title: () => string) => (name: string) =>
  isGame(name) ? `${wordsOf(name).name} · ${title()}` : title()

const each = { names: some, each: true }
const online = { isOnline: true }
const game = { ...each, section: '', isBoard: true, isOwn: true } as const
const join: Page = {
  ...each,
  ...online,
  title: () => t().account.classes,
  load: () => import('../class/JoinPage.svelte'),
}

const pages: Record<string, Page> = {
  '': { load: here(Home), section: '' },
  game: { load: () => import('../live/LivePage.svelte'), ...game, ...online },
  challenge: {
    ...each,
    ...online,
    section: '',
    title: () => t().lobby.challenge.heading,
    load: () => import('../lobby/ChallengePage.svelte'),
  },
  draft: {
    ...each,
    ...online,
    section: '',
    title: () => t().choosing.heading,
    load: () => import('../lobby/DraftPage.svelte'),
  },
  watch: {
    ...online,
    section: 'watch',
    title: () => t().people.nav.watch,
    load: bare(() => import('../people/WatchPage.svelte')),
  },
  analysis: {
    section: 'analysis',
    isBoard: true,
    isOwn: true,
    title: () => t().nav.analysis,
    ready: () => import('../analysis/AnalysisPage.svelte'),
  },
  studies: { load: () => import('../study/StudiesPage.svelte'), section: 'analysis' },
  study: {
    ...each,
    section: 'analysis',
    isOwn: true,
    ready: () => import('../study/StudyPage.svelte'),
  },
  learn: {
    section: 'learn',
    names: maybeGame,
    title: withGame(() => t().nav.learn),
    load: () => import('../learn/LearnPage.svelte'),
  },
  exercises: {
    section: 'learn',
    names: any,
    title: () => lookWords().foot.exercises,
    load: () => import('../exercises/ExercisesPage.svelte'),
  },
  puzzles: {
    each: true,
    section: 'puzzles',
    isBoard: true,
    title: withGame(() => t().nav.puzzles),
    names: (name) => name === '' || (isGame(name) && hasPuzzles(name)),
    ready: () => import('../puzzles/PuzzlesPage.svelte'),
  },
  openings: {
    section: 'learn',
    isBoard: true,
    names: maybeGame,
    ready: () => import('../openings/OpeningsPage.svelte'),
  },
  mistakes: {
    section: 'puzzles',
    isOwn: true,
    load: bare(() => import('../mistakes/MistakesPage.svelte')),
  },
  account: {
    ...online,
    title: () => t().account.heading,
    load: bare(() => import('../account/AccountPage.svelte')),
  },
  player: {
    ...each,
    ...online,
    title: shownName,
    load: () => import('../people/PlayerPage.svelte'),
  },
  leaders: {
    ...online,
    title: () => t().people.leaders,
    names: (name) => maybeGame(name.replace(/-(fast|slow|correspondence)$/, '')),
    load: () => import('../people/LeadersPage.svelte'),
  },
  contests: {
    ...online,
    title: () => t().people.contests,
    load: () => import('../contests/ContestsPage.svelte'),
  },
  contest: {
    ...each,
    ...online,
    title: () => t().people.contests,
    load: () => import('../contests/ContestPage.svelte'),
  },
  ladder: {
    ...online,
    names: maybeGame,
    title: withGame(() => lookWords().foot.ladder),
    load: () => import('../ladder/LadderPage.svelte'),
  },
  class: {
    ...each,
    ...online,
    names: any,
    title: () => t().account.classes,
    load: () => import('../class/ClassPage.svelte'),
  },
  join,
  enter: join,
  moderation: {
    ...online,
    names: any,
    title: () => t().account.moderation,
    load: () => import('../moderation/ModerationPage.svelte'),
  },
  display: {
    isBoard: true,
    title: () => t().display.heading,
    load: bare(() => import('../display/DisplayPage.svelte')),
  },
}

/** A game in this browser. */
const keptGame: Page = { load: here(GamePage), ...game }

/** The page of an address; undefined if there is none. */
export function pageOf({ page: path, name, params }: Route): Page | undefined {
  const page = path === 'game' && isKeptId(name) ? keptGame : named(pages, path)
  const takes = page?.names ?? ((name) => name === '')
  return takes(name) && isGame(params.get('game') ?? gameNames[0] ?? '') ? page : undefined
}

/** The links of the navigation. */
export const sections = (): { section: Section; text: string }[] => [
  { section: '', text: t().nav.play },
  { section: 'watch', text: t().people.nav.watch },
  { section: 'analysis', text: t().nav.analysis },
  { section: 'learn', text: t().nav.learn },
  { section: 'puzzles', text: t().nav.puzzles },
]
