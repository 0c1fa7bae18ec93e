// A bot that plays random turns: THERA_TOKEN=... node bot.mjs http://127.0.0.1:8080
const api = process.argv[2].replace(/\/$/, '') + '/api/v1/'
const headers = { Authorization: `Bearer ${process.env.THERA_TOKEN}`, 'Content-Type': 'application/json' }

async function post(path, body) {
  const signal = AbortSignal.timeout(15000)
  const answer = await fetch(api + path, { method: 'POST', headers, signal, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function* lines(path) {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), 15000) // a blank line comes every few seconds
  const stream = await fetch(api + path, { headers, signal: silence.signal })
  if (!stream.ok) throw new Error(`${path}: ${stream.status}`)
  let text = ''
  for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
    timer.refresh()
    const parts = (text + chunk).split('\n')
    text = parts.pop()
    for (const line of parts) if (line) yield JSON.parse(line)
  }
  throw new Error(`${path}: the stream has ended`)
}

// The rules are the server's: put your own player here.
async function choose(game, state) {
  const { moves } = await post('moves', { game: game.game, position: state.fen })
  return moves[Math.floor(Math.random() * moves.length)].move
}

async function play(id) {
  let game
  for await (const line of lines(`bot/game/stream/${id}`)) {
    if (line.type === 'gameFull') game = line
    const state = line.type === 'gameFull' ? line.state : line
    if (state.type === 'gameState' && state.status !== 'started') return
    if (state.type !== 'gameState' || state.turn !== game.seat) continue
    const turn = encodeURIComponent(await choose(game, state))
    await post(`bot/game/${id}/move/${turn}?ply=${state.ply + 1}`)
  }
}

// A stream that breaks is begun again, as after a refused turn: it tells all there is to know.
async function forever(task) {
  for (;;) {
    try {
      return await task()
    } catch (broken) {
      console.error(broken.message)
      await new Promise((later) => setTimeout(later, 1000))
    }
  }
}

const playing = new Set()
async function live() {
  for await (const event of lines('stream/event')) {
    if (event.type === 'challenge') await post(`challenge/${event.challenge.id}/accept`).catch((refused) => console.error(refused.message))
    if (event.type !== 'gameStart' || playing.has(event.game.id)) continue
    playing.add(event.game.id)
    forever(() => play(event.game.id))
  }
}

forever(live)
