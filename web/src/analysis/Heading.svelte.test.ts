// @vitest-environment jsdom
import { mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import { Tree } from '../game/tree.svelte'
import Heading from './Heading.svelte'

test('a game has the names of all its players', async () => {
  const tags = ['Ann', 'Bob', 'Cid'].map((value, i) => ({ name: `Player${i + 1}`, value }))
  const tree = new Tree({ position: '', turn: 0, winners: [] })
  const analysis = { game: 'amazons', tree, tags: [{ name: 'Event', value: 'Cup' }, ...tags] }
  const shown = mount(Heading, { target: document.body, props: { analysis: analysis as never } })
  expect(document.querySelector('.quiet')?.textContent).toBe('Ann – Bob – Cid')
  await unmount(shown)
})
