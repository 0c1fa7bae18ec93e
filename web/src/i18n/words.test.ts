// The text files: every language has the same messages with the same parameters.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { moduleOf, parametersOf, typesOf, type Messages } from '../../scripts/words'
import { faultCodes, reasonKinds } from '../generated/protocol'
import { languages } from '../store/settings.svelte'
import { english } from './start'

const folder = `${process.cwd()}/src/i18n/`
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')) as Messages
const files = readdirSync(`${folder}en`, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.json'))

/** All messages by their paths. */
function flat(messages: Messages, path = ''): [string, string][] {
  return typeof messages === 'string'
    ? [[path, messages]]
    : Object.entries(messages).flatMap(([key, m]) => flat(m, `${path}.${key}`))
}

describe.each(files)('%s', (file) => {
  const english = read('en', file)

  // Run with -u after changing the texts.
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
      // A name in the English message must not be lost, but for what the engine adds in English.
      for (const [name, type] of parameters) {
        if (type === 'string | number' && name !== 'detail') {
          expect(message, `${path}: {${name}} is missing`).toContain(`{${name}`)
        }
      }
    }
    expect(moduleOf(read(language, file), language)).toContain('export default')
  })
})

it.each(files)('does not let a line of French begin with a sign: %s', (file) => {
  const broken = flat(read('fr', file)).filter(([, message]) => / [:;?!»]|« /.test(message))
  expect(broken).toEqual([])
})

const code = readdirSync(`${process.cwd()}/src`, { recursive: true })
  .map(String)
  .filter((name) => /(\.svelte|(?<!\.d\.json|\.test)\.ts)$/.test(name))
  .map((name) => readFileSync(`${process.cwd()}/src/${name}`, 'utf8'))
  .join('\n')

// Sure.svelte shows the label that agrees next to "Cancel".
it.each(languages)('never asks with two equal buttons in %s', (language) => {
  const asking = (code.match(/.*\b(sure|whenSure)\(.*/g) ?? []).join('\n')
  // `words` can be any topic's: the texts of that name in all topics are looked at.
  const labels = [...asking.matchAll(/(?:\b(\w+)Words\(\)|\bt\(\)|\bwords)\.([\w.]+)/g)]
  expect(labels.map(([label]) => label)).toContain('words.abort')
  const { cancel } = read(language, 'start/page.json') as Record<string, Messages>
  const equal = labels.filter(([, topic = '', key = '']) =>
    files
      .filter((file) => file.startsWith(topic))
      .flatMap((file) => flat(read(language, file)))
      .some(([path, text]) => path.endsWith(`.${key}`) && text === cancel),
  )
  expect(equal.map(([label]) => label)).toEqual([])
})

// A key is used if the code names it, or looks up keys in its parent.
it('says nothing that nobody asks for', () => {
  const names = new Set(code.match(/[\w-]+/g))
  const lookedIn = new Set(
    [...code.matchAll(/\.(\w+)\[|named(?:<[^(]*>)?\(([^,]*),|in (\w+)\)/g)].flatMap(
      ([, indexed = '', named = '']) => [indexed, named.split('.').at(-1) ?? ''],
    ),
  )
  const unused = files.flatMap((file) =>
    flat(read('en', file))
      .map(([path]) => path.slice(1).split('.'))
      .filter((keys) => {
        const [last = '', holder = ''] = keys.filter((key) => !/^\d+$/.test(key)).reverse()
        return !names.has(last) && !lookedIn.has(holder)
      })
      .map((keys) => `${file}: ${keys.join('.')}`),
  )
  expect(unused.join('\n')).toBe('')
})

// Languages differ in their signs and in the spaces before them.
it('puts no sign around a text but in the texts themselves and between label and text', () => {
  const found = readdirSync(`${process.cwd()}/src`, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.svelte'))
    .flatMap((name) => readFileSync(`${process.cwd()}/src/${name}`, 'utf8').split('\n'))
    .filter((line) => /join\(': '\)|`: |>[:?!] ?\{|\}[:?!][`<]/.test(line))
  expect(found).toEqual([])
})

it('has words for each fault that the engine tells of', () => {
  expect(Object.keys(english.page.faults).sort()).toEqual([...faultCodes].sort())
})

it('has words for each reason that the engine gives', () => {
  const { kinds } = read('en', 'why.json') as { kinds: Record<string, Messages> }
  expect(Object.keys(kinds).sort()).toEqual([...reasonKinds].sort())
  const { reasons } = read('en', 'mistakes.json') as { reasons: Record<string, Messages> }
  expect(Object.keys(reasons).sort()).toEqual([...reasonKinds, 'other'].sort())
})
