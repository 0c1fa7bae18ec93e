// The texts that the page starts with. English is bundled; each other language is one file.

import type { Language } from '../store/settings.svelte'
import account from './en/start/account.json'
import choosing from './en/start/choosing.json'
import games from './en/start/games.json'
import live from './en/start/live.json'
import lobby from './en/start/lobby.json'
import page from './en/start/page.json'
import people from './en/start/people.json'
import powers from './en/start/powers.json'
import problems from './en/start/problems.json'
import reviewed from './en/start/reviewed.json'

export const english = {
  account,
  choosing,
  games,
  live,
  lobby,
  page,
  people,
  powers,
  problems,
  reviewed,
}

const others: Record<Exclude<Language, 'en'>, () => Promise<typeof english>> = {
  de: () => import('words:de'),
  es: () => import('words:es'),
  fr: () => import('words:fr'),
  nl: () => import('words:nl'),
  zh: () => import('words:zh'),
}

/** Loads the texts that the page starts with in a language. */
export const startIn = (language: Language) =>
  language === 'en' ? Promise.resolve(english) : others[language]()
