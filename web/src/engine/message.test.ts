import { afterEach, expect, it } from 'vitest'
import { speak } from '../i18n/topic.svelte'
import { languages } from '../settings.svelte'
import { EngineError } from './client'
import { messageOf } from './engine'
import { faultCodes, type Fault } from './protocol'

afterEach(() => speak('en'))

const message = (fault: Fault) => messageOf(new EngineError('said by the engine', fault))

it('puts faults in the words of the page', async () => {
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

it('has words for every fault in every language', async () => {
  for (const language of languages) {
    await speak(language)
    for (const code of faultCodes) {
      expect(message({ code, input: 'x', want: 'y' }).length).toBeGreaterThan(5)
    }
  }
})

it('passes other errors on', () => {
  expect(messageOf(new EngineError('broken'))).toBe('broken')
  expect(messageOf(new Error('offline'))).toBe('offline')
  expect(messageOf('gone')).toBe('gone')
})
