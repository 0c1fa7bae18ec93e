// Web Push notifications for correspondence games.

import { ask, Offline } from './api'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** This browser's subscription, if there is one. It belongs to the account that is signed in. */
export async function pushed(): Promise<PushSubscription | null> {
  if (!canPush()) {
    return null
  }
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes; returns whether the browser allows it. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') {
    return false
  }
  const { key } = await ask<{ key: string }>('GET', '/push/key')
  const registration = await registered()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await ask('PUT', '/account/push', { endpoint, keys })
  } catch (error) {
    await subscription.unsubscribe() // or the browser would say that they are on
    throw error
  }
  return true
}

/** The service worker's registration. Where it can't be installed, `ready` would wait for ever. */
async function registered(): Promise<ServiceWorkerRegistration> {
  const { active, installing } = await navigator.serviceWorker.register('/sw.js')
  if (!active && installing) {
    await new Promise<void>((resolve, reject) => {
      installing.addEventListener('statechange', () => {
        if (installing.state === 'redundant') {
          reject(new Offline()) // one of its files did not come
        } else if (installing.state === 'activated') {
          resolve()
        }
      })
    })
  }
  return navigator.serviceWorker.ready
}

/** Unsubscribes the browser. The server learns it at the latest when its next message is refused. */
export async function dropPush(): Promise<PushSubscription | null> {
  const subscription = await pushed()
  await subscription?.unsubscribe()
  return subscription
}

/** Unsubscribes, whether or not the server can be told, or knows of a subscription. */
export async function stopPush() {
  const subscription = await dropPush()
  if (subscription) {
    await ask('DELETE', '/account/push', { endpoint: subscription.endpoint }).catch(() => undefined)
  }
}
