import { expect, it } from 'vitest'
import { question, sure } from './sure.svelte'

it('tells whether the user agrees', async () => {
  const yes = sure('Resign?', 'Resign')
  expect(question()).toMatchObject({ text: 'Resign?', yes: 'Resign' })
  question()?.answer(true)
  expect(await yes).toBe(true)
  expect(question()).toBeUndefined()
})

it('takes a question that is replaced as not agreed to', async () => {
  const first = sure('Abort?', 'Abort')
  const second = sure('Resign?', 'Resign')
  expect(await first).toBe(false)
  expect(question()?.text).toBe('Resign?')
  question()?.answer(false)
  expect(await second).toBe(false)
})
