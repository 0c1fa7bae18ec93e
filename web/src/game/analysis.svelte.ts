// A game being analyzed: its tree, and an engine that looks at the current position.

import type { Client, Search, Work } from '../engine/client'
import type { GameInfo, GameText, Line, Proof, Search as Found, View } from '../engine/protocol'
import { lookOf, usualGame } from '../looks'
import { analyses, forgetOldAnalyses } from './analyses'
import { writeLink, type Linked } from './link'
import { linesOf, provenOf } from './score'
import { Tree, type TreeNode, type Value } from './tree.svelte'
import { grow, lineOf } from './turns'

/** How long the engine looks at one position. */
const patience = 60_000
/** How long the solver tries before the engine looks. */
const attempt = 1500
/** How long it looks at each position of a whole game. */
const glance = 600

export class Analysis {
  /** The name under which it is kept. */
  id = ''
  readonly engine: Client
  readonly games: GameInfo[]
  game = $state(usualGame)
  seats = $state(2)
  tree: Tree = $state.raw(new Tree({ position: '', turn: 0, winners: [] }))
  view: View | undefined = $state.raw()
  known: Found | undefined = $state.raw()
  /** The game's id, if it was played on the server. */
  served: string | undefined = $state()
  /** What a record says beside the moves. */
  tags: GameText['tags'] = $state.raw([])
  running = $state(true)
  lines = $state(3)
  /** Positions of the whole game that have been looked at, undefined when that is not going on. */
  progress: { done: number; all: number } | undefined = $state.raw()
  error: string | undefined = $state()
  /** What the solver has proven of the current position. */
  proof: Proof | undefined = $state.raw()
  #search: Search | undefined
  #solving: Work<Proof> | undefined
  #visit = 0

  constructor(engine: Client, games: GameInfo[]) {
    this.engine = engine
    this.games = games
  }

  /** Opens a game from an address. What can't be played of it is left out, and said. */
  async open(linked: Linked) {
    const start = linked.start ?? this.#usual(linked.game)
    await this.#load(linked.game, start, linked.moves)
    this.served = linked.served
    const line = this.tree.main
    await this.visit(
      line[Math.min(linked.at ?? line.length - 1, line.length - 1)] ?? this.tree.root,
    )
  }

  /** Opens an analysis as it was kept, of a game on the server or not. Says whether there is one. */
  async restore(id: string | undefined, served: string | undefined): Promise<boolean> {
    const kept = id === undefined ? undefined : await analyses.find(id)
    if (!kept) {
      return false
    }
    this.stop()
    this.error = undefined
    this.id = kept.id
    this.served = served
    this.game = kept.game
    this.seats = kept.seats
    this.tags = kept.tags
    this.tree = Tree.restore(kept.tree)
    await this.visit(this.tree.current)
    return true
  }

  /** Keeps the analysis as it is. */
  async keep() {
    const { id, game, seats, tags } = this
    if (id === '') {
      return
    }
    await analyses.keep({ id, updated: Date.now(), game, seats, tags, tree: this.tree.save() })
  }

  /** Opens a game from a record, at its start. */
  async take(text: GameText) {
    await this.#load(text.game, text.start, [])
    this.error = await grow(this.engine, text.game, this.tree, this.tree.root, text.turns)
    this.tags = text.tags
    await this.visit(this.tree.root)
  }

  async #load(game: string, start: string, moves: string[]) {
    this.stop()
    const replayed = await this.engine.ask('replay', { game, start, moves })
    this.id = crypto.randomUUID()
    void forgetOldAnalyses()
    this.game = game
    this.seats = replayed.seats
    this.error = replayed.error
    this.served = undefined
    this.tags = []
    this.tree = Tree.of(replayed)
  }

  #usual(game: string): string {
    return this.games.find((g) => g.name === game)?.variants[0]?.position ?? ''
  }

  /** Looks at a position of the tree. */
  async visit(node: TreeNode) {
    const visit = ++this.#visit
    this.#solving?.stop()
    this.#search?.stop()
    this.#search = undefined
    this.tree.current = node
    const view = await this.engine.ask('view', { game: this.game, position: node.position })
    if (visit !== this.#visit) {
      return
    }
    this.view = view
    this.known = undefined
    this.proof = undefined
    this.#look()
  }

  /** Goes on with a move, given in any text that the rules read. */
  async play(move: string) {
    const { position } = this.tree.current
    const played = await this.engine.ask('play', { game: this.game, position, move })
    if (position === this.tree.current.position) {
      const { view } = played
      this.error = undefined
      this.tree.add({
        move: played.move,
        position: view.position,
        turn: view.turn,
        winners: view.winners,
      })
      await this.visit(this.tree.current)
    }
  }

  /** Goes on with several moves of a line. */
  async follow(moves: readonly string[]) {
    for (const move of moves) {
      await this.play(move)
    }
  }

  setRunning(running: boolean) {
    this.running = running
    if (running) {
      this.#look()
    } else {
      this.#search?.stop()
    }
  }

  /** Lets the engine look at the current position, unless it is to rest. */
  #look() {
    const { view } = this
    if (!this.running || !view || view.winners.length > 0 || this.progress) {
      return
    }
    const node = this.tree.current
    const visit = this.#visit
    const take = (known: Found) => {
      this.#value(node, known)
      if (visit === this.#visit) {
        this.known = known
      }
    }
    this.#search?.stop()
    if (lookOf(this.game).solved) {
      this.#prove(view.position, visit)
    }
    this.#search = this.engine.search(
      { game: this.game, position: view.position, lines: this.lines, millis: patience },
      take,
    )
    this.#search.result.then(take, (error: unknown) => (this.error = String(error)))
  }

  /** Has the solver try first: it is quick where parts of the board have come apart. */
  #prove(position: string, visit: number) {
    this.#solving?.stop()
    this.#solving = this.engine.solve({ game: this.game, position, millis: attempt })
    this.#solving.result.then(
      (proof) => {
        if (visit === this.#visit && proof.proven) {
          this.proof = proof
        }
      },
      (error: unknown) => (this.error = String(error)),
    )
  }

  #value(node: TreeNode, known: Found) {
    const best = linesOf(known)[0]
    if (best) {
      this.tree.setValue(node, this.valueOf(node, best, known))
    }
  }

  /** A line's worth to seat 0; where more than two play, to the seat to move. */
  valueOf(node: TreeNode, line: Line, known: Pick<Found, 'nodes'>): Value {
    const turned = this.seats === 2 && node.turn === 1
    return {
      win: turned ? 1 - line.score.win_probability : line.score.win_probability,
      proven: turned ? -provenOf(line) : provenOf(line),
      depth: line.depth,
      nodes: known.nodes,
      best: line.move,
    }
  }

  /** Looks at each position of the line through the current one. */
  async examine() {
    this.#search?.stop()
    const line = this.tree.line
    let progress = { done: 0, all: line.length }
    this.progress = progress
    for (const node of line) {
      if (node.winners.length > 0) {
        const win = node.winners.includes(0) ? 1 : 0
        this.tree.setValue(node, { win, proven: 0, depth: 0, nodes: 0, best: undefined })
      } else if ((node.value?.nodes ?? 0) < 20_000 || !node.value) {
        this.#search = this.engine.search({
          game: this.game,
          position: node.position,
          millis: glance,
        })
        this.#value(node, await this.#search.result)
      }
      if (this.progress !== progress) {
        return // it has been ended
      }
      progress = { ...progress, done: progress.done + 1 }
      this.progress = progress
    }
    this.progress = undefined
    this.#look()
  }

  /** Ends the examination of the whole game, and goes on with the current position. */
  rest() {
    this.progress = undefined
    this.#search?.stop()
    this.#look()
  }

  /** Ends all searches. */
  stop() {
    this.#visit++
    this.progress = undefined
    this.#solving?.stop()
    this.#search?.stop()
    this.#search = undefined
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
    const [first] = this.tree.root.children
    return {
      game: this.game,
      start: this.tree.root.position,
      tags: this.tags,
      turns: first ? lineOf(first) : [],
      winners: this.tree.main.at(-1)?.winners ?? [],
    }
  }
}
