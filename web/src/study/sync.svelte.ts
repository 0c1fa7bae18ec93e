// Keeps the server's copy of a study in sync with the local one.

import type { Audience } from '../analysis/study'
import type { Scope } from '../base/scope'
import { messageOf } from '../kit/failure'
import { isTemporary, Problem } from '../server/api'
import { findServed, send, studyOf, withdraw } from './served'
import type { Studying } from './studying.svelte'
import { recordsOf } from './text'

/** How long to wait for more changes, in ms. */
const pause = 1500

/** How long to wait after a failure that is temporary, in ms. */
const retry = 10_000

export class Sync {
  /** Undefined for a study that is only in this browser. */
  state: 'saved' | 'saving' | 'unsaved' | 'conflict' | undefined = $state()
  /** Why it is not saved on the server. */
  why = $state('')
  readonly #studying: Studying
  readonly #signal: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined
  #work: Promise<unknown> = Promise.resolve() // one request at a time

  /** While the scope lasts, changes that were not saved are sent later, and when the network is back. */
  constructor(studying: Studying, scope: Scope) {
    this.#studying = studying
    this.#signal = scope.signal
    studying.onchange = () => this.later()
    if (studying.own) {
      this.state = studying.study.served && 'saved'
      this.#resume()
      addEventListener('online', () => this.#resume(), { signal: this.#signal })
    }
  }

  /** Whether there are changes that the server does not have. */
  get #isBehind(): boolean {
    const { served, updated } = this.#studying.study
    return served !== undefined && updated !== served.updated && this.state !== 'conflict'
  }

  #resume() {
    if (this.#isBehind) {
      this.later()
    }
  }

  /** Sends changes soon. */
  later() {
    if (this.#studying.study.served && this.state !== 'conflict') {
      this.state = 'saving'
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#send(), pause)
    }
  }

  /** Sends changes at once that wait or could not be sent, but not those that are being sent. */
  leave() {
    const isSending = this.state === 'saving' && this.#timer === undefined
    if (this.#isBehind && !isSending) {
      void this.#send()
    }
  }

  /** Sets who can see the study; undefined removes it from the server. */
  async share(audience: Audience | undefined) {
    if (audience) {
      this.state = 'saving'
      await this.#send(audience)
    } else {
      await this.#queue(() => this.#withdraw())
    }
  }

  #send(audience?: Audience, version?: number) {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#queue(() => this.#put(audience, version))
  }

  #queue(work: () => Promise<void>) {
    const done = this.#work.then(work)
    this.#work = done.catch(() => undefined)
    return done
  }

  async #withdraw() {
    await withdraw(this.#studying.study.id)
    await this.#studying.served(undefined)
    this.state = undefined
  }

  async #put(audience?: Audience, version?: number) {
    const { study, engine } = this.#studying
    const known = study.served
    const wanted = audience ?? known?.audience
    if (!wanted) {
      return // it has been removed from the server meanwhile
    }
    try {
      await this.#studying.served(await send(engine, study, wanted, version ?? known?.version ?? 0))
      this.state = this.#studying.study.updated > study.updated ? this.state : 'saved'
    } catch (error) {
      await this.#refused(error)
    }
  }

  async #refused(error: unknown) {
    this.state = 'unsaved'
    this.why = messageOf(error)
    if (error instanceof Problem && error.reason === 'version') {
      await this.#compare().catch(() => undefined)
    } else if (isTemporary(error) && !this.#signal.aborted) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#resume()
      }, retry)
    }
  }

  /** The server has another version, which may be identical if another tab sent it. */
  async #compare() {
    const { study, engine } = this.#studying
    const there = await findServed(study.id)
    if (there.text === (await recordsOf(engine, study)) && there.title === study.title) {
      const { version, audience } = there
      await this.#studying.served({ version, audience, updated: study.updated })
      this.state = 'saved'
    } else {
      this.state = 'conflict'
    }
  }

  /** Replaces the local version with the server's. */
  async takeTheirs() {
    const { study, engine } = this.#studying
    await this.#studying.replace(await studyOf(engine, await findServed(study.id)))
    await this.#studying.keep()
    this.state = 'saved'
  }

  /** Replaces the server's version with the local one. */
  async keepMine() {
    const { audience, version } = await findServed(this.#studying.study.id)
    this.state = 'saving'
    await this.#send(audience, version)
  }
}
