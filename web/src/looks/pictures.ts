// The games' pictures, shown before the engine has loaded.

import data from '../generated/pictures.json'
import type { View } from '../generated/protocol'

export const pictures: Readonly<Record<string, View>> = data
