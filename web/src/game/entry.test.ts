import { describe, expect, it } from 'vitest'
import type { Way } from '../engine/protocol'
import { Entry } from './entry'

const way = (move: string, ...steps: string[]): Way => ({ move, steps })

const amazons = [
  way('a1-a2(a1)', 'a1', 'a2', 'a1'),
  way('a1-a2(a3)', 'a1', 'a2', 'a3'),
  way('a1-b1(a1)', 'a1', 'b1', 'a1'),
  way('c1-c2(c1)', 'c1', 'c2', 'c1'),
]
const hermit = [
  way('Ya1', 'Y1', 'a1'),
  way('Ya1-b1', 'Y2', 'a1', 'b1'),
  way('Ya1-b1', 'Y2', 'b1', 'a1'),
  way('Ra1', 'R1', 'a1'),
]

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
    const [entry, tapped] = new Entry(amazons, ['a1', 'a2']).tap('c1')
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
  })
})
