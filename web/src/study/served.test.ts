// What another device has removed from the server can be removed here, too.
import { expect, test, vi } from 'vitest'
import { ask, Offline, Problem } from '../server/api'
import { withdraw } from './served'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

test('a study that the server no longer has counts as removed', async () => {
  vi.mocked(ask).mockRejectedValueOnce(new Problem(404, {}))
  await withdraw('a')
  expect(ask).toHaveBeenLastCalledWith('DELETE', '/study/a')
})

test.each<[string, Error]>([
  ['without a server', new Offline()],
  ['for a visitor', new Problem(401, {})],
])('a study is not removed %s', async (_, error) => {
  vi.mocked(ask).mockRejectedValueOnce(error)
  await expect(withdraw('a')).rejects.toBe(error)
})
