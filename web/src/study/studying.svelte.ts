// An open study: the current chapter, and the changes to it.

import { Analysis } from '../analysis/analysis.svelte'
import { changedNow, studies, type Chapter, type Study } from '../analysis/study'
import type { Scope } from '../base/scope'
import type { Client } from '../engine/client'
import { Tree } from '../game/tree.svelte'
import type { GameInfo, GameText } from '../generated/protocol'
import { chapterOf } from './text'

export class Studying {
  readonly analysis: Analysis
  readonly engine: Client
  study: Study = $state.raw() as Study
  /** Whether the user owns it, so that changes are saved. */
  readonly own: boolean
  /** The index of the current chapter. */
  at = $state(0)
  /** Called when a change has been saved. */
  onchange: () => void = () => undefined
  /** When the last change was made that onchange knows. */
  #told: number
  /** How many edits of the chapter have been saved. */
  #edits = 0

  constructor(scope: Scope, engine: Client, games: GameInfo[], study: Study, own: boolean) {
    this.engine = engine
    this.analysis = new Analysis(scope, engine, games)
    this.analysis.lookout.running = false
    this.study = study
    this.#told = study.updated
    this.own = own
  }

  get chapter(): Chapter {
    return this.study.chapters[this.at] as Chapter
  }

  /** Opens a chapter, counted from 0; the nearest one if there is none. */
  async open(at: number) {
    this.#store()
    this.at = Math.max(0, Math.min(at, this.study.chapters.length - 1))
    const opened = this.analysis.put(this.chapter)
    this.#edits = this.analysis.tree.edits
    await opened
  }

  /** Whether there are unsaved changes. */
  get changed(): boolean {
    return this.analysis.tree.edits !== this.#edits
  }

  /** Puts the open chapter's tree into the study. */
  #store() {
    const { tree } = this.analysis
    if (tree.root.position === '') {
      return // nothing has been opened yet
    }
    const { changed } = this
    this.#edits = tree.edits
    const chapters = this.study.chapters.with(this.at, { ...this.chapter, tree: tree.save() })
    const updated = changed ? changedNow(this.study) : this.study.updated
    this.study = { ...this.study, chapters, updated }
  }

  /** Saves the study. */
  async keep() {
    this.#store()
    if (this.own) {
      await studies.keep(this.study)
      if (this.study.updated > this.#told) {
        this.#told = this.study.updated
        this.onchange()
      }
    }
  }

  async #change(study: Partial<Study>) {
    this.#store()
    await this.#renew({ ...this.study, ...study })
  }

  async #renew(study: Study) {
    this.study = { ...study, updated: changedNow(study) }
    await this.keep()
  }

  rename = (title: string) => this.#change({ title })

  renameChapter = (name: string) =>
    this.#change({ chapters: this.study.chapters.with(this.at, { ...this.chapter, name }) })

  /** Records the server's copy of the study. */
  async served(served: Study['served']) {
    const { served: _, ...rest } = this.study
    this.study = served ? { ...rest, served } : rest
    await this.keep()
  }

  /** Takes over another tab's changes: all of them, or only what the server has. */
  async follow(kept: Study) {
    if (kept.updated > this.study.updated) {
      await this.replace(kept)
    } else if (kept.updated === this.study.updated && kept.served) {
      this.study = { ...this.study, served: kept.served }
    }
  }

  /** Adds chapters from records, and opens the first of them. */
  async add(texts: readonly GameText[], nameOf: (text: GameText, i: number) => string) {
    const made = await chaptersOf(this.engine, texts, nameOf, this.study.chapters.length)
    const at = this.study.chapters.length
    await this.#change({ chapters: [...this.study.chapters, ...made.chapters] })
    await this.open(at)
    this.analysis.error = made.error
  }

  /** Removes the open chapter, unless it is the only one. */
  async removeChapter() {
    const { at } = this
    if (this.study.chapters.length > 1) {
      const chapters = this.study.chapters.toSpliced(at, 1)
      this.#forget()
      this.study = { ...this.study, chapters }
      await this.open(at)
      await this.#renew(this.study)
    }
  }

  /** Moves the open chapter up or down. */
  async moveChapter(by: -1 | 1) {
    this.#store()
    const to = this.at + by
    const other = this.study.chapters[to]
    if (other) {
      const chapters = this.study.chapters.with(to, this.chapter).with(this.at, other)
      this.at = to
      await this.#renew({ ...this.study, chapters })
    }
  }

  /** Switches to another version of the study. */
  async replace(study: Study) {
    this.#forget()
    this.study = study
    this.#told = study.updated
    await this.open(this.at)
  }

  /** Discards the open chapter's tree without saving it. */
  #forget() {
    this.analysis.tree = new Tree({ position: '', turn: 0, winners: [] })
    this.#edits = 0
  }
}

/** Chapters from records, and any illegal moves in them. */
export async function chaptersOf(
  engine: Client,
  texts: readonly GameText[],
  nameOf: (text: GameText, i: number) => string,
  before = 0,
): Promise<{ chapters: Chapter[]; error: string | undefined }> {
  const chapters: Chapter[] = []
  let error: string | undefined
  for (const [i, text] of texts.entries()) {
    const made = await chapterOf(engine, text, nameOf(text, before + i))
    chapters.push(made.chapter)
    error ??= made.error
  }
  return { chapters, error }
}
