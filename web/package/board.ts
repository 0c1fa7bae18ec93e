// <thera-board>: a board for any page, with a game to look at.

import { mount, unmount } from 'svelte'
import styles from '../src/app.css?inline'
import { lineOf } from '../src/embed/line'
import Viewer from '../src/embed/Viewer.svelte'
import type { View } from '../src/generated/protocol'
import { speak } from '../src/i18n/topic.svelte'
import { Scope } from '../src/base/scope'
import { messageOf } from '../src/kit/failure'
import { languages, wanted } from '../src/store/settings.svelte'
import { startEngine, type Engine } from './engine'

/** The detail of a "show" event. */
export interface Shown {
  /** How many moves have been played. */
  at: number
  view: View
}

/** The engine shared by all boards on a page, started with the first of them. */
let engine: Engine | undefined

/** The language of all boards on a page: the last one that was asked for, or else the browser's. */
let language = wanted(navigator.languages)

/** The page's styles, adapted to a shadow root. */
const sheet = styles.replace(/:root\[([^\]]*)\]/g, ':host([$1])').replaceAll(':root', ':host')
/** Without its own theme, a board follows the page's color scheme. */
const ofHost = `:host { display: block; color: var(--text) }
  :host([data-theme='auto']) { color-scheme: inherit }`

/**
 * A board. Its attributes: game (amazons, santorini, or hermit), position, moves separated by spaces,
 * at, flipped, theme (light or dark), lang. The event "show" has a Shown, "error" a message.
 */
export class TheraBoard extends HTMLElement {
  static readonly observedAttributes = [
    'game',
    'position',
    'moves',
    'at',
    'flipped',
    'theme',
    'lang',
  ]
  #root = this.attachShadow({ mode: 'open' })
  #mounted: Record<string, unknown> | undefined
  #due = false
  /** What belongs to the current attributes. */
  #drawing = new Scope()

  connectedCallback() {
    this.#refresh()
  }

  disconnectedCallback() {
    this.#drawing.end()
    this.#clear()
  }

  attributeChangedCallback() {
    this.#refresh()
  }

  /** Redraws, once for all attributes that change together. */
  #refresh() {
    if (!this.#due) {
      this.#due = true
      queueMicrotask(() => {
        this.#due = false
        if (this.isConnected) {
          this.#draw().catch((reason: unknown) => {
            const message = messageOf(reason)
            this.#root.textContent = message
            this.dispatchEvent(new CustomEvent('error', { detail: message }))
          })
        }
      })
    }
  }

  #clear() {
    if (this.#mounted) {
      void unmount(this.#mounted)
      this.#mounted = undefined
    }
    this.#root.replaceChildren()
  }

  async #draw() {
    const own = (engine ??= startEngine())
    language = languages.find((one) => one === this.lang) ?? language
    this.#drawing = this.#drawing.next()
    await this.#drawing.wait(speak(language)).catch(() => undefined)
    const line = await lineOf(own.within(this.#drawing.signal), {
      game: this.getAttribute('game') ?? 'amazons',
      position: this.getAttribute('position') ?? undefined,
      moves: (this.getAttribute('moves') ?? '').split(/\s+/).filter(Boolean),
      served: undefined,
    })
    this.#clear()
    this.dataset['theme'] = this.getAttribute('theme') ?? 'auto'
    const style = document.createElement('style')
    style.textContent = `${sheet} ${ofHost}`
    this.#root.append(style)
    const at = this.getAttribute('at')
    this.#mounted = mount(Viewer, {
      target: this.#root,
      props: {
        engine: own,
        line,
        at: at === null ? undefined : Number(at),
        flipped: this.hasAttribute('flipped'),
        onshow: (at: number, view: View) => {
          this.dispatchEvent(new CustomEvent<Shown>('show', { detail: { at, view } }))
        },
      },
    })
  }
}

if (!customElements.get('thera-board')) {
  customElements.define('thera-board', TheraBoard)
}

declare global {
  interface HTMLElementTagNameMap {
    'thera-board': TheraBoard
  }
}
