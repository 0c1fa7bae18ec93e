// The texts around the lessons. Those of the lessons themselves are in learn/lessons.

import english from './en/lessons.json'
import { named } from './message'
import { topicOf } from './topic.svelte'

export const lessonWords = topicOf('lessons', english)

/** The name of a game's lesson. */
export const lessonName = (game: string, name: string) =>
  named(lessonWords().names, `${game}-${name}`) ?? name
