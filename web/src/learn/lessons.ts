// The lessons on strategy, in learning order. Boards are data, proved by a test of the rules; texts
// are files by language; a test (UPDATE=1) makes pictures of the boards, so that a lesson appears
// before the engine has loaded. Everything loads on demand.

import type { View } from '../generated/protocol'
import type { Goal } from '../looks/look'
import type { Language } from '../store/settings.svelte'

/** The lessons of each game, and how many steps they have. */
export const lessons: Readonly<Record<string, readonly { name: string; steps: number }[]>> = {
  amazons: [
    { name: 'territory', steps: 5 },
    { name: 'mobility', steps: 5 },
    { name: 'filling', steps: 5 },
    { name: 'counting', steps: 5 },
  ],
  santorini: [
    { name: 'heights', steps: 5 },
    { name: 'threats', steps: 4 },
    { name: 'blocking', steps: 5 },
    { name: 'tempo', steps: 4 },
  ],
  hermit: [
    { name: 'last', steps: 6 },
    { name: 'symmetry', steps: 4 },
    { name: 'sums', steps: 5 },
    { name: 'nimbers', steps: 6 },
  ],
}

/** The board of a step, and the task on it. */
export interface StepBoard {
  position: string
  /** Moves drawn on it. */
  move?: string
  shown?: string[]
  territory?: boolean
  /** For an exercise: the goal of the move, and all moves that meet it. */
  goal?: Goal
  solutions?: string[]
  /** For a question: what it asks for, the answers, and the index of the right one. */
  fact?: string
  answers?: number[]
  answer?: number
}

export interface StepText {
  heading: string
  text: string
  /** Shown once the step is solved. */
  why?: string
}

export interface Step extends StepBoard, StepText {
  /** The board as drawn. */
  view: View
}

const boards = import.meta.glob<StepBoard[]>('./lessons/boards/*.json', { import: 'default' })
const views = import.meta.glob<View[]>('../generated/lessons/*.json', { import: 'default' })
const texts = import.meta.glob<StepText[]>('./lessons/*/*.json', { import: 'default' })

/** Loads a lesson in a language, or in English if it has not been translated. */
export async function loadLesson(game: string, name: string, language: Language): Promise<Step[]> {
  const file = `${game}-${name}.json`
  const [board, view, text] = await Promise.all([
    boards[`./lessons/boards/${file}`]?.(),
    views[`../generated/lessons/${file}`]?.(),
    (texts[`./lessons/${language}/${file}`] ?? texts[`./lessons/en/${file}`])?.(),
  ])
  return (board ?? []).flatMap((step, i) => {
    const drawn = view?.[i]
    const told = text?.[i]
    return drawn && told ? [{ ...step, ...told, view: drawn }] : []
  })
}

/** The address of a lesson's step, from 0. */
export const addressOf = (game: string, name: string, step = 0) =>
  `#/learn/${game}?lesson=${name}${step > 0 ? `&step=${step + 1}` : ''}`
