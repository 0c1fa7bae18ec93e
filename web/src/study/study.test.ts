import { describe, expect, it } from 'vitest'
import { cloneOf, matches, newStudy } from '../analysis/study'
import { drawn, readNotes, writeNotes } from '../board/notes'
import { Tree } from '../game/tree.svelte'
import type { Rules } from '../game/turns'
import type { GameText, Turn } from '../generated/protocol'
import { chapterOf, textOf } from './text'

/** Rules by which any move but "no" is legal; a position is the list of moves. */
const rules = {
  ask: (_: string, { start, moves }: { start: string; moves: string[] }) => {
    const legal = moves.includes('no') ? moves.slice(0, moves.indexOf('no')) : moves
    const stations = [undefined, ...legal].map((move, i) => ({
      ...(move === undefined ? {} : { move }),
      position: [start, ...legal.slice(0, i)].join(' '),
      turn: i % 2,
      winners: [],
    }))
    const error = legal.length < moves.length ? { error: 'illegal' } : {}
    return Promise.resolve({ seats: 2, stations, ...error })
  },
} as unknown as Rules

const field = (name: string, value: string) => ({ name, value })
const turns: Turn[] = [
  { move: 'a', comment: 'A "quote"\nand a line', fields: [field('glyph', '!?')] },
  {
    move: 'b',
    fields: [field('depth', '8'), field('glyph', '??'), field('draw', 'Ra1b2,Gj10')],
    variations: [
      [{ move: 'c' }, { move: 'd', variations: [[{ move: 'e', comment: 'deep' }]] }, { move: 'x' }],
      [{ move: 'f' }],
    ],
  },
  { move: 'g' },
]
const text: GameText = {
  game: 'amazons',
  start: 'start',
  tags: [
    field('Study', 'Openings'),
    field('Chapter', 'The corner'),
    field('Player1', 'Ada'),
    field('Comment', 'Look'),
    field('Draw', 'Yd4'),
  ],
  turns,
  winners: [1],
  reason: 'resignation',
}

describe('a chapter', () => {
  it('comes back from a record with all that is said in it', async () => {
    const { chapter, error } = await chapterOf(rules, text, 'unnamed')
    expect(error).toBeUndefined()
    expect(chapter).toMatchObject({ name: 'The corner', seats: 2, tags: [field('Player1', 'Ada')] })
    expect(textOf(chapter, 'Openings')).toEqual(text)
    const again = await chapterOf(rules, textOf(chapter, 'Openings'), '')
    expect(textOf(again.chapter, 'Openings')).toEqual(text)
  })

  it('says what is said at the start and in variations of the first turn', async () => {
    const first: GameText = {
      ...text,
      tags: text.tags.slice(0, 2),
      turns: [{ move: 'a', variations: [[{ move: 'b', fields: [field('glyph', '?')] }]] }],
    }
    const { chapter } = await chapterOf(rules, first, '')
    expect(textOf(chapter, 'Openings')).toEqual(first)
  })

  it('ends a line where it is not legal', async () => {
    const { chapter, error } = await chapterOf(
      rules,
      { ...text, turns: [{ move: 'a' }, { move: 'no' }] },
      '',
    )
    expect(error).toBe('illegal')
    expect(textOf(chapter, '').turns).toEqual([{ move: 'a' }])
  })
})

describe('notes', () => {
  it('keep what they do not know', () => {
    const fields = [field('glyph', '±'), field('draw', 'Ra99'), field('clock', '5s')]
    expect(readNotes(undefined, fields)).toEqual({ fields })
    expect(writeNotes(readNotes('', fields))).toEqual(fields)
  })

  it('draw a shape once, in one color, and take it away', () => {
    const arrow = { color: 'G', from: 'a1', to: 'b2' } as const
    const once = drawn(['Rc3'], arrow)
    expect(once).toEqual(['Rc3', 'Ga1b2'])
    expect(drawn(once, { ...arrow, color: 'B' })).toEqual(['Rc3', 'Ba1b2'])
    expect(drawn(once, arrow)).toEqual(['Rc3'])
    expect(drawn(once, { color: 'R', from: 'c3', to: 'c3' })).toEqual(['Ga1b2'])
  })

  it('come and go in a tree, which tells edits from what an engine finds', () => {
    const tree = new Tree({ position: 'start', turn: 0, winners: [] })
    tree.annotate(tree.root, { comment: 'so', glyph: '!' })
    tree.setValue(tree.root, { win: 0.5, depth: 1, proven: 0, nodes: 1, best: undefined })
    expect([tree.edits, tree.version]).toEqual([1, 2])
    tree.annotate(tree.root, { glyph: undefined })
    const { notes, value } = Tree.restore(tree.save()).root
    expect(notes).toEqual({ comment: 'so' })
    expect(value?.win).toBe(0.5)
  })
})

describe('a study', () => {
  it('is found by words of its title, chapters and comments', async () => {
    const study = newStudy('Openings', [(await chapterOf(rules, text, '')).chapter])
    for (const wanted of ['', 'open', 'corner ADA', 'deep amazons']) {
      expect(matches(study, wanted), wanted).toBe(true)
    }
    expect(matches(study, 'open sesame')).toBe(false)
  })

  it('is cloned under names of its own', async () => {
    const study = newStudy('Openings', [(await chapterOf(rules, text, '')).chapter])
    const clone = cloneOf(study, (title) => `Copy of ${title}`)
    expect(clone.title).toBe('Copy of Openings')
    expect(clone.id).not.toBe(study.id)
    expect(clone.chapters[0]?.id).not.toBe(study.chapters[0]?.id)
    expect(clone.chapters[0]?.tree).toEqual(study.chapters[0]?.tree)
  })
})
