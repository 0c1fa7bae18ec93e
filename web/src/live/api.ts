// The server's side of playing with people, asked over HTTP.

import type { StateFrame } from './wire'

/** All there is to know of a game. */
export type Full = Omit<StateFrame, 'event'>

/** Why the server has not done what it was asked. */
export class Problem extends Error {
  readonly status: number
  /** A word for programs, such as "not-your-turn"; empty where the server has none. */
  readonly reason: string
  /** The problem as the server told it, with all that it added. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body['detail'] === 'string' ? body['detail'] : `HTTP ${status}`)
    this.status = status
    this.reason = typeof body['reason'] === 'string' ? body['reason'] : ''
    this.body = body
  }
}

/** The server could not be reached. */
export class Offline extends Error {}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Asks the server for a path under /api/v1. Rejects with a Problem that the server tells, or with
 * Offline where there is no such server.
 */
export async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers: body ? { 'Content-Type': 'application/json' } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  } catch (error) {
    throw new Offline(String(error))
  }
  const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
  if (!response.ok) {
    const told = isJson ? ((await response.json()) as Record<string, unknown>) : {}
    // What gives out the page alone, or stands in for a server that is gone, tells no problems.
    throw isJson || response.status === 429
      ? new Problem(response.status, told)
      : new Offline(`HTTP ${response.status}`)
  }
  return (isJson ? await response.json() : undefined) as T
}

/** A path with parameters, without those that are undefined or empty. */
export function withParams(path: string, params: Record<string, string | number | undefined>) {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}
