// Reads a file of openings, and only the parts of it that are needed. docs/research/explorer.md has the
// format; the engine identifies positions.

import { EngineError, type Client } from '../engine/client'
import type { Choices } from '../generated/protocol'
import { explorerWords } from '../i18n/explorer'
import { received, request } from '../server/api'

/** Reads that many bytes of a file from an offset; fewer at its end. */
export type Read = (from: number, length: number) => Promise<Uint8Array>

/** A file's description of itself. */
export interface About {
  game: string
  about?: string
  games: number
  positions: number
  moves: number
  plies: number
  min: number
  first?: number
  last?: number
  /** The mean ratings at which one band of games ends and the next begins. */
  bands?: number[]
}

const magic = 'THERAEXP'
/** 1 without bands, 2 with them. */
const newest = 2
const headSize = 36
const entrySize = 16
/** How much to read at first: for most files, the head with the whole index. */
const beginning = 1 << 14

export class ExplorerFile {
  readonly about: About
  readonly #read: Read
  readonly #first: Uint8Array
  readonly #bits: number
  readonly #index: number

  private constructor(read: Read, first: Uint8Array, bits: number, index: number, about: About) {
    this.#read = read
    this.#first = first
    this.#bits = bits
    this.#index = index
    this.about = about
  }

  static async open(read: Read): Promise<ExplorerFile> {
    let first = await read(0, beginning)
    if (first.length < headSize || text(first.subarray(0, magic.length)) !== magic) {
      throw new Error(explorerWords().unreadable)
    }
    const head = viewOf(first)
    const version = head.getUint32(8)
    if (version < 1 || version > newest) {
      throw new Error(explorerWords().unknownVersion)
    }
    const index = headSize + head.getUint32(16)
    if (first.length < index) {
      first = await read(0, index)
    }
    const about = JSON.parse(text(first.subarray(headSize, index))) as About
    return new ExplorerFile(read, first, head.getUint32(12), index, about)
  }

  /**
   * What the file has about a position in the games of a band, counted from 1; 0 for all games. Rejects
   * if a part of the file is broken.
   */
  async find(engine: Client, game: string, position: string, band = 0): Promise<Choices> {
    const { key } = await engine.ask('locate', { game, position, band })
    // The first bits of the key. Shifting a 32-bit number by 32 would leave it unchanged.
    const block = this.#bits === 0 ? 0 : parseInt(key.slice(0, 8), 16) >>> (32 - this.#bits)
    const entry = viewOf(await this.#bytes(this.#index + block * entrySize, entrySize))
    const from = Number(entry.getBigUint64(0))
    const length = entry.getUint32(8)
    const bytes = length === 0 ? new Uint8Array() : await this.#bytes(from, length)
    const sum = entry.getUint32(12)
    try {
      return await engine.ask('explore', { game, position, block: base64(bytes), sum, band })
    } catch (error) {
      const isBroken = error instanceof EngineError && !error.isUnloaded
      throw isBroken ? new Error(explorerWords().unreadable, { cause: error }) : error
    }
  }

  async #bytes(from: number, length: number): Promise<Uint8Array> {
    const known = from + length <= this.#first.length
    const bytes = known ? this.#first.subarray(from, from + length) : await this.#read(from, length)
    if (bytes.length !== length) {
      throw new Error(explorerWords().unreadable)
    }
    return bytes
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

export const base64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Reads parts of a file on a server. If the server ignores ranges, reads the whole file once. */
export function partsOf(address: string): Read {
  let whole: Promise<Uint8Array> | undefined
  return async (from, length) => {
    if (!whole) {
      const response = await request(address, {
        headers: { Range: `bytes=${from}-${from + length - 1}` },
      })
      const bytes = bytesIn(response)
      if (response.status === 206) {
        return bytes
      }
      whole = bytes
    }
    return (await whole).subarray(from, from + length)
  }
}

/** Reads a small file whole and once, so that it can be compressed and cached. */
export function wholeOf(address: string): Read {
  let whole: Promise<Uint8Array> | undefined
  return async (from, length) => {
    whole ??= bytesOf(address)
    return (await whole).subarray(from, from + length)
  }
}

export const bytesOf = async (address: string) => bytesIn(await request(address))

const bytesIn = async (response: Response) => new Uint8Array(await received(response.arrayBuffer()))

/** Reads a file in base 64. */
export function textOf(text: string): Read {
  const whole = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return (from, length) => Promise.resolve(whole.subarray(from, from + length))
}
