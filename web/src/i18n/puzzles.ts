// The texts of puzzles in the chosen language.

import { settings } from '../settings.svelte'
import { en } from './en.puzzles'
import { nl } from './nl.puzzles'

const words = { en, nl }

export const pz = () => words[settings.language]

/** What a theme is called. */
export const themeName = (theme: string) => themeOf(theme).name

/** What a theme is about, in a sentence. */
export const themeText = (theme: string) => themeOf(theme).text

function themeOf(theme: string): { name: string; text: string } {
  const themes: Partial<Record<string, { name: string; text: string }>> = pz().themes
  return themes[theme] ?? { name: theme, text: '' }
}
