// The service worker: caches the files of the page so that it works offline, in the language it is
// shown in. The build inserts the list of files and a version that changes with any of them.
const version = 'VERSION'
const files = FILES

/** How many files the worker fetches at a time. A whole school may do so at one address. */
const atATime = 4

/** How often a file is asked for that the server has no time for, and how long to wait at most, in s. */
const tries = 20
const longestPause = 60

/** Caches a file, once the server has time for it. */
async function keep(cache, file) {
  for (let left = tries; ; left--) {
    const answer = await fetch(file)
    if (answer.ok) {
      return cache.put(file, answer)
    }
    if (left === 1 || (answer.status !== 429 && answer.status !== 503)) {
      throw new Error(`${file}: status ${answer.status}`)
    }
    const seconds = Math.min(Number(answer.headers.get('Retry-After')) || 1, longestPause)
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds))
  }
}

/**
 * Caches what is not cached yet of the files that a language needs. After a failure, the next try
 * continues with what is missing. Only assets have a name that no other version has: the others come
 * last and, in a new worker, anew, since a node of an older version may have sent them before.
 */
async function fill(language, isNew = false) {
  const cache = await caches.open(version)
  const isCached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const languageOf = (file) => /^\/assets\/([a-z]{2})\//.exec(file)?.[1] ?? language
  const isAsset = (file) => file.startsWith('/assets/')
  const wanted = files.filter((f) => languageOf(f) === language)
  const missing = [
    ...wanted.filter((f) => isAsset(f) && !isCached.has(f)),
    ...wanted.filter((f) => !isAsset(f) && (isNew || !isCached.has(f))),
  ]
  const keepSome = async () => {
    for (let file = missing.shift(); file; file = missing.shift()) {
      await keep(cache, file)
    }
  }
  await Promise.all(Array.from({ length: atATime }, keepSome))
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    language()
      .then((shown) => fill(shown, true))
      .then(() => self.skipWaiting()),
  )
})

// The page is shown in another language from now on.
self.addEventListener('message', (event) => event.waitUntil(fill(event.data.language)))

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((n) => n !== version && n !== 'language').map((n) => caches.delete(n)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

/** The pages that are cached, and their files. */
const pages = { '/': '/', '/embed': '/embed.html' }

/** How long to wait for the server before a page comes from the cache, in ms. */
const patience = 5000

/** A page from the server, or from the cache if the server is down, hangs or refuses. */
async function open(request, file) {
  const asked = fetch(request)
  const hung = new Promise((resolve) => setTimeout(resolve, patience))
  const answer = await Promise.race([asked, hung]).catch(() => undefined)
  const isPage = answer?.ok || answer?.type === 'opaqueredirect'
  return isPage ? answer : ((await caches.match(file)) ?? asked)
}

// The page itself comes from the server while it is reachable, so that a new
// version appears at once; its assets never change under the same name.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== location.origin) {
    return
  }
  const file = pages[address.pathname]
  if (request.mode === 'navigate' && file) {
    event.respondWith(open(request, file))
  } else if (files.includes(address.pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})

// Push notifications about correspondence games, while no page is open.
const words = {
  en: {
    gameTurn: (from) => `It’s your turn against ${from}.`,
    gameStart: (from) => `Your game with ${from} has started.`,
    gameEnd: (from) => `Your game with ${from} is over.`,
    challenge: (from) => `Challenge from ${from}.`,
  },
  de: {
    gameTurn: (from) => `Du bist gegen ${from} am Zug.`,
    gameStart: (from) => `Deine Partie mit ${from} hat begonnen.`,
    gameEnd: (from) => `Deine Partie mit ${from} ist zu Ende.`,
    challenge: (from) => `${from} fordert dich heraus.`,
  },
  es: {
    gameTurn: (from) => `Te toca contra ${from}.`,
    gameStart: (from) => `Tu partida con ${from} ha empezado.`,
    gameEnd: (from) => `Tu partida con ${from} ha terminado.`,
    challenge: (from) => `${from} te reta.`,
  },
  fr: {
    gameTurn: (from) => `À vous de jouer contre ${from}.`,
    gameStart: (from) => `Votre partie avec ${from} a commencé.`,
    gameEnd: (from) => `Votre partie avec ${from} est finie.`,
    challenge: (from) => `${from} vous défie.`,
  },
  nl: {
    gameTurn: (from) => `Je bent aan zet tegen ${from}.`,
    gameStart: (from) => `Je partij met ${from} is begonnen.`,
    gameEnd: (from) => `Je partij met ${from} is afgelopen.`,
    challenge: (from) => `${from} daagt je uit.`,
  },
  zh: {
    gameTurn: (from) => `与 ${from} 的对局轮到你了。`,
    gameStart: (from) => `你与 ${from} 的对局开始了。`,
    gameEnd: (from) => `你与 ${from} 的对局结束了。`,
    challenge: (from) => `${from} 向你挑战。`,
  },
}

/** The language of the page, which it keeps in a cache, or else the browser's. */
async function language() {
  const chosen = await caches.match('/language', { cacheName: 'language' })
  const tags = [(await chosen?.text()) ?? '', ...navigator.languages]
  return tags.map((tag) => tag.slice(0, 2)).find((tag) => tag in words) ?? 'en'
}

async function notify({ event: what, game, from = '' }) {
  const told = words[await language()][what]
  if (told) {
    await self.registration.showNotification('thera', {
      body: told(from),
      icon: '/icon.svg',
      tag: game ?? what, // a newer notification about a game replaces the last
      data: what === 'challenge' ? '/#/' : `/#/game/${game}`,
    })
  }
}

self.addEventListener('push', (event) => event.waitUntil(notify(event.data?.json() ?? {})))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([window]) => {
      const page = event.notification.data
      await (window ? window.navigate(page).then((w) => w?.focus()) : self.clients.openWindow(page))
    }),
  )
})
