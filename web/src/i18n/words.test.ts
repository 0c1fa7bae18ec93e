// The files of words: all languages say the same, with the same parameters.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { moduleOf, parametersOf, typesOf, type Messages } from '../../scripts/words'
import { languages } from '../settings.svelte'

const folder = `${process.cwd()}/src/i18n/`
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')) as Messages
const files = readdirSync(`${folder}en`, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.json'))

/** All messages by where they stand. */
function flat(messages: Messages, path = ''): [string, string][] {
  return typeof messages === 'string'
    ? [[path, messages]]
    : Object.entries(messages).flatMap(([key, m]) => flat(m, `${path}.${key}`))
}

describe.each(files)('%s', (file) => {
  const english = read('en', file)

  // Run with -u after a change of the words.
  it('has types that are as its words', async () => {
    const types = file.replace('.json', '.d.json.ts')
    await expect(typesOf(english)).toMatchFileSnapshot(`${folder}en/${types}`)
  })

  it.each(languages)('says all in %s', (language) => {
    const own = flat(read(language, file))
    const wanted = new Map(flat(english))
    expect(own.map(([path]) => path).sort()).toEqual([...wanted.keys()].sort())
    for (const [path, message] of own) {
      const parameters = parametersOf(wanted.get(path) ?? '')
      for (const [name, type] of parametersOf(message)) {
        const given = parameters.get(name)
        expect(given, `${path}: ${message}: {${name}} is not in English`).toBeDefined()
        expect([given, 'string | number'], `${path}: ${message}: {${name}}`).toContain(type)
      }
      // A name that English says for each case must be said; what only chooses words need not be.
      for (const [name, type] of parameters) {
        if (type === 'string | number') {
          expect(message, `${path}: {${name}} is missing`).toContain(`{${name}`)
        }
      }
    }
    expect(moduleOf(read(language, file), language)).toContain('export default')
  })
})
