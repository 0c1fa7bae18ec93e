// The boards and piece sets available for each game; the first is the default.

import { settings } from '../store/settings.svelte'

export interface BoardStyle {
  name: 'wood' | 'sea' | 'slate' | 'meadow' | 'sand' | 'stone'
  /** Colors of light and dark squares. */
  squares: readonly [string, string]
  /** Colors of the rim around them, and of the coordinates on it. */
  rim: readonly [string, string]
}

export type PieceSet = 'crowns' | 'archers' | 'builders' | 'tokens' | 'patterns' | 'signs'

export interface Styles {
  boards: readonly [BoardStyle, ...BoardStyle[]]
  sets: readonly [PieceSet, PieceSet]
}

const sea: BoardStyle = {
  name: 'sea',
  squares: ['#e6eef2', '#b4cddd'],
  rim: ['#27557a', '#eaf3f9'],
}

export const styles: Readonly<Record<string, Styles>> = {
  amazons: {
    boards: [
      { name: 'wood', squares: ['#efe4cd', '#d3bd97'], rim: ['#6f5230', '#f6ead2'] },
      sea,
      { name: 'slate', squares: ['#dddedc', '#b5b9ba'], rim: ['#41474d', '#eef0f0'] },
    ],
    sets: ['crowns', 'archers'],
  },
  santorini: {
    boards: [
      { name: 'meadow', squares: ['#b1c494', '#a1b883'], rim: ['#5f7645', '#f3f7e9'] },
      { name: 'sand', squares: ['#e8d9b4', '#dcc99d'], rim: ['#7c6333', '#fbf3df'] },
      { name: 'stone', squares: ['#c9cdcc', '#b9bfbe'], rim: ['#4d5556', '#f0f3f2'] },
    ],
    sets: ['builders', 'tokens'],
  },
  hermit: {
    boards: [
      { name: 'stone', squares: ['#e8e5de', '#dad6cc'], rim: ['#c4bdae', '#3f3a32'] },
      { name: 'wood', squares: ['#efe4cd', '#e0d0b0'], rim: ['#6f5230', '#f6ead2'] },
      { ...sea, squares: ['#e6eef2', '#cfdfe9'] },
    ],
    sets: ['patterns', 'signs'],
  },
}

function stylesOf(game: string): Styles {
  const found = styles[game]
  if (!found) {
    throw new Error(`game ${game}: there are boards of ${Object.keys(styles).join(', ')}`)
  }
  return found
}

/** The board chosen for a game. */
export function boardOf(game: string): BoardStyle {
  const { boards } = stylesOf(game)
  return boards.find(({ name }) => name === settings.boards[game]) ?? boards[0]
}

/** Whether the other piece set is chosen for a game. */
export const isOtherSet = (game: string) => settings.pieces[game] === styles[game]?.sets[1]
