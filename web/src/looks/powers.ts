// The signs of Santorini's powers.

/** A sign in a square of 24 units, in the text color: paths to stroke and to fill. */
export interface Sign {
  lines?: string
  solid?: string
}

/** An example of a power: a position, and turns from it. */
export interface Example {
  position: string
  moves: readonly string[]
}

export interface Power {
  sign: Sign
  example?: Example
}

/** The powers by name, in display order. */
export const powers: Readonly<Record<string, Power>> = {
  apollo: {
    sign: {
      lines:
        'M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7',
      solid: 'M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z',
    },
    example: {
      position: '00000/00000/01200/00000/00000 b3e1,a5c3 1 apollo,mortal',
      moves: ['b3-c3(c4)'],
    },
  },
  artemis: {
    sign: {
      lines: 'M6 3.5C14.5 3.5 20.5 9.5 20.5 18M6 3.5L20.5 18M3.5 20.5L19.5 4.5',
      solid: 'M21.5 2.5l-6 1.5 4.5 4.5z',
    },
    example: {
      position: '00000/00000/01230/00000/00000 a3e1,a5e5 1 artemis,mortal',
      moves: ['a3-b3-c3(c4)'],
    },
  },
  athena: {
    sign: {
      lines: 'M4 3.5c2 2 4.5 3 8 3s6-1 8-3v10a8 8 0 0 1-16 0z',
      solid:
        'M8.6 9.5a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM15.4 9.5a2 2 0 1 0 0 4a2 2 0 1 0 0-4zM12 13.5l1.6 1.5-1.6 2.5-1.6-2.5z',
    },
    example: {
      position: '00000/00000/00100/00010/00000 a1b3,a5e1 1 athena,mortal',
      moves: ['b3-c3(b3)', 'e1-e2(d1)'],
    },
  },
  atlas: {
    sign: {
      lines:
        'M12 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11zM6.5 8h11M12 2.5c-2.5 3.5-2.5 7.5 0 11M12 2.5c2.5 3.5 2.5 7.5 0 11M3.5 12c.5 5 3.5 8 8.5 8s8-3 8.5-8M12 20v2',
    },
    example: {
      position: '00000/00000/00010/00000/00000 a1b2,a5e4 1 atlas,mortal',
      moves: ['b2-c2(d3D)'],
    },
  },
  demeter: {
    sign: {
      lines: 'M12 22V8',
      solid:
        'M12 8c-2.4-2-2.4-4.5 0-6.5c2.4 2 2.4 4.5 0 6.5zM11.3 13c-3.3.2-5.3-1.5-5.5-4.8c3.3 0 5.3 1.6 5.5 4.8zM12.7 13c3.3.2 5.3-1.5 5.5-4.8c-3.3 0-5.3 1.6-5.5 4.8zM11.3 18.5c-3.3.2-5.3-1.5-5.5-4.8c3.3 0 5.3 1.6 5.5 4.8zM12.7 18.5c3.3.2 5.3-1.5 5.5-4.8c-3.3 0-5.3 1.6-5.5 4.8z',
    },
    example: {
      position: '00000/00000/00010/00000/00000 a1b3,a5e1 1 demeter,mortal',
      moves: ['b3-c3(c4,d3)'],
    },
  },
  hephaestus: {
    sign: {
      lines: 'M9 11v10.2M10.8 11v10.2',
      solid: 'M3.5 3h11c3 0 5 1.5 6 4.5l.5 2h-5.5V11h-12z',
    },
    example: {
      position: '00000/00000/00000/00000/00000 a1b3,a5e1 1 hephaestus,mortal',
      moves: ['b3-c3(d3,d3)'],
    },
  },
  hermes: {
    sign: {
      lines: 'M5 20.5h10c4 0 6-3 6-7',
      solid:
        'M20 3C13 3 6 4.5 2.5 7.5c2.6 0 4.2.3 5.3 1-1.7.2-2.7.7-3.5 1.5 2.5 0 3.9.4 4.9 1.2-1.3.2-2.1.6-2.8 1.3C10.5 12.7 13 13.5 15 16c3.5-2.5 5.5-7 5-13z',
    },
    example: {
      position: '00000/00100/00000/00000/00000 a1e1,a5c5 1 hermes,mortal',
      moves: ['a1-c3,e1-e4(d4)'],
    },
  },
  minotaur: {
    sign: {
      lines:
        'M2.5 3.5c-.5 5 2 7.5 6 7.5M21.5 3.5c.5 5-2 7.5-6 7.5M8 9.5h8l-1 8c-.3 2.3-1.4 3.5-3 3.5s-2.7-1.2-3-3.5z',
      solid: 'M9 12.3l2 1.2-2 .8zM15 12.3l-2 1.2 2 .8zM12 17a1 1 0 1 0 0 2a1 1 0 1 0 0-2z',
    },
    example: {
      position: '00000/00000/00020/00000/00000 b3e1,a5c3 1 minotaur,mortal',
      moves: ['b3-c3(b2)'],
    },
  },
  pan: {
    sign: {
      lines: 'M2.5 8.5h19',
      solid: 'M3.5 3h3.2v18.5h-3.2zM8.3 3h3.2v14.5h-3.2zM13 3h3.2v11h-3.2zM17.7 3h3.2v7.5h-3.2z',
    },
    example: { position: '00000/00000/02000/00000/00000 b3e1,a5e5 1 pan,mortal', moves: ['b3-c3'] },
  },
  prometheus: {
    sign: {
      lines:
        'M12.5 2.5c.5 4 6 6.5 6 12.0a6.5 6.5 0 0 1-13 0c0-3 1.5-4.5 2.5-6.5c.6 1.5 1.3 2.3 2.5 2.5c-.2-3 .3-5.5 2-8z',
      solid: 'M12.2 12.5c.3 1.7 2.3 2.3 2.3 4.5a2.5 2.5 0 0 1-5 0c0-1.9 1.8-2.5 2.7-4.5z',
    },
    example: {
      position: '00000/00000/00000/00000/00000 b3e1,a5e5 1 prometheus,mortal',
      moves: ['(c4)b3-c3(c4)'],
    },
  },
}

/** A player without a power. */
export const mortal: Power = {
  sign: {
    lines: 'M12 3a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM5 21c0-4.5 3-7 7-7s7 2.5 7 7',
  },
}
