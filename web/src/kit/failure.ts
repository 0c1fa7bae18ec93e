// What went wrong: told apart for the page, and put into the user's words.

import { EngineError } from '../engine/client'
import { named, say, t } from '../i18n'
import { isUnreachable, Offline, Problem } from '../server/api'

/** How a request failed: there is no such thing, it was refused, or the server did not do its part. */
export type Failure = 'missing' | 'refused' | 'unreachable'

export function failureOf(error: unknown): Failure {
  if (isUnreachable(error)) {
    return 'unreachable'
  }
  return error instanceof Problem && [404, 410].includes(error.status) ? 'missing' : 'refused'
}

/** An error as the page words it, or as it comes where the page has no words for it. */
export function messageOf(error: unknown): string {
  if (error instanceof Problem) {
    return problemText(error)
  }
  if (error instanceof Offline) {
    return t().problems.unreachable
  }
  if (error instanceof EngineError) {
    return faultText(error)
  }
  return error instanceof Error ? error.message : String(error)
}

/** What to say of a game of which the engine, in English, could not read all. */
export const unreadable = (why: string | undefined) =>
  why === undefined ? undefined : t().faults.record({ detail: why })

function problemText({ reason, status, message }: Problem): string {
  const { refused, reasons } = t().problems
  return named(reasons, reason) ?? (status >= 500 ? reasons.inside : refused({ detail: message }))
}

type Fault = string | ((of: { detail: string; input: string; want: string }) => string)

function faultText({ fault, message, isUnloaded }: EngineError): string {
  if (isUnloaded) {
    return t().broken({ file: message })
  }
  const { code = '', input = '', want = 'none' } = fault ?? {}
  const words = named<Fault>(t().faults, code)
  return words === undefined ? message : say(words, { detail: message, input, want })
}
