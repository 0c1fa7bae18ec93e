// What one sees of a game that goes on: its positions up to the last, and the one looked at.

import type { View } from '../engine/protocol'
import { Course, type Stop } from '../game/course.svelte'

export class Scene {
  readonly course = new Course()
  /** The last position; undefined while it is being fetched. */
  live: View | undefined = $state.raw()
  /** The position that is looked at. */
  shown: View | undefined = $state.raw()
  #look: (position: string) => Promise<View>

  constructor(look: (position: string) => Promise<View>) {
    this.#look = look
  }

  /** Puts up all positions, and looks at the last one if it is new. */
  put(stops: Stop[], live: View) {
    const { course } = this
    if (
      stops.length !== course.stops.length ||
      stops.at(-1)?.position !== course.last?.position ||
      this.live === undefined
    ) {
      course.begin(stops)
      this.live = this.shown = live
    }
  }

  /** Adds a position. */
  add(stop: Stop, live: View) {
    this.course.add(stop)
    this.live = this.shown = live
  }

  /** Looks at the position after so many turns. */
  async show(at: number) {
    const { course } = this
    course.at = Math.max(0, Math.min(at, course.stops.length - 1))
    const wanted = course.stops[course.at]
    if (course.atEnd) {
      this.shown = this.live
    } else if (wanted) {
      const view = await this.#look(wanted.position)
      if (wanted === course.stops[course.at]) {
        this.shown = view
      }
    }
  }
}
