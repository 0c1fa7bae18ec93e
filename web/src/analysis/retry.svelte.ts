// The exercise of finding a better turn than a mistake: the engine judges each attempt.

import type { Client } from '../engine/client'
import { valueOf } from '../game/score'
import { winnerOf, type TreeNode, type Value } from '../game/tree.svelte'
import type { Station } from '../generated/protocol'
import type { Mistake } from './mistakes'

/**
 * How many nodes the engine searches after each of the two turns that it compares, and how many the
 * solver may use to prove who wins.
 */
const glance = 100_000
const attempt = 200_000
/** A turn is as good as the best one if it costs no more than this of the winning chance. */
const asGood = 0.05

/** A position that a turn has led to, with what is known of it. */
type Reached = Pick<TreeNode, 'position' | 'turn' | 'winners'> & { value?: Value | undefined }

/** The outcome: the best turn, one as good, one that is not, or none because the answer was shown. */
export type Verdict = 'open' | 'judging' | 'best' | 'good' | 'bad' | 'shown'

export class Retry {
  readonly #engine: Client
  readonly #game: string
  readonly mistake: Mistake
  verdict: Verdict = $state('open')
  /** The last attempt. */
  tried: string | undefined = $state()
  /** The opponent's answer to it, where the engine has looked for one. */
  answer: string | undefined = $state()
  #best: number | undefined

  constructor(engine: Client, game: string, mistake: Mistake) {
    this.#engine = engine
    this.#game = game
    this.mistake = mistake
  }

  /** The position in which to find the better turn. */
  get from(): TreeNode | undefined {
    return this.mistake.node.parent
  }

  /** Whether the answer is still to be found, and therefore hidden. */
  get hidden(): boolean {
    return this.verdict === 'open' || this.verdict === 'judging' || this.verdict === 'bad'
  }

  /** Whether a turn can be tried. */
  get isOpen(): boolean {
    return this.hidden && this.verdict !== 'judging'
  }

  /** Judges a turn that has led to a position. If that fails, another one can be tried. */
  async judge(move: string, reached: Reached) {
    this.tried = move
    this.answer = undefined
    this.verdict = 'judging'
    try {
      this.verdict = await this.#compare(move, reached)
    } catch (error) {
      this.verdict = 'open'
      throw error
    }
  }

  async #compare(move: string, reached: Reached): Promise<Verdict> {
    const { from, mistake } = this
    if (!from || move === mistake.better) {
      return 'best'
    }
    if (move === mistake.node.move) {
      return 'bad' // the move actually played
    }
    const winner = winnerOf(from)
    const after =
      winnerOf(reached) ?? (winner === from.turn ? await this.#proven(reached) : undefined)
    if (after !== undefined) {
      return after === from.turn ? 'good' : 'bad'
    }
    this.#best ??= await this.#chanceOfBest(from)
    const { chance, best } = await this.#look(reached)
    this.answer = best
    return chance >= this.#best - asGood ? 'good' : 'bad'
  }

  /** The chance after the best turn, searched as deeply as the attempt so that the two compare. */
  async #chanceOfBest({ position, value }: TreeNode): Promise<number> {
    const move = this.mistake.better
    if (move === undefined) {
      return this.#own(value?.win ?? 0.5)
    }
    const { view } = await this.#engine.ask('play', { game: this.#game, position, move })
    return (await this.#look(view)).chance
  }

  /** Who provably wins a position, if the solver finds out. */
  async #proven({ position }: Reached): Promise<number | undefined> {
    const work = this.#engine.solve({ game: this.#game, position, nodes: attempt, one: true })
    const { proven, winners } = await work.result
    return proven ? winners[0] : undefined
  }

  /** The solver's chance in a position, and the best move in it. */
  async #look({
    position,
    turn,
    winners,
  }: Station): Promise<{ chance: number; best?: string | undefined }> {
    if (winners.length > 0) {
      return { chance: winners.includes(this.mistake.seat) ? 1 : 0 }
    }
    const search = { game: this.#game, position, nodes: glance, fresh: true }
    const found = await this.#engine.search(search).result
    const { win } = valueOf({ seats: 2, turn }, found, found.nodes)
    return { chance: this.#own(win), best: found.move }
  }

  #own = (win: number) => (this.mistake.seat === 0 ? win : 1 - win)

  /** Gives up and shows the answer. */
  show() {
    this.verdict = 'shown'
  }
}
