// Web Push notifications for correspondence games.

import { ask } from '../server/api'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** This browser's subscription, if there is one. */
export async function pushed(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes; returns whether the browser allows it. */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') {
    return false
  }
  const { key } = await ask<{ key: string }>('GET', '/push/key')
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  await ask('PUT', '/account/push', { endpoint, keys })
  return true
}

export async function stopPush() {
  const subscription = await pushed()
  if (subscription) {
    await ask('DELETE', '/account/push', { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
}
