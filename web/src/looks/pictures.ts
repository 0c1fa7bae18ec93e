// The games' pictures, shown before the engine has loaded.

import type { View } from '../engine/protocol'
import data from './pictures.json'

export const pictures: Readonly<Record<string, View>> = data
