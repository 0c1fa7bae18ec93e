import { expect, it } from 'vitest'
import { shareOf } from './share'

it('gives away a line by itself', () => {
  const { link, embed, picture } = shareOf('https://thera.example', {
    game: 'amazons',
    start: '1q2q1/q4q/6/6/Q4Q/1Q2Q1 w',
    moves: ['b1-b3(d3)', 'a5-a4(b4)'],
    at: 1,
  })
  const line = 'game=amazons&position=1q2q1/q4q/6/6/Q4Q/1Q2Q1_w&moves=b1-b3(d3)_a5-a4(b4)'
  expect(link).toBe(`https://thera.example/g?${line}`)
  expect(embed).toContain(
    `src="https://thera.example/embed?${line.replaceAll('&', '&amp;')}&amp;at=1" `,
  )
  expect(picture('gif')).toBe(`/api/v1/image.gif?${line}&size=480&at=1`)
})

it('gives away a puzzle with its solution, of which its picture tells nothing', () => {
  const { link, embed, picture } = shareOf('https://thera.example', {
    game: 'hermit',
    start: 'YRY/B.B/..R 1',
    moves: ['Rb2', 'Ya1', 'Bc3'],
    puzzle: '1a2b3c4d',
  })
  expect(link).toBe('https://thera.example/g?game=hermit&position=YRY/B.B/..R_1&puzzle=1a2b3c4d')
  expect(embed).toContain(
    '/embed?game=hermit&amp;position=YRY/B.B/..R_1&amp;moves=Rb2_Ya1_Bc3&amp;goal=line" width="480" height="680"',
  )
  expect(picture('png')).toBe('/api/v1/image.png?game=hermit&position=YRY/B.B/..R_1&size=800')
})

it('gives away a game on the server by its id', () => {
  const { link, embed, picture } = shareOf('https://thera.example', {
    game: 'hermit',
    start: undefined,
    moves: ['Rb2'],
    served: '8fk2',
  })
  expect(link).toBe('https://thera.example/g/8fk2')
  expect(embed).toContain('src="https://thera.example/embed?served=8fk2" ')
  expect(picture('png')).toBe('/api/v1/game/8fk2/image.png?size=800')
})
