import { expect, it } from 'vitest'
import { noteTime, serverNow } from './servertime.svelte'

it('follows the server when the clock of the device is a day off', () => {
  const server = Date.now() + 86_400_000
  noteTime(new Response('', { headers: { Date: new Date(server).toUTCString() } }))
  expect(Math.abs(serverNow() - server)).toBeLessThan(60_000)
  noteTime(new Response(''))
  expect(Math.abs(serverNow() - server)).toBeLessThan(60_000)
})
