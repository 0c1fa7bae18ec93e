// Whether the browser is connected to a network, as far as it knows.

let connected = $state(navigator.onLine)
const look = () => (connected = navigator.onLine)
addEventListener('online', look)
addEventListener('offline', look)

export const hasNetwork = () => connected
