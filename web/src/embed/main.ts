// The board that other sites embed in a frame: a game to look at, or a move to find.

import { mount } from 'svelte'
import '../app.css'
import { speak } from '../i18n/topic.svelte'
import { settings } from '../store/settings.svelte'
import Embed from './Embed.svelte'
import { readWanted } from './wanted'

const wanted = readWanted(new URLSearchParams(location.search))
const language = wanted?.language ?? settings.language
document.documentElement.dataset['theme'] = wanted?.theme ?? 'auto'
document.documentElement.lang = language
// If another language fails to load, the frame stays in English.
await speak(language).catch(() => undefined)

const target = document.getElementById('app')
if (target) {
  mount(Embed, { target, props: { wanted } })
}
