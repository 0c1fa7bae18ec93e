// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { Report } from '../generated/moderation'
import { ask, Problem } from '../server/api'
import ReportList from './ReportList.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

let shown: Record<string, unknown>
afterEach(() => unmount(shown))

const settled = async () => {
  await new Promise((done) => setTimeout(done))
  flushSync()
}
const buttons = () => [...document.querySelectorAll('button')]

test('reports beyond the first page come, and a closed one goes', async () => {
  const open: Report[] = Array.from({ length: 70 }, (_, i) => ({
    id: `r${i}`,
    at: 1000 + Math.floor(i / 7),
    kind: 'other',
    reporter: `ann${i}`,
  }))
  vi.mocked(ask).mockImplementation((method, path) => {
    if (method === 'POST') {
      return Promise.resolve(undefined)
    }
    const params = new URLSearchParams(path.split('?')[1])
    const from = open.findIndex(({ id }) => id === params.get('afterId')) + 1
    expect(params.get('after')).toBe(from > 0 ? String(open[from - 1]?.at) : null)
    return Promise.resolve(open.slice(from, from + Number(params.get('limit'))))
  })
  const onclose = vi.fn()
  shown = mount(ReportList, { target: document.body, props: { onclose } })
  await settled()
  expect(document.querySelectorAll('li')).toHaveLength(50)
  buttons().at(-1)?.click()
  await settled()
  expect(document.querySelectorAll('li')).toHaveLength(70)
  buttons()[60]?.click()
  await settled()
  expect(vi.mocked(ask).mock.lastCall?.slice(0, 2)).toEqual(['POST', '/moderation/reports/r60'])
  expect(onclose).toHaveBeenCalledOnce()
  expect(document.querySelectorAll('li')).toHaveLength(69)
  expect(buttons()).toHaveLength(69)
})

test('a report that another moderator has closed goes, one that could not be closed stays', async () => {
  const open: Report[] = [{ id: 'r1', at: 1000, kind: 'other', reporter: 'ann' }]
  let status = 500
  vi.mocked(ask).mockImplementation((method) =>
    method === 'POST' ? Promise.reject(new Problem(status, {})) : Promise.resolve(open),
  )
  const onclose = vi.fn()
  shown = mount(ReportList, { target: document.body, props: { onclose } })
  await settled()
  buttons()[0]?.click()
  await settled()
  expect(document.querySelectorAll('li')).toHaveLength(1)
  expect(onclose).not.toHaveBeenCalled()
  status = 404
  buttons()[0]?.click()
  await settled()
  expect(document.querySelectorAll('li')).toHaveLength(0)
  expect(onclose).toHaveBeenCalledOnce()
})
