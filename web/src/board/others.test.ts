import { expect, it, vi } from 'vitest'
import { others } from './others.svelte'

vi.mock('../looks/styles', () => ({ isOtherSet: () => true }))
vi.mock('./others', () => {
  throw new Error('offline')
})

it('leaves the usual set where another one does not load', async () => {
  expect(others('amazons')).toBeUndefined()
  await new Promise((done) => setTimeout(done)) // a failure that nobody heard would fail the test
  expect(others('amazons')).toBeUndefined()
})
