// A mistake being practiced: a better turn is to be found, which is judged as in a review.

import type { Client } from '../engine/client'
import type { Station, View } from '../generated/protocol'
import type { Mistake } from '../analysis/mistakes'
import { Retry } from '../analysis/retry.svelte'
import { Tree } from '../game/tree.svelte'
import type { Grade, MistakeCard } from '../cards/card'

export class Drill {
  readonly card: MistakeCard
  view: View | undefined = $state.raw()
  /** The turn shown, once it has been accepted. */
  last: string | undefined = $state()
  /** Undefined until the position has come. */
  retry: Retry | undefined = $state.raw()
  /** Whether the opponent's answer to the mistake has been shown. */
  hinted = $state(false)
  readonly #engine: Client
  readonly #told: (grade: Grade) => void
  #isTold = false

  /** told is called once, with the result of the first try. */
  constructor(engine: Client, card: MistakeCard, told: (grade: Grade) => void) {
    this.#engine = engine
    this.card = card
    this.#told = told
  }

  async open() {
    const { game, position } = this.card
    this.view = await this.#engine.ask('view', { game, position })
    this.retry = new Retry(this.#engine, game, mistakeIn(this.view, this.card))
  }

  /** The position in which to enter a turn. */
  get toAnswer(): View | undefined {
    return this.retry?.isOpen ? this.view : undefined
  }

  /** Judges a turn, in any notation that the rules read. */
  async answer(text: string) {
    const { view, retry } = this
    if (!view || !retry) {
      return
    }
    const { game, position } = this.card
    const played = await this.#engine.ask('play', { game, position, move: text })
    if (this.view !== view) {
      return // another turn came first
    }
    this.view = played.view
    this.last = played.move
    try {
      await retry.judge(played.move, played.view)
    } finally {
      if (retry.isOpen) {
        this.view = view
        this.last = undefined
      }
    }
    this.#tell(retry.verdict === 'bad' ? 'again' : this.hinted ? 'hard' : 'good')
  }

  hint() {
    this.hinted = true
  }

  /** Gives up and shows the better turn. */
  show() {
    this.retry?.show()
    this.#tell('again')
  }

  #tell(grade: Grade) {
    if (!this.#isTold) {
      this.#isTold = true
      this.#told(grade)
    }
  }
}

/** A mistake in a position. */
function mistakeIn(
  { position, turn, winners }: Station,
  { played, better, answer, won }: MistakeCard,
): Mistake {
  const tree = new Tree({ position, turn, winners })
  const { root } = tree
  if (won) {
    tree.prove(root, root.turn, better)
  }
  tree.add({ move: played, position: '', turn: 1 - root.turn, winners: [] })
  const node = tree.current
  node.value = { win: 0.5, proven: 0, depth: 0, nodes: 0, best: answer }
  return { node, mark: '?', seat: root.turn, loss: 0, better, turning: false, proven: false }
}
