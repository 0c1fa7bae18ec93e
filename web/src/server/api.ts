// HTTP requests to the server for online play.

import type { StateFrame } from '../generated/live'
import { noteTime } from './servertime.svelte'

/** The complete state of a game. */
export type Full = Omit<StateFrame, 'event'>

/** Why the server refused a request. */
export class Problem extends Error {
  readonly status: number
  /** A code for programs, such as "not-your-turn"; empty if the server sent none. */
  readonly reason: string
  /** The problem as the server sent it, with all its fields. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, problem: object) {
    const body = { ...problem } as Record<string, unknown>
    super(typeof body['detail'] === 'string' ? body['detail'] : `HTTP ${status}`)
    this.status = status
    this.reason = typeof body['reason'] === 'string' ? body['reason'] : ''
    this.body = body
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

/** Whether a request failed because the server did not do its part. */
export const isUnreachable = (error: unknown) =>
  error instanceof Offline || (error instanceof Problem && error.status >= 500)

/** Whether a request that failed may succeed later as it is. */
export const isTemporary = (error: unknown) =>
  isUnreachable(error) || (error instanceof Problem && error.status === 429)

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const isJson = ({ headers }: Response) => /\bjson\b/.test(headers.get('Content-Type') ?? '')

/** An answer or its body; Offline if it does not come whole, unless the request was aborted. */
export const received = <T>(coming: Promise<T>, signal?: AbortSignal | null): Promise<T> =>
  coming.catch((error: unknown) => {
    throw signal?.aborted ? error : new Offline(String(error))
  })

/**
 * Fetches an address. Rejects with the server's Problem, or with Offline if there is no such server,
 * unless the request was aborted.
 */
export async function request(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await received(fetch(address, init), init.signal)
  if (isJson(response)) {
    noteTime(response)
  }
  if (!response.ok) {
    // A static file server, or a proxy for a server that is down, sends no problems.
    throw isJson(response) || response.status === 429
      ? new Problem(
          response.status,
          isJson(response) ? ((await received(response.json(), init.signal)) as object) : {},
        )
      : new Offline(`HTTP ${response.status}`)
  }
  return response
}

/** Requests a path under /api/v1, as request does. */
export async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  const response = await request(`/api/v1${path}`, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (isJson(response) ? await received(response.json()) : undefined) as T
}

/** A path with parameters, leaving out those that are undefined or empty. */
export function withParams(path: string, params: Record<string, string | number | undefined>) {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}
