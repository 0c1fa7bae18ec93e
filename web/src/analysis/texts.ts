// Texts about a game being analyzed.

import { winnerOf, type Tree, type TreeNode } from '../game/tree.svelte'
import { locale, seatName, sideOf, t } from '../i18n'
import { reviewWords } from '../i18n/review'
import { spokenMove } from '../looks'
import type { Analysis } from './analysis.svelte'
import type { Retry } from './retry.svelte'

/** A move with the number of its round, as in "12… c3-c5(c7)". */
export function moveName(tree: Tree, node: TreeNode, seats: number): string {
  const turn = tree.root.turn + node.ply - 1
  return `${Math.floor(turn / seats) + 1}${turn % seats === 0 ? '.' : '…'} ${node.move ?? ''}`
}

/** Who is to move in the current position, or has won. */
export function verdictOf({ game, tree }: Analysis): string {
  const { winners, turn } = tree.current
  return winners.length > 0
    ? t().play.wins(sideOf(winners.map((w) => seatName(game, w))))
    : t().play.turnOf({ seat: seatName(game, turn) })
}

/** Who has won a position of a game for two, or provably wins it; undefined if that is not known. */
export function decidedText(game: string, node: TreeNode): string | undefined {
  const winner = winnerOf(node)
  const { decided, proven } = reviewWords().graph
  const say = node.winners.length > 0 ? decided : proven
  return winner === undefined ? undefined : say({ winner: seatName(game, winner) })
}

/** The move that led to the current position, as announced; empty at the start. */
export function spokenLast({ game, tree }: Analysis): string {
  const { move, ply, parent } = tree.current
  const player = seatName(game, parent?.turn ?? 0)
  return move === undefined ? '' : t().said.move({ n: ply, player, move: spokenMove(game, move) })
}

/** A fraction as a percentage; 0% and 100% only if exact. */
export const whole = (part: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(Math.round(part) / 100)

/** The exercise of finding a better move than a mistake, or its outcome. */
export function retryText(game: string, { mistake, verdict, tried: move = '' }: Retry): string {
  const words = reviewWords().retry
  const { better, seat, node } = mistake
  switch (verdict) {
    case 'open':
      return words.open({ seat: seatName(game, seat), move: node.move ?? '' })
    case 'judging':
      return words.judging({ move })
    case 'best':
      return words.best({ move })
    case 'good':
      return better === undefined ? words.goodAlone({ move }) : words.good({ move, best: better })
    case 'bad':
      return words.bad({ move })
    case 'shown':
      return words.shown({ best: better ?? '' })
  }
}
