// A game being analyzed: its tree, and an engine that analyzes the current position.

import { untrack } from 'svelte'
import { newId } from '../base/id'
import { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import { stopOf } from '../game/course.svelte'
import { steppedTo, type StepTo } from '../game/keys'
import { writeLink, type Linked } from '../game/link'
import { valueOf } from '../game/score'
import { Tree, type SavedTree, type TreeNode } from '../game/tree.svelte'
import { grow, lineOf } from '../game/turns'
import type { GameInfo, GameText, View } from '../generated/protocol'
import { unreadable } from '../kit/failure'
import { usualGame } from '../looks'
import { analyses, forgetOldAnalyses } from './analyses'
import { Examination } from './examination.svelte'
import { Lookout } from './lookout.svelte'
import type { Mistake } from './mistakes'
import { Retry } from './retry.svelte'

/** A game as it is stored. */
interface SavedGame {
  game: string
  seats: number
  tags: GameText['tags']
  tree: SavedTree
}

export class Analysis {
  /** The name under which it is stored. */
  id = $state('')
  readonly engine: Client
  readonly games: GameInfo[]
  game = $state(usualGame)
  seats = $state(2)
  tree: Tree = $state.raw(new Tree({ position: '', turn: 0, winners: [] }))
  view: View | undefined = $state.raw()
  /** The game's ID, if it was played on the server. */
  served: string | undefined = $state()
  /** The seat that the user played, if that is known. */
  own: number | undefined = $state()
  /** What a record says besides the moves. */
  tags: GameText['tags'] = $state.raw([])
  error: string | undefined = $state()
  /** Analyze the current position, and the whole game. */
  readonly lookout: Lookout
  readonly examination: Examination
  /** The exercise of finding a better turn than a mistake. */
  retry: Retry | undefined = $state.raw()
  /** The game that is open, or being opened. */
  #opening: Scope
  /** The visit to the current position. */
  #visit: Scope
  /** The attempt at a better turn. */
  #retrying: Scope

  constructor(scope: Scope, engine: Client, games: GameInfo[]) {
    this.engine = engine.within(scope.signal)
    this.games = games
    this.#opening = new Scope(scope)
    this.#visit = new Scope(scope)
    this.#retrying = new Scope(scope)
    this.lookout = new Lookout(scope, this.engine)
    this.examination = new Examination(scope, this.engine)
  }

  /** Ends the work on the game that is open, and returns the scope of the next one. */
  #begin(): Scope {
    this.#opening = this.#opening.next()
    this.#visit = this.#visit.next()
    this.#endRetry()
    this.examination.stop()
    this.lookout.turnTo(undefined)
    this.error = undefined
    return this.#opening
  }

  /** Opens a game from an address. Leaves out and reports what can't be played. */
  async open(linked: Linked) {
    const start = linked.start ?? this.#usual(linked.game)
    await this.#load(linked.game, start, linked.moves)
    this.served = linked.served
    this.own = linked.own
    const line = this.tree.main
    await this.visit(
      line[Math.min(linked.at ?? line.length - 1, line.length - 1)] ?? this.tree.root,
    )
  }

  /** Opens a stored analysis, of a game on the server or not. Returns whether there is one. */
  async restore(id: string | undefined, served: string | undefined): Promise<boolean> {
    const scope = this.#begin()
    const kept = id === undefined ? undefined : await scope.wait(analyses.find(id))
    if (!kept) {
      return false
    }
    this.#rename(kept.id)
    this.served = served
    this.own = kept.own
    await this.put(kept)
    return true
  }

  /** Opens a stored tree at its current position. */
  async put({ game, seats, tags, tree }: SavedGame) {
    this.#begin()
    this.game = game
    this.seats = seats
    this.tags = tags
    this.tree = Tree.restore(tree)
    await this.visit(this.tree.current)
  }

  /** Names what is opened next, and stores what is open as it is now. */
  #rename(id: string) {
    void this.keep()
    this.id = id
  }

  /** Stores the analysis. */
  async keep() {
    const { id, game, seats, own, tags } = this
    if (id === '') {
      return
    }
    const tree = this.tree.save()
    const whose = own === undefined ? {} : { own }
    await analyses.keep({ id, updated: Date.now(), game, seats, ...whose, tags, tree })
  }

  /** Opens a game from a record, at its start. */
  async take(text: GameText) {
    const engine = await this.#load(text.game, text.start, [])
    this.error = unreadable(await grow(engine, text.game, this.tree, this.tree.root, text.turns))
    this.tags = text.tags
    await this.visit(this.tree.root)
  }

  async #load(game: string, start: string, moves: string[]) {
    const engine = this.engine.within(this.#begin().signal)
    const replayed = await engine.ask('replay', { game, start, moves })
    this.#rename(newId())
    void forgetOldAnalyses()
    this.game = game
    this.seats = replayed.seats
    this.error = unreadable(replayed.error)
    this.served = undefined
    this.own = undefined
    this.tags = []
    this.tree = Tree.of(replayed)
    return engine
  }

  #usual(game: string): string {
    return this.games.find((g) => g.name === game)?.variants[0]?.position ?? ''
  }

  /** Visits a position of the tree. */
  async visit(node: TreeNode) {
    this.#visit = this.#visit.next()
    if (node !== this.retry?.from) {
      this.#endRetry()
    }
    this.lookout.turnTo(undefined)
    this.tree.current = node
    this.view = await this.#here.ask('view', { game: this.game, position: node.position })
    this.#look()
  }

  /** Visits the position that a step leads to. */
  async step(to: StepTo) {
    const { retry } = this
    const next = steppedTo(this.tree, to)
    const isThere = next === this.tree.current
    if (retry?.verdict === 'judging' && (to === 'previous' || (to === 'first' && isThere))) {
      // The board shows the attempt, before which is the exercise.
      await this.tryAgain(retry.mistake)
    } else if (!isThere && (retry?.verdict !== 'judging' || to !== 'next')) {
      await this.visit(next)
    }
  }

  /** The engine for what belongs to this visit. */
  get #here() {
    return this.engine.within(this.#visit.signal)
  }

  /** Continues with a move, in any notation that the rules read. */
  async play(move: string) {
    if (this.retry?.verdict === 'judging') {
      return // one attempt at a time
    }
    const { position } = this.tree.current
    const played = await this.#here.ask('play', { game: this.game, position, move })
    const { view } = played
    this.error = undefined
    if (this.retry && this.tree.current === this.retry.from) {
      await this.#try(this.retry, played.move, view)
      return
    }
    this.tree.add(stopOf(view, played.move))
    await this.visit(this.tree.current)
  }

  /** Continues with several moves of a line. */
  async follow(moves: readonly string[]) {
    for (const move of moves) {
      await this.play(move)
    }
  }

  /** Starts the engine on the current position, unless it is off. */
  #look() {
    const { view, tree } = this
    const node = tree.current
    const over = !view || view.winners.length > 0
    if (over || this.examination.progress || this.retry?.hidden) {
      this.lookout.turnTo(undefined)
      return
    }
    this.lookout.turnTo({
      game: this.game,
      position: view.position,
      take: (known) =>
        tree.setValue(node, valueOf({ seats: this.seats, turn: node.turn }, known, known.nodes)),
      prove: ({ winners, moves }) => {
        if (this.seats === 2 && winners[0] !== undefined) {
          tree.prove(node, winners[0], moves[0])
        }
      },
    })
  }

  /** Analyzes each position of the main line. Does not settle if it is stopped. */
  async examine() {
    this.#endRetry()
    this.lookout.turnTo(undefined)
    try {
      await this.examination.of(this.game, this.seats, this.tree)
    } finally {
      this.#look()
    }
  }

  stopExamining() {
    this.examination.stop()
    this.#look()
  }

  /** Starts the search for a better turn than a mistake, from the position before it. */
  async tryAgain(mistake: Mistake) {
    this.#endRetry()
    this.retry = new Retry(this.engine.within(this.#retrying.signal), this.game, mistake)
    await this.visit(mistake.node.parent ?? this.tree.root)
  }

  /** Judges a turn tried instead of a mistake; if it is good, it becomes a variation. */
  async #try(retry: Retry, move: string, view: View) {
    const from = this.tree.current
    this.#visit = this.#visit.next()
    this.view = view
    try {
      await retry.judge(move, from.children.find((child) => child.move === move) ?? view)
    } finally {
      if (retry.isOpen) {
        await this.visit(from)
      } else {
        this.tree.add(stopOf(view, move))
        this.view = view
        this.#look()
      }
    }
  }

  /** Shows the better turn. */
  giveUp() {
    this.retry?.show()
    this.#look()
  }

  #endRetry() {
    this.#retrying = this.#retrying.next()
    this.retry = undefined
  }

  /** The address of the line through the current position. */
  get link(): string {
    const line = this.tree.line
    const at = this.tree.current.ply
    const start = this.tree.root.position
    return writeLink({
      game: this.game,
      start: start === this.#usual(this.game) ? undefined : start,
      moves: line.flatMap((n) => n.move ?? []),
      at: at === line.length - 1 ? undefined : at,
      served: this.served,
    })
  }

  /** The game with its variations as a record. */
  get text(): GameText {
    void this.tree.edits // but not of what the engine finds
    const [first] = this.tree.root.children
    const last = untrack(() => this.tree.main.at(-1))
    return {
      game: this.game,
      start: this.tree.root.position,
      tags: this.tags,
      turns: first ? lineOf(first) : [],
      winners: last?.winners ?? [],
    }
  }
}
