// What one of two players can give the other in each game. Made from the catalog by
//
//   go test ./internal/ui/browser/whole -run Handicaps -update

export interface Handicap {
  name: string
  /** How many Elo points it is worth, and half the width of the 95% interval. */
  elo: number
  error: number
  /** Whether rated games can have it. */
  rated: boolean
  /** What all times of the giver's clock are divided by. */
  time?: number
  /** The variant that it is a start of; missing for any. */
  variant?: string
  /** The positions where the game starts, by the seat that gives it. */
  starts?: readonly [string, string]
}

export const handicaps: Readonly<Record<string, readonly Handicap[]>> = {
  amazons: [
    {
      name: 'first-turn',
      elo: 0,
      error: 48,
      rated: true,
      variant: '10x10',
      starts: [
        '3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b',
        '3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w',
      ],
    },
    {
      name: 'home-rank',
      elo: 120,
      error: 92,
      rated: true,
      variant: '10x10',
      starts: [
        '3q2q3/10/10/q8q/10/10/Q8Q/10/10/***Q**Q*** w',
        '***q**q***/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w',
      ],
    },
    {
      name: 'extra-turn',
      elo: 76,
      error: 79,
      rated: true,
      variant: '10x10',
      starts: [
        '6q3/10/10/q8q/10/1*8/Q8Q/3q6/10/3Q2Q3 w',
        '3q2q3/10/3Q6/q8q/1*8/10/Q8Q/10/10/6Q3 w',
      ],
    },
    {
      name: 'home-ranks',
      elo: 210,
      error: 129,
      rated: false,
      variant: '10x10',
      starts: [
        '3q2q3/10/10/q8q/10/10/Q8Q/10/**6**/***Q**Q*** w',
        '***q**q***/**6**/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w',
      ],
    },
    {
      name: 'three-amazons',
      elo: 520,
      error: 230,
      rated: false,
      variant: '10x10',
      starts: [
        '3q2q3/10/10/q8q/10/10/9Q/10/10/3Q2Q3 w',
        '3q2q3/10/10/9q/10/10/Q8Q/10/10/3Q2Q3 w',
      ],
    },
    {
      name: 'half-time',
      elo: 156,
      error: 74,
      rated: false,
      time: 2,
    },
    {
      name: 'quarter-time',
      elo: 288,
      error: 92,
      rated: false,
      time: 4,
    },
  ],
  santorini: [
    {
      name: 'atlas-pan',
      elo: 210,
      error: 80,
      rated: true,
      variant: '2p',
      starts: [
        '00000/00000/00000/00000/00000 -,- 1 atlas,pan',
        '00000/00000/00000/00000/00000 -,- 1 pan,atlas',
      ],
    },
    {
      name: 'minotaur-hephaestus',
      elo: 108,
      error: 71,
      rated: true,
      variant: '2p',
      starts: [
        '00000/00000/00000/00000/00000 -,- 1 minotaur,hephaestus',
        '00000/00000/00000/00000/00000 -,- 1 hephaestus,minotaur',
      ],
    },
    {
      name: 'pan-demeter',
      elo: 173,
      error: 76,
      rated: true,
      variant: '2p',
      starts: [
        '00000/00000/00000/00000/00000 -,- 1 pan,demeter',
        '00000/00000/00000/00000/00000 -,- 1 demeter,pan',
      ],
    },
    {
      name: 'hermes-demeter',
      elo: 288,
      error: 92,
      rated: true,
      variant: '2p',
      starts: [
        '00000/00000/00000/00000/00000 -,- 1 hermes,demeter',
        '00000/00000/00000/00000/00000 -,- 1 demeter,hermes',
      ],
    },
    {
      name: 'hermes-minotaur',
      elo: 449,
      error: 130,
      rated: false,
      variant: '2p',
      starts: [
        '00000/00000/00000/00000/00000 -,- 1 hermes,minotaur',
        '00000/00000/00000/00000/00000 -,- 1 minotaur,hermes',
      ],
    },
    {
      name: 'mortal-atlas',
      elo: 676,
      error: 227,
      rated: false,
      variant: '2p',
      starts: [
        '00000/00000/00000/00000/00000 -,- 1 mortal,atlas',
        '00000/00000/00000/00000/00000 -,- 1 atlas,mortal',
      ],
    },
    {
      name: 'extra-turn',
      elo: 49,
      error: 68,
      rated: true,
      variant: '2p',
      starts: [
        '00100/00000/00000/00000/00000 b3d3,b4c2 1',
        '00000/00000/00001/00000/00000 b3d4,c2c4 1',
      ],
    },
    {
      name: 'half-time',
      elo: 156,
      error: 74,
      rated: false,
      time: 2,
    },
    {
      name: 'quarter-time',
      elo: 330,
      error: 100,
      rated: false,
      time: 4,
    },
  ],
  hermit: [
    {
      name: 'first-turn',
      elo: 47,
      error: 93,
      rated: true,
      variant: '6x6',
      starts: [
        '....../....../....../....../....../...... 2',
        '....../....../....../....../....../...... 1',
      ],
    },
    {
      name: 'first-turn-5x5',
      elo: 172,
      error: 193,
      rated: false,
      variant: '5x5',
      starts: [
        '...../...../...../...../..... 2',
        '...../...../...../...../..... 1',
      ],
    },
    {
      name: 'half-time',
      elo: 346,
      error: 103,
      rated: false,
      time: 2,
    },
    {
      name: 'quarter-time',
      elo: 512,
      error: 151,
      rated: false,
      time: 4,
    },
  ],
}
