import { afterEach, describe, expect, it } from 'vitest'
import { EngineError } from '../engine/client'
import { faultCodes, type Fault } from '../generated/protocol'
import { english } from '../i18n/start'
import { speak } from '../i18n/topic.svelte'
import { Offline, Problem } from '../server/api'
import { languages } from '../store/settings.svelte'
import { failureOf, messageOf } from './failure'

afterEach(() => speak('en'))

describe('faults of the engine', () => {
  const message = (fault: Fault) => messageOf(new EngineError('said by the engine', fault))

  it('are in the words of the page', async () => {
    expect(message({ code: 'move', input: 'a1', want: 'a1-a2(a1)' })).toBe(
      '“a1” isn’t a legal move here. A legal move looks like a1-a2(a1).',
    )
    expect(message({ code: 'move', input: 'a1' })).toBe('“a1” isn’t a legal move here.')
    expect(message({ code: 'record' })).toBe('Couldn’t read this game: said by the engine')
    await speak('de')
    expect(message({ code: 'board' })).toBe(
      'Eine solche Stellung kann in diesem Spiel nicht vorkommen.',
    )
  })

  it('have words in every language', async () => {
    for (const language of languages) {
      await speak(language)
      for (const code of faultCodes) {
        expect(message({ code, input: 'x', want: 'y' }).length).toBeGreaterThan(5)
      }
    }
  })

  it('include a part of it that has not come', () => {
    expect(messageOf(new EngineError('/thera.wasm', undefined, true))).toBe(
      'Couldn’t load the engine (/thera.wasm). Is the server reachable?',
    )
  })
})

describe('problems of the server', () => {
  const taken = { reason: 'name-taken', detail: 'name "M": this name is taken' }

  it('are in the words of the page', async () => {
    const problem = new Problem(409, taken)
    expect(messageOf(problem)).toBe('This name, or one that looks like it, is taken.')
    await speak('fr')
    expect(messageOf(problem)).toBe('Ce nom, ou un nom qui lui ressemble, est déjà pris.')
  })

  it('have words for each reason in every language', async () => {
    for (const language of languages) {
      await speak(language)
      const all = Object.keys(english.problems.reasons).map((reason) =>
        messageOf(new Problem(409, { reason, detail: 'in English' })),
      )
      expect(all.filter((text) => text.includes('in English'))).toEqual([])
    }
  })

  it('are quoted if the page does not know them', async () => {
    await speak('nl')
    expect(messageOf(new Problem(422, { reason: 'other', detail: 'want more' }))).toBe(
      'Dat is niet gelukt. De server meldt: want more',
    )
  })

  it('are its own, beyond the user’s doing, from 500 on', () => {
    const failed = 'Something went wrong on the server. Try again in a moment.'
    expect(messageOf(new Problem(500, { reason: 'inside', detail: 'x' }))).toBe(failed)
    expect(messageOf(new Offline('HTTP 502'))).toBe(
      'Can’t reach the server. Check your connection and try again.',
    )
  })
})

it('tells apart what is missing, refused and out of reach', () => {
  expect(failureOf(new Problem(404, { reason: 'not-found' }))).toBe('missing')
  expect(failureOf(new Problem(410, {}))).toBe('missing')
  expect(failureOf(new Problem(403, { reason: 'guest' }))).toBe('refused')
  expect(failureOf(new Problem(429, { reason: 'rate' }))).toBe('refused')
  expect(failureOf(new Problem(503, { reason: 'busy' }))).toBe('unreachable')
  expect(failureOf(new Offline('Failed to fetch'))).toBe('unreachable')
})

it('passes other errors on', () => {
  expect(messageOf(new EngineError('broken'))).toBe('broken')
  expect(messageOf(new Error('offline'))).toBe('offline')
  expect(messageOf('gone')).toBe('gone')
})
