import { afterEach, expect, it, vi } from 'vitest'
import { dateOf } from './savefile'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['Asia/Tokyo', '2026-03-01'],
  ['America/New_York', '2026-02-28'],
])('has the day where the user is, %s', (zone, day) => {
  vi.stubEnv('TZ', zone)
  expect(dateOf(Date.UTC(2026, 1, 28, 20))).toBe(day)
})
