import { afterEach, expect, it } from 'vitest'
import { isMissing, speak, topic } from './topic.svelte'

afterEach(() => speak('en'))

it('says that texts have not come, and gets them when asked again', async () => {
  let isThere = false
  const words = topic({ hello: 'Hello' }, () =>
    isThere ? Promise.resolve({ hello: 'Hallo' }) : Promise.reject(new Error('offline')),
  )
  await expect(speak('de')).rejects.toThrow('offline')
  expect([words().hello, isMissing()]).toEqual(['Hello', true])
  isThere = true
  await speak('de')
  expect([words().hello, isMissing()]).toEqual(['Hallo', false])
})

it('says nothing of a language that is no longer wanted', async () => {
  const words = topic({ hello: 'Hello' }, (language) =>
    language === 'fr' ? Promise.reject(new Error('offline')) : Promise.resolve({ hello: language }),
  )
  const french = speak('fr')
  await speak('nl')
  await expect(french).rejects.toThrow('offline')
  expect([words().hello, isMissing()]).toEqual(['nl', false])
})
