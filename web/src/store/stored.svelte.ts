// Small things that the browser keeps in localStorage, and whose they are.

import { untrack } from 'svelte'
import * as v from 'valibot'
import { noteKept } from './unkept.svelte'

type Edit<T> = (value: T) => T

interface Options<T> {
  /** Whether it belongs to the browser, rather than to each account. */
  shared?: boolean
  /** Combines it with the same thing from a backup or of another owner, which replaces it by default. */
  join?: (mine: T, theirs: T) => T
  /** How many things the user would count in it; none by default. */
  count?: (value: T) => number
}

/** Calls with the key of what another tab has stored or removed, null for everything. */
const onStorage = (changed: (key: string | null) => void) =>
  addEventListener('storage', (event) => changed((event as StorageEvent).key))

/**
 * A value of each account, and of everyone without one. Every change starts from what is stored at that
 * moment, so tabs don't overwrite each other. What can't be stored lasts as long as the page, and is
 * stored with the next change that can be.
 */
export class Stored<T> {
  /** Names it in a backup; in localStorage too, followed by the account if there is one. */
  readonly name: string
  readonly shared: boolean
  readonly join: (mine: T, theirs: T) => T
  readonly count: (value: T) => number
  #schema: v.GenericSchema<unknown, T>
  #values = new Map<string, T>()
  /** Changes not stored yet. */
  #waiting = new Map<string, Edit<T>[]>()
  #version = $state(0)

  /**
   * The schema accepts {}, which stands for nothing stored and for anything unusable. It also accepts
   * what earlier versions of the page have stored, and makes today's form of it.
   */
  constructor(name: string, schema: v.GenericSchema<unknown, T>, options: Options<T> = {}) {
    this.name = `thera.${name}`
    this.shared = options.shared ?? false
    this.join = options.join ?? ((_, theirs) => theirs)
    this.count = options.count ?? (() => 0)
    this.#schema = schema
    onStorage((key) => this.#forget(key))
  }

  get value(): T {
    return this.of(account())
  }

  /** The value of an account, "" for everyone without one. */
  of(owner: string): T {
    void this.#version
    const key = this.#key(owner)
    if (!this.#values.has(key)) {
      this.#values.set(key, this.#edited(this.#read(key), this.#waiting.get(key) ?? []))
    }
    return this.#values.get(key) as T
  }

  /**
   * Changes the value. The change must not modify its argument, and may be called again. Returns whether
   * the result is stored.
   */
  change(edit: Edit<T>, owner = untrack(account)): boolean {
    const key = this.#key(owner)
    const edits = [...(this.#waiting.get(key) ?? []), edit]
    const before = this.#read(key)
    const value = this.#edited(before, edits)
    if (value === before && edits.length === 1) {
      return true
    }
    try {
      localStorage.setItem(key, JSON.stringify(value))
      this.#waiting.delete(key)
    } catch {
      this.#waiting.set(key, edits)
    }
    const isKept = !this.#waiting.has(key)
    noteKept(key, isKept)
    this.#values.set(key, value)
    this.#renew()
    return isKept
  }

  /** Parses the value of a backup. */
  parse(value: unknown): T {
    const read = v.safeParse(this.#schema, value)
    return read.success ? read.output : v.parse(this.#schema, {})
  }

  /** Removes the value of an account. */
  remove(owner: string) {
    const key = this.#key(owner)
    this.#waiting.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // then nothing is stored
    }
    this.#forget(key)
  }

  #key(owner: string) {
    return this.shared ? this.name : nameFor(this.name, owner)
  }

  #edited(value: T, edits: readonly Edit<T>[]): T {
    return edits.reduce((edited, edit) => edit(edited), value)
  }

  #read(key: string): T {
    try {
      return this.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
    } catch {
      return this.parse({}) // storage may be forbidden, or its text broken
    }
  }

  /** Reads a value again; all if the key is null. */
  #forget(key: string | null) {
    if (key === null) {
      this.#values.clear()
    } else if (!this.#values.delete(key)) {
      return
    }
    this.#renew()
  }

  /** An effect that changes the value must not follow it for that. */
  #renew() {
    untrack(() => this.#version++)
  }
}

/** Null until the server has first said who uses this browser. */
const user = new Stored('account', v.fallback(v.nullable(v.string()), null), { shared: true })

/** Whose things the page shows: those of the account with this ID, or of everyone without one (""). */
export const account = () => user.of('') ?? ''
export const setAccount = (id: string) => user.change(() => id)

/** Calls when another tab has signed in or out. */
export const onAccount = (changed: () => void) =>
  onStorage((key) => {
    if (key === user.name) {
      changed()
    }
  })

/** Whether everything stored is from before each account had its own. */
export const isUndivided = () => user.of('') === null

/** The name under which something of an account is stored. */
export const nameFor = (name: string, owner: string) => (owner === '' ? name : `${name}@${owner}`)
