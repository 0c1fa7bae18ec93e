// @vitest-environment jsdom
// The page of a class, which it asks for regularly: what the user does there outlasts the answers.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Class, Classroom } from '../generated/class'
import type { Player, Summary } from '../generated/live'
import { question } from '../kit/sure.svelte'
import { opponentName } from '../looks/opponents'
import { ask, Offline } from '../server/api'
import ClassPage from './ClassPage.svelte'

vi.mock('../server/api', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))
vi.mock('../server/me.svelte', async (load) => ({
  ...(await load<object>()),
  me: () => ({ id: 'ann' }),
}))

const player = (id: string): Player => ({ id, name: id, kind: 'person' })
const score = { games: 1, won: 0, goingOn: 0 }
const lost = {
  id: 'g',
  game: 'hermit',
  at: 0,
  players: [player('hermit-3'), player('bot')],
} as Summary

let room: Classroom
let isRefusing = false
let shown: Record<string, unknown>
beforeEach(() => {
  vi.useFakeTimers()
  HTMLDialogElement.prototype.close = () => undefined // jsdom has none
})
afterEach(async () => {
  await unmount(shown)
  vi.useRealTimers()
  vi.mocked(ask).mockReset()
})

/** Shows the class to a user with a role, from a server that sends it as a new object each time. */
async function show(role: Classroom['role']) {
  isRefusing = false
  room = {
    id: 'c',
    name: 'Chess club',
    role,
    open: true,
    public: true,
    created: 0,
    members: [
      {
        player: player('ann'),
        score,
        joined: 0,
        seen: 86_400_000,
        program: { player: player('bot'), score },
      },
    ],
    online: [],
  }
  vi.mocked(ask).mockImplementation((method, path, body) => {
    if (isRefusing) {
      return Promise.reject(new Offline())
    }
    if (method === 'PUT') {
      room = { ...room, ...(body as Class) }
    }
    if (method === 'POST') {
      return Promise.resolve({ token: 'token', code: 'code' })
    }
    const answer = path.includes('/games') ? [lost] : path === '/class/c' ? room : undefined
    return Promise.resolve(structuredClone(answer))
  })
  shown = mount(ClassPage, { target: document.body, props: { name: 'c', games: [] } })
  await settled()
}

async function settled() {
  await vi.advanceTimersByTimeAsync(1)
  flushSync()
}

const asked = (part: string) => vi.mocked(ask).mock.calls.filter(([, path]) => path.includes(part))
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((b) => b.textContent.trim() === text)
const labeled = (label: string) =>
  document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)

test('the lists of games name opponents, and are loaded once, not with each answer', async () => {
  await show('member')
  const row = document.querySelector('a[href="#/game/g"]')
  expect(row?.textContent).toBe(`${opponentName('hermit', 3)} vs. bot`)
  const before = asked('/games').length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked('/games')).toHaveLength(before)
  expect(document.querySelector('a[href="#/game/g"]')).toBe(row)
})

test.each([
  [false, []],
  [true, ['/class/c/member/ann']],
])('a member leaves only if sure (%s)', async (agrees, paths) => {
  await show('member')
  button('Leave class')?.click()
  expect(question()?.text).toBe('This deletes your name and program. Continue?')
  question()?.answer(agrees)
  await settled()
  const deleted = vi.mocked(ask).mock.calls.filter(([method]) => method === 'DELETE')
  expect(deleted.map(([, path]) => path)).toEqual(paths)
})

test('each member was last seen on the date below that heading', async () => {
  await show('teacher')
  const cells = [...document.querySelectorAll('table tr:not(.program)')].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  )
  const column = cells[0]?.indexOf('Last seen') ?? -1
  expect(cells[1]?.[column]).toMatch(/^Jan [12], 1970, \S+\s[AP]M$/)
})

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.check input')]

test('a box shows what the server has after a change that failed', async () => {
  await show('teacher')
  isRefusing = true
  for (const box of boxes()) {
    box.click()
    expect(box.checked).toBe(false)
    await settled()
    expect(box.checked).toBe(true)
  }
  isRefusing = false
  boxes()[1]?.click()
  await settled()
  expect([room.open, room.public, boxes()[1]?.checked]).toEqual([true, false, false])
})

test('two boxes changed at once both count', async () => {
  await show('teacher')
  for (const box of boxes()) {
    box.click()
  }
  await settled()
  expect([room.open, room.public]).toEqual([false, false])
})

test('a box leaves the name as it is while another is being typed', async () => {
  await show('teacher')
  const field = document.querySelector<HTMLInputElement>('#class-name')
  if (field) {
    field.value = 'Che'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  boxes()[0]?.click()
  await settled()
  expect([room.name, room.open]).toEqual(['Chess club', false])
  field?.form?.dispatchEvent(new Event('submit', { cancelable: true }))
  await settled()
  expect(room.name).toBe('Che')
})

test('a name that is being replaced does not come back with the next answer', async () => {
  await show('teacher')
  const field = document.querySelector<HTMLInputElement>('#class-name')
  expect(field?.value).toBe('Chess club')
  if (field) {
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await vi.advanceTimersByTimeAsync(6000)
  flushSync()
  expect(field?.value).toBe('')
})

test('closing, sent twice, asks once', async () => {
  await show('teacher')
  const form = document.querySelector<HTMLInputElement>('#class-typed')?.form
  for (let times = 0; times < 2; times++) {
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  await settled()
  expect(vi.mocked(ask).mock.calls.filter(([how]) => how === 'DELETE')).toHaveLength(1)
})

test('a name that is corrected while it is being sent is sent after it', async () => {
  await show('teacher')
  const field = document.querySelector<HTMLInputElement>('#class-name')
  for (const name of ['Go club', 'Hermit club']) {
    if (field) {
      field.value = name
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field?.form?.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  await settled()
  expect(field?.value).toBe('Hermit club')
  const sent = vi.mocked(ask).mock.calls.filter(([how]) => how === 'PUT')
  expect(sent.map(([, , body]) => (body as { name: string }).name)).toEqual([
    'Go club',
    'Hermit club',
  ])
})

test('Get new token, pressed twice, makes one secret', async () => {
  await show('member')
  const press = () => button('Get new token')?.click()
  press()
  press()
  await settled()
  expect(asked('/class/program')).toHaveLength(1)
  press()
  await settled()
  expect(asked('/class/program')).toHaveLength(2)
})

test.each([
  ['New link', () => labeled('New link for ann'), '/class/c/member/ann/code'],
  ['Create new link', () => button('Create new link'), '/class/c/invitation'],
] as const)('%s replaces a link only if the teacher is sure', async (yes, press, path) => {
  await show('teacher')
  for (const agrees of [false, true]) {
    press()?.click()
    expect(question()?.yes).toBe(yes)
    question()?.answer(agrees)
    await settled()
    expect(asked(path)).toHaveLength(agrees ? 1 : 0)
  }
})

test('a new link of one member stays while another gets one', async () => {
  await show('teacher')
  room = { ...room, members: [...room.members, { player: player('bob'), score, joined: 0 }] }
  await vi.advanceTimersByTimeAsync(6000)
  flushSync()
  for (const name of ['ann', 'bob', 'ann']) {
    labeled(`New link for ${name}`)?.click()
    question()?.answer(true)
    await settled()
  }
  const shownFor = ['ann', 'bob'].map((name) => {
    const text = `Link that lets ${name} back in`
    return [...document.querySelectorAll('label')].filter((l) => l.textContent === text).length
  })
  expect(shownFor).toEqual([1, 1])
})

test('a class is handed over to the teacher who gave a link, if its teacher is sure', async () => {
  await show('teacher')
  const field = document.querySelector<HTMLInputElement>('#class-heir')
  if (field) {
    field.value = 'https://thera.example/#/join/carol5'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const agrees of [false, true]) {
    field?.form?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settled()
    expect(question()?.text).toContain('give it back')
    question()?.answer(agrees)
    await settled()
    expect(asked('/handover').map(([, , body]) => body)).toEqual(agrees ? [{ to: 'carol5' }] : [])
  }
})
