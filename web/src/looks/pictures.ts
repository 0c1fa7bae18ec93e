// The pictures of the games, to be shown before the engine is here.

import type { View } from '../engine/protocol'
import data from './pictures.json'

export const pictures: Readonly<Record<string, View>> = data
