// The page's texts: ICU messages in JSON, one file per language and topic, compiled to functions at
// build time, so that no message parser is shipped.

import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'
import { parse, type Token } from '@messageformat/parser'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A message, or messages by their keys or in their order. */
export type Messages = string | readonly Messages[] | { readonly [key: string]: Messages }

/** The parameters of a message, with their types. */
export type Parameters = Map<string, 'string | number' | 'number' | 'boolean'>

/** The parameters of a message. Throws if it is not a valid message. */
export function parametersOf(message: string): Parameters {
  const found: Parameters = new Map()
  const take = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'content' || token.type === 'octothorpe') {
        continue
      }
      if (token.type === 'function') {
        throw new Error(`${message}: want an argument, plural, selectordinal or select`)
      }
      const known = found.get(token.arg)
      if (token.type === 'argument') {
        found.set(token.arg, known ?? 'string | number')
        continue
      }
      const keys = token.cases.map(({ key }) => key)
      const truth = keys.includes('true') && keys.every((key) => /^(true|false|other)$/.test(key))
      const own = token.type !== 'select' ? 'number' : truth ? 'boolean' : 'string | number'
      found.set(token.arg, own === 'string | number' ? (known ?? own) : own)
      token.cases.forEach((one) => take(one.tokens))
    }
  }
  take(parse(message))
  return found
}

/** The type of some messages: a string, or a function if there are parameters. */
function typeOf(messages: Messages, indent: string): string {
  if (typeof messages === 'string') {
    const parameters = [...parametersOf(messages)].map(([name, type]) => `${name}: ${type}`)
    return parameters.length === 0 ? 'string' : `(of: { ${parameters.join('; ')} }) => string`
  }
  const deeper = `${indent}  `
  if (Array.isArray(messages)) {
    return `readonly [${messages.map((m: Messages) => typeOf(m, deeper)).join(', ')}]`
  }
  const lines = Object.entries(messages).map(
    ([key, m]) => `${deeper}${JSON.stringify(key)}: ${typeOf(m, deeper)}\n`,
  )
  return `{\n${lines.join('')}${indent}}`
}

/** The type declarations for a file of messages. */
export const typesOf = (messages: Messages) =>
  `// Made from the words beside it by: npx vitest run src/i18n -u\ndeclare const words: ${typeOf(messages, '')}\nexport default words\n`

/** Some messages as the text of a module, with a language's plurals and numbers. */
export function moduleOf(messages: Messages, language: string): string {
  const withParameters: Record<string, string> = {}
  const code = (some: Messages): string => {
    if (typeof some === 'string') {
      if (parametersOf(some).size === 0) {
        const plain = parse(some).map((token) => (token.type === 'content' ? token.value : '#'))
        return JSON.stringify(plain.join(''))
      }
      const name = `m${Object.keys(withParameters).length}`
      withParameters[name] = some
      return `say.${name}`
    }
    if (Array.isArray(some)) {
      return `[${some.map(code).join(',')}]`
    }
    const entries = Object.entries(some).map(([key, m]) => `${JSON.stringify(key)}:${code(m)}`)
    return `{${entries.join(',')}}`
  }
  const words = code(messages)
  const say = compileModule(new MessageFormat(language), withParameters)
  return `${say.replace('export default', 'const say =')}\nexport default ${words}\n`
}

/** Replaces a default language's messages with another's; what the other lacks stays. */
export function over(usual: Messages, own: Messages | undefined): Messages {
  if (own === undefined || typeof usual === 'string' || typeof own === 'string') {
    return own ?? usual
  }
  if (Array.isArray(usual) || Array.isArray(own)) {
    return own
  }
  const both = usual as Record<string, Messages>
  const said = own as Record<string, Messages>
  return Object.fromEntries(Object.entries(both).map(([key, m]) => [key, over(m, said[key])]))
}

const folder = /^(.*\/src\/i18n)\/([a-z]{2}\/(?:start\/)?\w+)\.json$/

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Messages

/**
 * Compiles files of messages to modules and, during development, writes their types. "words:de" is
 * everything that the page starts with in German.
 */
export function words(): Plugin {
  let develops = false
  let root = ''
  return {
    name: 'words',
    enforce: 'pre',
    configResolved(config) {
      develops = config.command === 'serve' && process.env['VITEST'] === undefined
      root = `${config.root}/src/i18n`
    },
    // A name without an extension, so that no other plugin takes the file for data.
    async resolveId(source, importer) {
      if (source.startsWith('words:')) {
        return `\0${source}`
      }
      if (!source.endsWith('.json')) {
        return
      }
      const found = await this.resolve(source, importer, { skipSelf: true })
      const [, place, name] = folder.exec(found?.id ?? '') ?? []
      return place === root ? `\0words:${name}` : undefined
    },
    load(id) {
      if (!id.startsWith('\0words:')) {
        return
      }
      const [language = '', ...topic] = id.slice('\0words:'.length).split('/')
      if (topic.length === 0) {
        return readdirSync(`${root}/${language}/start`)
          .filter((name) => name.endsWith('.json'))
          .map((name) => [name.slice(0, -'.json'.length), `${root}/${language}/start/${name}`])
          .map(([name, file]) => `export { default as ${name} } from '${file}'\n`)
          .join('')
      }
      const file = (language: string) => `${root}/${language}/${topic.join('/')}.json`
      this.addWatchFile(file('en'))
      this.addWatchFile(file(language))
      const english = read(file('en'))
      if (develops) {
        writeFileSync(file('en').replace(/json$/, 'd.json.ts'), typesOf(english))
      }
      const messages = language === 'en' ? english : over(english, read(file(language)))
      return { code: moduleOf(messages, language), moduleType: 'js' }
    },
  }
}
