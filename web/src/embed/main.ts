// The board that other sites have in a frame: a game to look at, or a move to find.

import { mount } from 'svelte'
import '../app.css'
import { speak } from '../i18n/topic.svelte'
import { settings } from '../settings.svelte'
import Embed from './Embed.svelte'
import { readWanted } from './wanted'

const wanted = readWanted(new URLSearchParams(location.search))
// For this frame alone: what somebody has chosen on the page stays as it is.
settings.theme = wanted?.theme ?? 'auto'
settings.language = wanted?.language ?? settings.language
document.documentElement.dataset['theme'] = settings.theme
document.documentElement.lang = settings.language
// Without the words of another language it is in English.
await speak(settings.language).catch(() => undefined)

const target = document.getElementById('app')
if (target) {
  mount(Embed, { target, props: { wanted } })
}
