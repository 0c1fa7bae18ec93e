// The words around the lessons. Those of the lessons themselves are beside them.

import english from './en/lessons.json'
import { named } from './message'
import { fileOf, topic } from './topic.svelte'

export const s = topic(english, (language) => fileOf(language, 'lessons'))

/** What a lesson of a game is called. */
export const lessonName = (game: string, name: string) =>
  named(s().names, `${game}-${name}`) ?? name
