import { describe, expect, it } from 'vitest'
import { Relay, type Program } from './relay'

class Recorder implements Program {
  heard: string[] = []
  given = 0
  handle(message: string) {
    this.heard.push(message)
  }
  give() {
    this.given++
  }
  ended = 0
  end() {
    this.ended++
  }
}

const search = '{"id":1,"method":"search","params":{"game":"hermit","level":8}}'
const view = '{"id":2,"method":"view","params":{"game":"hermit"}}'
const stop = '{"id":3,"method":"stop","params":{"search":1}}'
const later = '{"id":1,"later":true}'

function begun() {
  const posted: string[] = []
  const waits: boolean[] = []
  const relay = new Relay(
    (message) => posted.push(message),
    (begins) => waits.push(begins),
  )
  const [first, whole] = [new Recorder(), new Recorder()]
  return { posted, waits, relay, first, whole }
}

describe('the relay', () => {
  it('answers from its record until a program runs', () => {
    const posted: string[] = []
    const recorded = { 'settle {"game":"hermit","way":""}': { variant: '6x6' }, 'games {}': [] }
    const relay = new Relay((message) => posted.push(message), undefined, recorded)
    relay.take('{"id":1,"method":"settle","params":{"way":"","game":"hermit","seed":7}}')
    relay.take('{"id":2,"method":"games","params":{}}')
    relay.take(view)
    expect(posted).toEqual([
      '{"id":1,"result":{"variant":"6x6"}}',
      '{"id":2,"result":[]}',
      '{"id":2,"later":true}',
    ])
    const first = new Recorder()
    relay.begin(first)
    relay.take('{"id":3,"method":"games","params":{}}')
    expect(first.heard).toEqual([view, '{"id":3,"method":"games","params":{}}'])
  })
  it('keeps what is asked before anything runs', () => {
    const { relay, first } = begun()
    relay.take(search)
    relay.take(view)
    relay.take(stop)
    expect(first.heard).toEqual([])
    relay.begin(first)
    expect(first.heard).toEqual([search, view, stop])
  })

  it('passes answers of the first program on', () => {
    const { relay, first, posted } = begun()
    relay.begin(first)
    relay.take(view)
    relay.answer('{"id":2,"result":{}}')
    expect(posted).toEqual(['{"id":2,"result":{}}'])
  })

  it('asks the whole program what is for later', () => {
    const { relay, first, whole, posted, waits } = begun()
    relay.begin(first)
    relay.take(search)
    relay.answer(later)
    expect(waits.at(-1)).toBe(true)
    expect(posted).toEqual(['{"id":1,"later":true}'])
    relay.complete(whole)
    expect(posted.at(-1)).toBe('{"id":1,"later":false}')
    expect(waits.at(-1)).toBe(false)
    relay.take(view)
    expect(whole.heard).toEqual([search, view])
    expect(first.heard).toEqual([search])
  })

  it('asks the first program again when a file has come', () => {
    const { relay, first } = begun()
    relay.begin(first)
    relay.take(search)
    relay.answer(later)
    relay.give(new Uint8Array())
    expect(first.given).toBe(1)
    expect(first.heard).toEqual([search, search])
  })

  it('stops what is for later after it has begun', () => {
    const { relay, first, whole } = begun()
    relay.begin(first)
    relay.take(search)
    relay.answer(later)
    relay.take(stop)
    relay.complete(whole)
    expect(whole.heard).toEqual([search, stop])
  })

  it('stops what turns out to be for later', () => {
    const { relay, first, whole } = begun()
    relay.begin(first)
    relay.take(search)
    relay.take(stop)
    relay.answer(later)
    relay.complete(whole)
    expect(whole.heard).toEqual([search, stop])
  })

  it('lets the first program end what it has begun', () => {
    const { relay, first, whole, posted } = begun()
    relay.begin(first)
    relay.take(search)
    relay.answer('{"id":1,"progress":{}}')
    relay.complete(whole)
    relay.take(view)
    relay.take(stop)
    expect(first.heard).toEqual([search, stop])
    expect(whole.heard).toEqual([view])
    expect(first.ended).toBe(0)
    relay.answer('{"id":1,"result":{}}')
    relay.answer('{"id":3,"result":{}}')
    expect(posted.slice(-2)).toEqual(['{"id":1,"result":{}}', '{"id":3,"result":{}}'])
    expect(first.ended).toBe(1)
  })

  it('lets the first program go when the whole one has come, and the whole one never', () => {
    const { relay, first, whole } = begun()
    relay.begin(first)
    relay.take(view)
    relay.answer('{"id":2,"result":{}}')
    expect(first.ended).toBe(0)
    relay.complete(whole)
    relay.take(view)
    expect(first.heard).toEqual([view])
    expect(whole.heard).toEqual([view])
    expect([first.ended, whole.ended]).toEqual([1, 0])
  })

  it('says that what is waited for does not come, and still plays', () => {
    const { relay, first, posted } = begun()
    relay.begin(first)
    relay.take(search)
    relay.answer(later)
    relay.fail('no network')
    expect(posted).toEqual([
      '{"id":1,"later":true}',
      '{"id":1,"error":"no network","unloaded":true}',
    ])
    relay.take(view)
    expect(first.heard).toEqual([search, view])
  })
})
