// The page of the Amazons text program. What is to be seen comes as a view
// (see view.go); what is done here goes back as command lines. The only thing
// that the page itself knows is how many squares of a move have been chosen.

const board = document.getElementById('board')
const status = document.getElementById('status')
const played = document.getElementById('played')
const messages = document.getElementById('messages')

/** The latest view, the squares chosen so far, and the one with the focus. */
let view = null
let chosen = []
let focused = 'd1'

const events = new EventSource('events')
events.onmessage = (event) => {
  const before = view
  view = JSON.parse(event.data)
  if (!view.cells) return
  // What was chosen is of another position if anything has been played.
  if (!before?.cells || String(before.played) !== String(view.played) || view.moves.length === 0) chosen = []
  tell(before)
  draw()
  if (view.ended) events.close()
}
events.onerror = () => {
  if (!view?.ended) status.textContent = 'No connection to the program.'
}

/** Sends a command line to the program, which answers with another view. */
async function send(line) {
  try {
    const answer = await fetch('command', { method: 'POST', body: line })
    if (!answer.ok) say(await answer.text())
  } catch {
    say('The program can’t be reached.')
  }
}

// Choosing a move.

const squares = (move) => move.match(/[a-j]\d+/g)

/** The moves that begin with the squares chosen. */
const begun = () => view.moves.filter((move) => chosen.every((name, i) => squares(move)[i] === name))

/** The squares that can be chosen next. */
const offered = () => new Set(begun().map((move) => squares(move)[chosen.length]))

function choose(name) {
  if (view.ended || view.moves.length === 0) return
  if (offered().has(name)) {
    chosen.push(name)
    const moves = begun()
    if (chosen.length === squares(moves[0]).length) {
      chosen = []
      send(moves[0])
    }
  } else {
    const again = chosen.length === 1 && chosen[0] === name
    chosen = []
    if (!again && offered().has(name)) chosen = [name] // another amazon
  }
  draw()
}

// Drawing. The board is made once for its size, and then only changed.

const svg = (tag, attributes, parent) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const name in attributes) element.setAttribute(name, attributes[name])
  parent?.append(element)
  return element
}

const nameAt = (i) => String.fromCharCode(97 + (i % view.files)) + (Math.floor(i / view.files) + 1)

/** The elements of each square, by its name. */
let grounds = new Map()

function build() {
  board.replaceChildren()
  grounds = new Map()
  const margin = 0.5
  board.setAttribute('viewBox', `${-margin} 0 ${view.files + margin} ${view.ranks + margin}`)
  for (let file = 0; file < view.files; file++) {
    const label = svg('text', { x: file + 0.5, y: view.ranks + margin / 2, 'aria-hidden': true }, board)
    label.textContent = String.fromCharCode(97 + file)
  }
  for (let rank = 0; rank < view.ranks; rank++) {
    const label = svg('text', { x: -margin / 2, y: view.ranks - rank - 0.5, 'aria-hidden': true }, board)
    label.textContent = rank + 1
  }
  view.cells.forEach((_, i) => {
    const name = nameAt(i)
    const file = i % view.files
    const rank = Math.floor(i / view.files)
    const at = `translate(${file} ${view.ranks - 1 - rank})`
    const square = svg('g', { transform: at, role: 'button', 'data-square': name }, board)
    svg('rect', { class: 'ground', width: 1, height: 1 }, square)
    svg('g', { class: 'content' }, square)
    svg('rect', { class: 'focus', x: 0.04, y: 0.04, width: 0.92, height: 0.92 }, square)
    square.addEventListener('click', () => choose(name))
    grounds.set(name, square)
  })
}

const crown = 'M.2 .78 L.14 .3 L.34 .5 L.5 .2 L.66 .5 L.86 .3 L.8 .78 Z'

function drawSquare(name, content, offers, last) {
  const square = grounds.get(name)
  const odd = (name.charCodeAt(0) + Number(name.slice(1))) % 2 === 0
  const classes = ['square']
  if (odd) classes.push('odd')
  if (last.includes(name)) classes.push('last')
  if (chosen.includes(name)) classes.push('chosen')
  if (offers.has(name)) classes.push('offered')
  if (chosen.length === 2) classes.push('aim')
  square.setAttribute('class', classes.join(' '))
  square.setAttribute('tabindex', name === focused ? 0 : -1)
  const what = { white: 'white amazon', black: 'black amazon', arrow: 'arrow', '': 'empty' }[content]
  square.setAttribute('aria-label', `${name}, ${what}${offers.has(name) ? ', can be chosen' : ''}`)
  const inside = square.querySelector('.content')
  inside.replaceChildren()
  if (content === 'arrow') svg('circle', { class: 'arrow', cx: 0.5, cy: 0.5, r: 0.3 }, inside)
  else if (content) svg('path', { class: `amazon ${content}`, d: crown }, inside)
  if (offers.has(name) && chosen.length > 0) svg('circle', { class: 'offer', cx: 0.5, cy: 0.5, r: 0.14 }, inside)
}

function draw() {
  if (grounds.size !== view.cells.length) build()
  const offers = view.ended ? new Set() : offered()
  const last = view.played.length > 0 ? squares(view.played.at(-1)) : []
  view.cells.forEach((content, i) => {
    const name = nameAt(i)
    // An amazon whose square is chosen stands there already.
    if (chosen.length === 2 && name === chosen[0]) content = ''
    if (chosen.length === 2 && name === chosen[1]) content = view.turn
    drawSquare(name, content, offers, last)
  })
  status.textContent = headline()
  played.replaceChildren(...view.played.map((move) => {
    const item = document.createElement('li')
    item.textContent = move
    return item
  }))
  played.scrollTop = played.scrollHeight
  for (const color of ['white', 'black']) {
    const how = view.auto[color] ? 'auto' : 'manual'
    document.querySelector(`input[name=${color}][value=${how}]`).checked = true
  }
  for (const control of document.querySelectorAll('nav button, nav input')) control.disabled = view.ended
}

const title = (color) => color[0].toUpperCase() + color.slice(1)

function headline() {
  if (view.ended) return 'The program has ended.'
  if (view.winner) return `${title(view.winner)} wins.`
  if (view.auto[view.turn]) return `${title(view.turn)} is thinking …`
  return `${title(view.turn)} to move: choose ${['an amazon', 'a square', 'where its arrow goes'][chosen.length]}.`
}

// Messages: what the program refused, and who has won.

function say(text, kind = '') {
  const note = document.createElement('p')
  note.className = kind
  note.textContent = text
  messages.append(note)
  setTimeout(() => note.remove(), 6000)
}

function tell(before) {
  const seen = before?.messages?.at(-1)?.number ?? 0
  for (const message of view.messages ?? []) {
    if (before?.cells && message.number > seen) say(message.text)
  }
  if (view.winner && before?.winner !== view.winner) say(`${title(view.winner)} wins.`, 'win')
}

// Keyboard and menus.

// One square of the board is a tab stop: the one that had the focus last.
board.addEventListener('focusin', (event) => {
  grounds.get(focused).setAttribute('tabindex', -1)
  focused = event.target.dataset.square
  grounds.get(focused).setAttribute('tabindex', 0)
})

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

board.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === ' ') {
    choose(focused)
  } else if (event.key in directions) {
    const [files, ranks] = directions[event.key]
    const file = Math.min(Math.max(focused.charCodeAt(0) - 97 + files, 0), view.files - 1)
    const rank = Math.min(Math.max(Number(focused.slice(1)) + ranks, 1), view.ranks)
    grounds.get(nameAt((rank - 1) * view.files + file)).focus()
  } else {
    return
  }
  event.preventDefault()
})

const closeMenus = () => document.querySelectorAll('nav details').forEach((menu) => { menu.open = false })

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  closeMenus()
  if (chosen.length > 0) {
    chosen.pop()
    draw()
  }
})
document.querySelector('main').addEventListener('click', closeMenus)

for (const button of document.querySelectorAll('[data-command]')) {
  button.addEventListener('click', () => {
    closeMenus()
    send(button.dataset.command)
  })
}
for (const choice of document.querySelectorAll('nav input[type=radio]')) {
  choice.addEventListener('change', () => send(`${choice.value} ${choice.name}`))
}
document.getElementById('seed').addEventListener('submit', (event) => {
  event.preventDefault()
  closeMenus()
  send(`seed ${document.getElementById('number').value}`)
})
