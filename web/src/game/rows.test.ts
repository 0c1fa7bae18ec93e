import { expect, it } from 'vitest'
import { rowsOf } from './rows'
import { TreeNode } from './tree.svelte'

const node = (move: string) => new TreeNode(0, { move, position: '', turn: 0, winners: [] })
const line = ['a', 'b', 'c', 'd', 'e'].map(node)
const shown = (first: number, seats: number, told: string) =>
  rowsOf(line, first, seats, (n) => told.includes(n.move ?? '')).map(
    ({ number, skipped, nodes, told }) =>
      `${number} ${'…'.repeat(skipped)}${nodes.map((n) => n.move).join('')}${told ? '|' : ''}`,
  )

it('puts a line into rows that end where something is told', () => {
  expect(shown(0, 2, '')).toEqual(['1 ab', '2 cd', '3 e'])
  expect(shown(1, 2, '')).toEqual(['1 …a', '2 bc', '3 de'])
  expect(shown(0, 2, 'cd')).toEqual(['1 ab', '2 c|', '2 …d|', '3 e'])
  expect(shown(2, 3, 'b')).toEqual(['1 ……a', '2 b|', '2 …cd', '3 e'])
})
