// The positions of a game in progress so far, and the one being viewed.

import type { View } from '../generated/protocol'
import { Course, type Stop } from './course.svelte'

export class Viewing {
  readonly course = new Course()
  /** The last position; undefined while loading. */
  live: View | undefined = $state.raw()
  /** The position being viewed. */
  shown: View | undefined = $state.raw()
  #look: (position: string) => Promise<View>

  constructor(look: (position: string) => Promise<View>) {
    this.#look = look
  }

  /** Sets all positions, and views the last one if it is new. */
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

  /** Views the position after that many turns. */
  async show(at: number) {
    const { course } = this
    course.at = Math.max(0, Math.min(at, course.stops.length - 1))
    const wanted = course.stops[course.at]
    if (course.atEnd && this.live) {
      this.shown = this.live
    } else if (wanted) {
      const view = await this.#look(wanted.position)
      if (wanted === course.stops[course.at]) {
        this.shown = view
      }
    }
  }
}
