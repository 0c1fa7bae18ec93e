// Everything of an account in the browser as one text, and back. Restoring only adds: what exists stays,
// and of two versions of the same thing the one changed last wins.

import * as v from 'valibot'
import { analyses } from '../analysis/analyses'
import { studies } from '../analysis/study'
import { mistakes } from '../cards/card'
import { heard } from '../cards/sync'
import { keptWords } from '../i18n/kept'
import { completed } from '../learn/progress.svelte'
import { storedMisses } from '../openings/misses'
import { games } from '../play/kept'
import { lastChoices } from '../play/newgame.svelte'
import { results } from '../play/results'
import { storedRecord } from '../puzzles/record.svelte'
import { storedSettings } from '../store/settings.svelte'
import { removeDatabase, type Item, type Shelf } from '../store/shelf'
import { account, type Stored } from '../store/stored.svelte'

const format = 'thera backup'
const beginning = `{"format":"${format}","version":1`

// Each shelf's schema checks its items.
const shelves = { games, analyses, results, studies, mistakes } as unknown as Record<
  string,
  Shelf<Item>
>
const choices = [
  storedSettings,
  lastChoices,
  completed,
  storedRecord,
  storedMisses,
] as unknown as Stored<unknown>[]

const envelope = v.object({
  format: v.literal(format),
  version: v.literal(1),
  made: v.string(),
  shelves: v.record(v.string(), v.array(v.unknown())),
  choices: v.record(v.string(), v.unknown()),
})

/** The backup of the user. Rejects if the browser can't read what it has stored. */
export async function backup(): Promise<string> {
  const kept = await Promise.all(
    Object.entries(shelves).map(async ([name, shelf]) => [name, await shelf.raw()] as const),
  )
  return JSON.stringify({
    format,
    version: 1,
    made: new Date().toISOString(),
    shelves: Object.fromEntries(kept),
    choices: Object.fromEntries(choices.map(({ name, value }) => [name, value])),
  } satisfies v.InferOutput<typeof envelope>)
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
    const stored = choices.find((one) => one.name === name)
    if (stored) {
      const before = stored.count(stored.value)
      add(stored, stored.parse(value), account())
      restored.added += stored.count(stored.value) - before
    } else {
      restored.refused.push(`choices.${name}: ${choices.map((one) => one.name).join(', ')}?`)
    }
  }
  return restored
}

function open(text: string) {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    const { backup } = keptWords()
    // Other programs' files are no JSON either.
    const isDamaged = text.startsWith(beginning)
    const why = isDamaged ? backup.damaged : backup.noBackup({ wanted: beginning })
    throw new Error(why, { cause: error })
  }
  const read = v.safeParse(envelope, file)
  if (!read.success) {
    const why = keptWords().backup.noBackup({ wanted: beginning })
    throw new Error(`${why} ${read.issues.map(told).join('; ')}`)
  }
  return read.output
}

const told = (issue: v.BaseIssue<unknown>) => {
  const path = v.getDotPath(issue)
  return path === null ? issue.message : `${path}: ${issue.message}`
}

/** Whether an item is new on a shelf, or newer than what is there. */
async function newerOn(shelf: Shelf<Item>, owner: string) {
  const here = new Map((await shelf.all(owner)).map((item) => [item.id, item]))
  return (item: Item) => shelf.isNews(here.get(item.id), item)
}

async function putOn(
  shelf: Shelf<Item>,
  name: string,
  items: readonly unknown[],
  restored: Restored,
) {
  const isNewer = await newerOn(shelf, account())
  for (const [i, item] of items.entries()) {
    const read = shelf.check(item)
    if (!read.success) {
      restored.refused.push(`${name}[${i}]: ${read.issues.map(told).join('; ')}`)
    } else if (isNewer(read.output)) {
      if (await shelf.keep(read.output, account())) {
        restored.added++
      } else {
        restored.refused.push(`${name}[${i}]: ${keptWords().backup.full}`)
      }
    }
  }
}

const add = (stored: Stored<unknown>, theirs: unknown, owner: string) =>
  stored.change((mine) => stored.join(mine, theirs), owner)

const ofAccounts = () => choices.filter(({ shared }) => !shared)

/** How many things were made without an account. */
export async function countGuests(): Promise<number> {
  const kept = await Promise.all(Object.values(shelves).map((shelf) => shelf.all('')))
  const counts = ofAccounts().map((stored) => stored.count(stored.of('')))
  return [...kept.map((items) => items.length), ...counts].reduce((sum, n) => sum + n)
}

/** Moves to an account what was made without one. What can't be stored there stays. */
export async function takeOver(owner: string) {
  for (const shelf of Object.values(shelves)) {
    const isNewer = await newerOn(shelf, owner)
    for (const item of await shelf.all('')) {
      if (!isNewer(item) || (await shelf.keep(item, owner))) {
        await shelf.remove(item.id, '')
      }
    }
  }
  for (const stored of ofAccounts()) {
    if (add(stored, stored.of(''), owner)) {
      stored.remove('')
    }
  }
}

/** Deletes what an account keeps in this browser. */
export async function forget(owner: string) {
  ofAccounts().forEach((stored) => stored.remove(owner))
  heard.remove(owner)
  await removeDatabase(owner)
}
