import { describe, expect, it } from 'vitest'
import type { Option, View } from '../generated/protocol'
import { Entry } from './entry'

const go = (step: string): Option => ({ step, more: true })
const end = (step: string, move: string): Option => ({ step, move })
const answers = (known: Record<string, Option[]>) =>
  new Map(
    Object.entries(known).map(([key, options]) => [
      key,
      { steps: key.split(' ').filter(Boolean), options, complete: false },
    ]),
  )

const amazons = answers({
  '': [go('a1'), go('c1')],
  a1: [go('a2'), go('b1')],
  c1: [go('c2')],
  'a1 a2': [end('a1', 'a1-a2(a1)'), end('a3', 'a1-a2(a3)')],
})
const amazon = { kind: 'amazon', piece: 'Q', owner: 0 }
const board = {
  turn: 0,
  files: 3,
  ranks: 1,
  cells: [amazon, { owner: -1 }, amazon],
} as unknown as View
const hermit = answers({
  '': [go('Y'), go('R')],
  Y: [
    { step: 'a1', move: 'Ya1', more: true },
    { step: 'b1', move: 'Yb1', more: true },
  ],
  R: [end('a1', 'Ra1')],
  'Y a1': [end('b1', 'Ya1-b1')],
  'Y b1': [end('a1', 'Ya1-b1')],
})

describe('a turn of three steps', () => {
  it('is done with its last step', () => {
    let entry = new Entry(amazons)
    expect([...entry.next]).toEqual(['a1', 'c1'])
    ;[entry] = entry.tap('a1')
    expect([...entry.next]).toEqual(['a2', 'b1'])
    ;[entry] = entry.tap('a2')
    expect([...entry.next]).toEqual(['a1', 'a3'])
    expect(entry.tap('a1')[1]).toEqual({ done: 'a1-a2(a1)' })
  })

  it('takes back a step with one tap', () => {
    const two = new Entry(amazons, ['a1', 'a2'])
    const [one, tapped] = two.tap('a2')
    expect(tapped).toBe('back')
    expect(one.steps).toEqual(['a1'])
    expect(two.tap('b3')[0].steps).toEqual(['a1'])
    expect(one.tap('a1')[0].steps).toEqual([])
    expect(two.back().back().back().steps).toEqual([])
  })

  it('begins anew with another piece', () => {
    const [entry, tapped] = new Entry(amazons, ['a1', 'a2'], board).tap('c1')
    expect(tapped).toBe('step')
    expect(entry.steps).toEqual(['c1'])
  })

  it('ignores taps that mean nothing', () => {
    const entry = new Entry(amazons)
    expect(entry.tap('h8')).toEqual([entry, 'nothing'])
  })
})

describe('a turn with a tool', () => {
  it('needs no more taps than it has steps', () => {
    const entry = new Entry(hermit).withTool('Y1')
    expect(entry.tap('a1')[1]).toEqual({ done: 'Ya1' })
  })

  it('takes two squares in either order', () => {
    const entry = new Entry(hermit).withTool('Y2')
    expect(entry.tap('a1')[0].tap('b1')[1]).toEqual({ done: 'Ya1-b1' })
    expect(entry.tap('b1')[0].tap('a1')[1]).toEqual({ done: 'Ya1-b1' })
  })

  it('keeps the tool when squares are taken back', () => {
    const [entry] = new Entry(hermit).withTool('Y2').tap('a1')
    expect(entry.squares).toEqual(['a1'])
    expect(entry.back().steps).toEqual(['Y2'])
    expect(entry.back().back().steps).toEqual(['Y2'])
  })

  it('has no tool that no move begins with', () => {
    expect(new Entry(hermit).withTool('B1').tool).toBeUndefined()
    expect([...new Entry(hermit).tools]).toEqual(['Y1', 'Y2', 'R1'])
    expect(new Entry(hermit).lettersFor('b1')).toEqual(['Y'])
  })
})
