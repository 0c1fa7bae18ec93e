// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { pickedText } from './pickedfile'

/** An input in which a file of this size was picked. */
const inputWith = (...sizes: number[]) => {
  const files = sizes.map((size) => ({ name: 'a.txt', size, text: () => Promise.resolve('text') }))
  return { files, value: 'C:\\a.txt' } as unknown as HTMLInputElement
}

it('reads what was picked', async () => {
  expect(await pickedText(inputWith(4 << 20))).toBe('text')
  expect(await pickedText(inputWith())).toBeUndefined()
})

it('refuses a file that is too large, which can be picked again', async () => {
  const input = inputWith((4 << 20) + 1)
  await expect(pickedText(input)).rejects.toThrow('a.txt is too large: the limit is 4 MiB.')
  expect(input.value).toBe('')
  await expect(pickedText(inputWith(5 << 20), 64)).resolves.toBe('text')
})
