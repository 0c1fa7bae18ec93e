// The service worker: keeps all files of the page, so that it works offline.
// The build puts in the list of the files, and a version that changes with
// any of them.
const version = 'VERSION'
const files = FILES

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n !== version).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  )
})

// The page itself comes from the server while there is one, so that a new
// version is seen at once; what it is made of never changes under its name.
self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== location.origin) {
    return
  }
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/')))
  } else if (files.includes(address.pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})

// What waits for a player in correspondence, told by the server while no page is open.
const words = {
  en: {
    gameTurn: (from) => `It is your turn against ${from}.`,
    gameStart: (from) => `Your game with ${from} has begun.`,
    gameEnd: (from) => `Your game with ${from} is over.`,
    challenge: (from) => `${from} challenges you.`,
  },
  nl: {
    gameTurn: (from) => `Je bent aan zet tegen ${from}.`,
    gameStart: (from) => `Je partij met ${from} is begonnen.`,
    gameEnd: (from) => `Je partij met ${from} is afgelopen.`,
    challenge: (from) => `${from} daagt je uit.`,
  },
}

self.addEventListener('push', (event) => {
  const { event: what, game, from = '' } = event.data?.json() ?? {}
  const told = words[navigator.language.startsWith('nl') ? 'nl' : 'en'][what]
  if (told) {
    const page = what === 'challenge' ? '/#/' : `/#/game/${game}`
    event.waitUntil(
      self.registration.showNotification('thera', {
        body: told(from),
        icon: '/icon.svg',
        tag: game ?? what, // a newer one of a game takes the place of the last
        data: page,
      }),
    )
  }
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([window]) => {
      const page = event.notification.data
      await (window ? window.navigate(page).then((w) => w?.focus()) : self.clients.openWindow(page))
    }),
  )
})
