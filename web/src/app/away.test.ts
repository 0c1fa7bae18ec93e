// @vitest-environment jsdom
// Pages of things on the server, while it cannot be reached.
import { mount, unmount, type Component } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PageProps } from '../base/page'
import { t } from '../i18n'
import { classWords } from '../i18n/class'
import { studyWords } from '../i18n/study'
import { withWords } from '../i18n/topic.svelte'
import { pageOf } from './routes'

const fetched = vi.fn<typeof fetch>()
const missing = { status: 404, headers: { 'Content-Type': 'application/problem+json' } }

let shown: Record<string, unknown> | undefined
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {}
    },
  )
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
})
afterEach(async () => {
  await (shown && unmount(shown))
  vi.unstubAllGlobals()
})

const alerts = () =>
  [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent.trim()).join(' ')

it.each([
  ['player', () => t().people.missing({ name: 'nobody' })],
  ['challenge', () => t().lobby.challenge.gone.expired],
  ['draft', () => t().choosing.gone.canceled],
  ['join', () => classWords().invalid],
  ['study', () => studyWords().missing],
])('a %s is missing only if the server says so', async (page, text) => {
  const found = pageOf({ address: '', page, name: 'nobody', params: new URLSearchParams() })
  const load = (found && 'load' in found ? found.load : found?.ready) as
    (() => Promise<{ default: Component<PageProps> }>) | undefined
  const { default: Page } = await withWords(load?.() ?? Promise.reject(new Error(page)))
  shown = mount(Page, { target: document.body, props: { name: 'nobody', games: [] } })
  await vi.waitFor(() => expect(alerts()).toBe(t().problems.unreachable))
  fetched.mockImplementation(() => Promise.resolve(new Response('{}', missing)))
  const buttons = [...document.querySelectorAll('button')]
  buttons.find((button) => button.textContent.trim() === t().retry)?.click()
  await vi.waitFor(() => expect(alerts()).toBe(text()))
})
