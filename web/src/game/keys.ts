// Keyboard shortcuts of a board, when the keys are not meant for a field or a dialog.

import { settings } from '../store/settings.svelte'
import type { Tree, TreeNode } from './tree.svelte'

export type StepTo = 'first' | 'previous' | 'next' | 'last'

/** The node that a step in a tree leads to; at the ends, the current one itself. */
export function steppedTo(tree: Tree, to: StepTo): TreeNode {
  const node = tree.current
  return {
    first: tree.root,
    previous: node.parent ?? node,
    next: node.children[0] ?? node,
    last: tree.line.at(-1) ?? node,
  }[to]
}

/** The place in a row that a step leads to; at the ends, the current one itself. */
export const stepped = (at: number, to: StepTo, last: number) =>
  Math.max(0, Math.min(last, { first: 0, previous: at - 1, next: at + 1, last }[to]))

const steps: Record<string, StepTo> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
}

/** Handles the keys of a window that shows a board. */
export function boardKeys(does: {
  step: (to: StepTo) => void
  back?: () => void
  flip?: () => void
  /** Handles other letters. */
  more?: Partial<Record<string, () => void>>
}) {
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    // With a modifier a key is the browser's, as in Alt+Left for the page before.
    const isModified = event.altKey || event.ctrlKey || event.metaKey
    if (isModified || target.closest('input, select, textarea, dialog')) {
      return
    }
    const to = steps[event.key]
    if (to) {
      event.preventDefault()
      does.step(to)
    } else if (event.key === 'Escape') {
      does.back?.()
    } else if (settings.letters) {
      const letters: Partial<Record<string, () => void>> = { f: does.flip, ...does.more }
      letters[event.key]?.()
    }
  }
}
