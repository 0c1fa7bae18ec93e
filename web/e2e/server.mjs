// A real server with its own store, which tests can kill and restart.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = new URL('../../bin/thera', import.meta.url).pathname

/**
 * A free port outside the range from which systems assign ports (32768 and up), so that a server can
 * be stopped and started there again. Browsers refuse 10080.
 */
async function freePort() {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 21_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue // in use
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

export class Server {
  #folder = mkdtempSync(join(tmpdir(), 'thera-'))
  #child
  #port

  /** The address of the page: passkeys need a host name, not an IP address. */
  get address() {
    return `http://localhost:${this.#port}`
  }

  async start() {
    this.#port ??= await freePort()
    const store = join(this.#folder, 'games.db')
    const listen = `127.0.0.1:${this.#port}`
    this.#child = spawn(program, ['serve', '--no-open', '--listen', listen, '--store', store], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    this.#child.stderr.on('data', (data) => (log += data))
    const end = Date.now() + 120_000
    while (this.#child.exitCode === null && Date.now() < end) {
      const answer = await fetch(`${this.address}/api/v1/account`).catch(() => undefined)
      if (answer?.ok) {
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`the server does not answer: ${log}`)
  }

  /** Kills it without warning. */
  async kill() {
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  /** Lets it hang: its connections stay, but it does not answer. */
  hang() {
    this.#child.kill('SIGSTOP')
  }

  /** Ends the hanging. */
  goOn() {
    this.#child.kill('SIGCONT')
  }

  async close() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await this.kill()
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
