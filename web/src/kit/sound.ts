// Short synthesized sounds: no files to load.

import { settings } from '../store/settings.svelte'

let audio: AudioContext | undefined

interface Tone {
  /** Hertz and seconds. */
  pitch: number
  at: number
  length: number
}

const sounds: Record<'move' | 'end' | 'notice', Tone[]> = {
  move: [
    { pitch: 220, at: 0, length: 0.06 },
    { pitch: 110, at: 0.01, length: 0.08 },
  ],
  notice: [{ pitch: 660, at: 0, length: 0.16 }],
  end: [
    { pitch: 392, at: 0, length: 0.18 },
    { pitch: 523, at: 0.14, length: 0.3 },
  ],
}

/** How late a sound may be, in ms: browsers allow none before the page is used. */
const latest = 500

/** Plays a sound, behind whatever is under way: the first one takes long to set up. */
export function play(name: keyof typeof sounds) {
  if (settings.sound) {
    setTimeout(() => void sing(sounds[name]))
  }
}

async function sing(tones: Tone[]) {
  const due = performance.now() + latest
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') {
      await audio.resume()
      if (performance.now() > due) {
        return
      }
    }
    for (const { pitch, at, length } of tones) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      const start = audio.currentTime + at
      tone.type = 'triangle'
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.16, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + length)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(start + length)
    }
  } catch {
    // The page works without sound.
  }
}
