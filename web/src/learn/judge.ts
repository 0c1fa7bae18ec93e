// Decides whether a move meets an exercise's goal, by asking the engine.

import type { Client } from '../engine/client'
import { provenOf } from '../game/score'
import type { View } from '../generated/protocol'
import type { Exercise } from '../looks/look'

/** How long the engine may search for a proof, in ms. */
const patience = 5000

/**
 * Plays a move in an exercise. If the goal needs a proof that the engine does not find in time, the
 * verdict is unknown. Rejects if the move is illegal.
 */
export async function judge(
  engine: Client,
  game: string,
  exercise: Pick<Exercise, 'position' | 'goal'>,
  move: string,
): Promise<{ met: boolean | undefined; move: string; view: View }> {
  const before = await engine.ask('view', { game, position: exercise.position })
  const { move: played, view } = await engine.ask('play', {
    game,
    position: exercise.position,
    move,
  })
  return { met: await meets(engine, exercise, before.turn, view), move: played, view }
}

async function meets(engine: Client, { goal }: Pick<Exercise, 'goal'>, seat: number, view: View) {
  if (goal === 'legal') {
    return true
  }
  if (goal === 'win' || view.winners.length > 0) {
    return view.winners.includes(seat)
  }
  const limit = goal === 'safe' ? { depth: 1 } : { millis: patience }
  const { game, position } = view
  const proven = provenOf(await engine.search({ game, position, ...limit }).result)
  if (goal === 'safe') {
    return proven <= 0
  }
  return proven === 0 ? undefined : proven < 0
}
