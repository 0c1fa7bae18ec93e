// Everything the browser stores as one text, and back. Restoring only adds: what exists stays, and of
// two versions of the same thing the one changed last wins.

import * as v from 'valibot'
import { k } from '../i18n/kept'
import { parseKept, record } from '../puzzles/record.svelte'
import { settings, parseChoices } from '../settings.svelte'
import { studies } from '../study/study'
import { analyses } from './analyses'
import { games } from './kept'
import { results } from './results'
import type { Shelf } from './shelf'

const format = 'thera backup'

/** Small things are in localStorage, under names with this prefix. */
const prefix = 'thera.'

// Each shelf's schema checks its items.
const shelves = { games, analyses, results, studies } as unknown as Record<
  string,
  Shelf<{ id: string; updated: number }>
>

const envelope = v.object({
  format: v.literal(format),
  version: v.literal(1),
  made: v.string(),
  shelves: v.record(v.string(), v.array(v.unknown())),
  choices: v.record(v.string(), v.unknown()),
})

export async function backup(): Promise<string> {
  const kept = await Promise.all(
    Object.entries(shelves).map(async ([name, shelf]) => [name, await shelf.all()]),
  )
  return JSON.stringify({
    format,
    version: 1,
    made: new Date().toISOString(),
    shelves: Object.fromEntries(kept) as Record<string, unknown[]>,
    choices: storedChoices(),
  } satisfies v.InferOutput<typeof envelope>)
}

function storedChoices(): Record<string, unknown> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  return Object.fromEntries(names.map((name) => [name, parsed(localStorage.getItem(name))]))
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

export interface Restored {
  /** How many things are new here, or newer than before. */
  added: number
  /** What could not be restored, and why. */
  refused: string[]
}

/** Adds the contents of a backup. Throws, and changes nothing, if the text is not a backup. */
export async function restoreBackup(text: string): Promise<Restored> {
  const file = open(text)
  const restored: Restored = { added: 0, refused: [] }
  for (const [name, items] of Object.entries(file.shelves)) {
    const shelf = shelves[name]
    if (shelf) {
      await putOn(shelf, name, items, restored)
    } else {
      restored.refused.push(`shelves.${name}: ${Object.keys(shelves).join(', ')}?`)
    }
  }
  for (const [name, value] of Object.entries(file.choices)) {
    restored.added += choose(name, value, restored.refused)
  }
  return restored
}

function open(text: string) {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(k().backup.noJson({ reason: why }), { cause: error })
  }
  const read = v.safeParse(envelope, file)
  if (!read.success) {
    const wanted = `{"format":"${format}","version":1`
    throw new Error(`${k().backup.noBackup({ wanted })} ${read.issues.map(told).join('; ')}`)
  }
  return read.output
}

const told = (issue: v.BaseIssue<unknown>) => {
  const path = v.getDotPath(issue)
  return path === null ? issue.message : `${path}: ${issue.message}`
}

async function putOn(
  shelf: Shelf<{ id: string; updated: number }>,
  name: string,
  items: readonly unknown[],
  restored: Restored,
) {
  const here = new Map((await shelf.all()).map(({ id, updated }) => [id, updated]))
  for (const [i, item] of items.entries()) {
    const read = shelf.check(item)
    if (!read.success) {
      restored.refused.push(`${name}[${i}]: ${read.issues.map(told).join('; ')}`)
    } else if ((here.get(read.output.id) ?? -Infinity) < read.output.updated) {
      await shelf.keep(read.output)
      restored.added++
    }
  }
}

/** Restores one of the small things; returns how many entries are new. */
function choose(name: string, value: unknown, refused: string[]): number {
  if (!name.startsWith(prefix)) {
    refused.push(`choices.${name}: ${prefix}…?`)
    return 0
  }
  if (name === `${prefix}settings`) {
    Object.assign(settings, parseChoices(JSON.stringify(value)))
    return 0
  }
  if (name === `${prefix}puzzles`) {
    return record.join(parseKept(JSON.stringify(value)))
  }
  const here = parsed(localStorage.getItem(name))
  if (Array.isArray(here) && Array.isArray(value)) {
    // A list of completed things: the union of both.
    const all = [...new Set<unknown>([...(here as unknown[]), ...(value as unknown[])])]
    localStorage.setItem(name, JSON.stringify(all))
    return all.length - here.length
  }
  if (here !== null) {
    return 0
  }
  localStorage.setItem(name, JSON.stringify(value))
  return 1
}
