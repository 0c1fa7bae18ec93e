// Watches what a page has under way, and leaves it. This runs in the browser, before the page's own
// scripts.

/** Adds leave(address, stay) to the window: opens a page, leaves it, and returns what it leaves behind. */
export function watchLeftovers() {
  /** How late answers come, in ms, so that pages can be left before. */
  const late = 60
  /** Timers up to this long, in ms, are waited for. */
  const short = 1000
  /** How long to wait for what should end, in ms. */
  const patience = 10_000
  const { setTimeout, setInterval, clearTimeout, clearInterval, fetch } = window
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

  /** What is under way, by kind: questions to the engine, requests, timers, connections. */
  const underWay = {}
  const track = (kind, what) => {
    const all = (underWay[kind] ??= new Map())
    const key = {}
    all.set(key, what)
    return () => all.delete(key)
  }
  const list = (kinds) => kinds.flatMap((k) => [...(underWay[k]?.values() ?? [])]).sort()

  window.Worker = class extends Worker {
    #answered = new Map()
    postMessage(text) {
      const { id, method } = JSON.parse(text)
      this.#answered.set(id, track('engine', method))
      super.postMessage(text)
    }
    set onmessage(hear) {
      super.onmessage = async (event) => {
        const { id, progress, later, complete } = JSON.parse(event.data)
        window.complete ||= complete
        await sleep(late)
        if (progress === undefined && later === undefined) {
          this.#answered.get(id)?.()
        }
        hear(event)
      }
    }
  }
  const connection = (Kind) =>
    class extends Kind {
      #closed = track('open', this.url)
      constructor(...given) {
        super(...given)
        this.addEventListener('close', () => this.#closed())
      }
      close() {
        super.close()
        this.#closed()
      }
    }
  window.WebSocket = connection(WebSocket)
  window.EventSource = connection(EventSource)
  window.fetch = async (...request) => {
    const answered = track('request', String(request[0]))
    try {
      const answer = await fetch(...request)
      await sleep(late)
      return answer
    } finally {
      setTimeout(answered)
    }
  }

  const timers = new Map()
  const end = (id) => {
    timers.get(id)?.()
    timers.delete(id)
  }
  window.setInterval = (act, ms) => {
    const id = setInterval(act, ms)
    timers.set(id, track('interval', `every ${ms} ms`))
    return id
  }
  window.setTimeout = (act, ms = 0, ...given) => {
    const id = setTimeout(() => {
      act(...given)
      end(id)
    }, ms)
    timers.set(id, track(ms > short ? 'timeout' : 'soon', `in ${ms} ms`))
    return id
  }
  window.clearInterval = window.clearTimeout = (id) => {
    clearInterval(id)
    clearTimeout(id)
    end(id)
  }

  /** What has been written to the database. */
  const written = []
  for (const name of ['get', 'getAll', 'put', 'delete']) {
    const work = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (...given) {
      if (!name.startsWith('get')) {
        written.push(`${name} in ${this.name}`)
      }
      const request = work.apply(this, given)
      const done = track('database', name)
      request.addEventListener('success', () => setTimeout(done))
      request.addEventListener('error', () => setTimeout(done))
      return request
    }
  }

  /** Waits until nothing is under way that could start something else. */
  async function quiet() {
    const kinds = ['engine', 'request', 'database', 'soon']
    for (const began = Date.now(); list(kinds).length > 0 && Date.now() - began < patience;) {
      await sleep(10)
    }
    return list(['engine', 'request'])
  }

  window.leave = async (address, stay) => {
    const go = async (hash) => {
      location.hash = hash
      await new Promise((done) => addEventListener('hashchange', done, { once: true }))
    }
    const lasting = ['open', 'interval']
    await quiet()
    const before = list(lasting)
    await go(address)
    await sleep(stay)
    await go('#/left')
    await sleep(0)
    written.length = 0 // what the page has written until its end
    const running = await quiet()
    const left = list(lasting)
    before.forEach((one) => left.includes(one) && left.splice(left.indexOf(one), 1))
    return [...running, ...left, ...written]
  }
}
