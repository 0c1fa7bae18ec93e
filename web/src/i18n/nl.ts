// Alle teksten van de pagina in het Nederlands.

import type { Catalogue, Side } from './en'
import { live, lobby } from './nl.live'
import { account, people } from './nl.people'
import { choosing } from './nl.choosing'
import { reviewed } from './nl.reviewed'

const is = ({ many }: Side) => (many ? 'zijn' : 'is')
const wint = ({ many }: Side) => (many ? 'winnen' : 'wint')

export const nl: Catalogue = {
  title: 'thera',
  live,
  lobby,
  account,
  people,
  choosing,
  reviewed,
  nav: {
    label: 'Hoofdmenu',
    play: 'Spelen',
    analysis: 'Analyse',
    learn: 'Leren',
    puzzles: 'Puzzels',
    settings: 'Instellingen',
    skip: 'Naar de inhoud',
  },

  loading: 'De engine wordt geladen…',
  broken: (file) => `De engine kan niet geladen worden (${file}). Is de server bereikbaar?`,
  retry: 'Opnieuw proberen',
  nowhere: (page: string) => `Er is hier geen pagina “${page}”.`,
  close: 'Sluiten',
  cancel: 'Annuleren',

  home: {
    heading: 'Spellen van ruimte en hoogte',
    lead: 'Speel tegen de computer of tegen wie naast je zit, en analyseer je partijen. De engine draait in je browser.',
    play: 'Spelen',
    kept: 'Je partijen',
    none: 'Partijen die je begint, worden hier bewaard.',
    resume: 'Verder',
    look: 'Terugkijken',
    remove: 'Verwijderen',
    removeOf: (what) => `Verwijder ${what}`,
    moves: (n) => (n === 1 ? '1 zet' : `${n} zetten`),
    removed: (what: string) => `${what} is verwijderd.`,
    restore: 'Ongedaan maken',
    missing: 'Die partij is niet meer in deze browser bewaard.',
  },

  newGame: {
    heading: 'Nieuwe partij',
    game: 'Spel',
    variants: { board: 'Bord', players: 'Spelers' },
    variant: (name) =>
      name === 'teams'
        ? 'Twee tegen twee'
        : /^\dp$/.test(name)
          ? `${name[0]} spelers`
          : name.replace('x', ' × '),
    opponent: 'Tegenstander',
    computer: 'Computer',
    people: 'Samen op dit scherm',
    watch: 'Computer tegen computer',
    level: 'Niveau',
    strength: (elo) => `ongeveer ${elo} Elo boven niveau 1`,
    weakest: 'het zwakste',
    side: 'Jij speelt',
    random: 'Willekeurig',
    clock: 'Klok',
    noClock: 'Geen',
    clockOf: (minutes, seconds) => `${minutes} min + ${seconds} s`,
    start: 'Beginstelling',
    startHint: 'Laat leeg voor de gewone beginstelling.',
    begin: 'Spelen',
  },

  play: {
    you: 'Jij',
    computer: (level) => `Computer, niveau ${level}`,
    person: 'Mens',
    yourTurn: 'Jij bent aan zet',
    turnOf: (seat) => `${seat} is aan zet`,
    thinking: 'De computer denkt na…',
    paused: 'Gepauzeerd',
    elsewhere: 'Gaat verder in een ander tabblad',
    legal: (n) => `${n} mogelijke zetten`,
    undo: 'Terugnemen',
    redo: 'Opnieuw',
    hint: 'Tip',
    resign: 'Opgeven',
    wins: (side) => `${side.names} ${wint(side)}`,
    resignSure: 'Deze partij opgeven?',
    rematch: 'Revanche',
    newGame: 'Nieuwe partij',
    analyze: 'Analyseren',
    rules: 'Regels',
    flip: 'Draaien',
    territory: 'Gebied',
    pause: 'Pauze',
    go: 'Verder',
    confirm: 'Bevestigen',
    done: 'Klaar',
    orDone: 'Of wees klaar.',
    ways: 'Hoe de volgende tik bedoeld is',
    takeBackStep: 'Stap terug',
    typeMove: 'Typ een zet',
    enter: 'Invoeren',
    first: 'Eerste stelling',
    previous: 'Vorige zet',
    next: 'Volgende zet',
    last: 'Laatste stelling',
    moves: 'Zetten',
    start: 'Begin',
    noMoves: 'Nog geen zetten.',
    tools: 'Blokken',
    tool: (block, two) => `${block}, ${two ? 'liggend op twee velden' : 'staand op één veld'}`,
    possible: (square, blocks) =>
      blocks.length === 0
        ? `${square}: geen kleur past`
        : `${square}: ${blocks.join(', ')} mogelijk`,
    confirmMove: 'Bevestig de zet.',
    territoryCount: (owned, contested) => `${owned}, betwist ${contested}`,
  },

  endings: {
    stuck: {
      won: () => 'Je wint! De ander kan niet meer zetten.',
      lost: ({ many }) =>
        many
          ? 'Jullie kunnen niet meer zetten: je verliest.'
          : 'Je kunt niet meer zetten: je verliest.',
      seen: (winner, loser) =>
        `${loser.names} ${loser.many ? 'kunnen' : 'kan'} niet meer zetten: ${winner.names} ${wint(winner)}.`,
    },
    climb: {
      won: ({ many }) =>
        `Je wint! ${many ? 'Jullie zijn' : 'Je bent'} naar de derde verdieping geklommen.`,
      lost: (winner) =>
        `${winner.names} ${is(winner)} naar de derde verdieping geklommen: je verliest.`,
      seen: (winner) => `${winner.names} ${wint(winner)} door naar de derde verdieping te klimmen.`,
    },
    drop: {
      won: ({ many }) =>
        `Je wint! ${many ? 'Jullie zijn' : 'Je bent'} twee verdiepingen omlaag gestapt, zoals Pan mag.`,
      lost: (winner) =>
        `${winner.names} ${is(winner)} twee verdiepingen omlaag gestapt, zoals Pan mag: je verliest.`,
      seen: (winner) =>
        `${winner.names} ${wint(winner)} met Pan, door twee verdiepingen omlaag te stappen.`,
    },
    last: {
      won: ({ many }) => `Je wint! ${many ? 'Jullie zijn' : 'Je bent'} als laatste over.`,
      lost: (winner) => `${winner.names} ${is(winner)} als laatste over: je verliest.`,
      seen: (winner) => `${winner.names} ${wint(winner)}, als laatste over.`,
    },
    resignation: {
      won: () => 'Je wint! De ander heeft opgegeven.',
      lost: () => 'Je hebt opgegeven: je verliest.',
      seen: (winner, loser) =>
        `${loser.names} ${loser.many ? 'hebben' : 'heeft'} opgegeven: ${winner.names} ${wint(winner)}.`,
    },
    time: {
      won: () => 'Je wint! De tijd van de ander is om.',
      lost: () => 'Je tijd is om: je verliest.',
      seen: (winner, loser) => `De tijd van ${loser.names} is om: ${winner.names} ${wint(winner)}.`,
    },
  },

  said: {
    move: (n, player, move) => `Zet ${n}, ${player}: ${move}.`,
    hint: (move) => `Tip: ${move}.`,
  },

  analysis: {
    engine: 'Engine',
    bar: 'Kans van de eerste speler',
    graph: 'Kans van de eerste speler door de partij heen',
    unknown: 'onbekend',
    noGraph: '“Hele partij analyseren” tekent hoe de partij verliep.',
    lines: 'Beste varianten',
    depth: (plies) => `diepte ${plies}`,
    proven: (plies, first, seats, players) =>
      players === 2
        ? `${seats[first ? 0 : 1]} wint in ${plies}`
        : `${first ? 'winst' : 'verlies'} in ${plies}`,
    proof: (seat, moves, nimber) =>
      [
        `Bewezen: ${seat} wint`,
        moves > 0 && (moves === 1 ? 'met 1 zet' : `met ${moves} zetten`),
        nimber >= 0 && `nimgetal ${nimber}`,
      ]
        .filter(Boolean)
        .join(', '),
    examine: 'Hele partij analyseren',
    import: 'Importeren',
    importHint: 'Een partij als SGF, GGF, Botzone of thera-verslag, of de tekst van een stelling.',
    text: 'Partij',
    read: 'Openen',
    file: 'Uit een bestand…',
    tooLarge: (name) => `${name} is te groot: hoogstens 4 MiB.`,
    export: 'Delen',
    link: 'Link naar deze partij',
    position: 'Stelling',
    format: 'Formaat',
    formats: { thera: 'thera', sgf: 'SGF', ggf: 'GGF', botzone: 'Botzone' },
    download: 'Downloaden',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    remove: 'Afkappen',
    promote: 'Hoofdvariant',
    playHere: 'Speel verder',
    newBoard: 'Nieuw bord…',
  },

  display: {
    heading: 'De partij van het tekstprogramma',
    gone: 'Het tekstprogramma is beëindigd.',
    auto: (seat: string) => `${seat}: laat de computer spelen`,
    manual: (seat: string) => `${seat}: zelf spelen`,
    seed: 'Toevalsgetal',
    set: 'Instellen',
    quit: 'Afsluiten',
  },
  editor: {
    heading: 'Stelling opzetten',
    open: 'Opzetten…',
    put: 'Zet op het bord',
    brushes: { '': 'niets', '+': 'een verdieping erbij', '-': 'een eraf' },
    turn: 'Aan zet',
    empty: 'Bord leegmaken',
    take: 'Gebruik deze stelling',
  },

  puzzles: {
    find: (side) => `${side} aan zet: vind de enige zet die wint`,
    right: 'Goed, dat wint!',
    wrong: 'Zo ontglipt de winst. Probeer het nog eens.',
    answer: (move) => `De zet was ${move}`,
    facts: (plies, moves) => `Winst in ${plies} halve zetten, een van ${moves} zetten`,
    next: 'Volgende puzzel',
    show: 'Toon de zet',
    all: 'Alle puzzels',
    withPowers: 'Met krachten',
    number: (n, plies, done) =>
      `Puzzel ${n}, winst in ${plies} halve zetten${done ? ', opgelost' : ''}`,
    graded: 'Van korte naar lange winst. Dat één zet wint en alle andere verliezen, is bewezen.',
  },

  learn: {
    programming: 'Programmeeropdrachten',
    heading: (game) => `Leer ${game}`,
    exercises: 'Oefeningen',
    again: 'Opnieuw',
    play: (game) => `${game} spelen`,
    verdicts: {
      judging: 'De engine kijkt het na…',
      met: 'Goed gedaan!',
      missed: 'Nog niet. Probeer het opnieuw.',
    },
  },

  powers: {
    heading: 'De krachten',
    lead: 'Elke speler mag de kracht van een god hebben. Wat op de kaart staat, gaat voor de regels.',
    inForce: 'Geen tegenstander mag omhoog tot haar volgende beurt.',
    all: 'Alle krachten',
    again: (name) => `${name} nog eens aan het werk tonen`,
    example: (name) => `${name} aan het werk`,
  },

  board: {
    label: 'Bord',
    level: (level) => (level === 4 ? 'koepel' : `hoogte ${level}`),
    chosen: 'gekozen',
    option: 'kan gekozen worden',
    barred: 'mag niet omhoog',
    tilted: 'Van opzij',
    fromAbove: 'Van boven',
    turnLeft: 'Draai het bord naar links',
    turnRight: 'Draai het bord naar rechts',
  },

  settings: {
    heading: 'Instellingen',
    theme: 'Thema',
    themes: { auto: 'Volgens systeem', light: 'Licht', dark: 'Donker' },
    language: 'Taal',
    sound: 'Geluiden',
    coordinates: 'Coördinaten',
    tilted: 'Torens van opzij',
    confirm: 'Zetten bevestigen',
    keys: 'Toetsen',
    keyList: [
      ['←  →', 'een zet terug, een zet verder'],
      ['Home  End', 'het begin, de laatste zet'],
      ['Esc', 'een stap van de beurt terugnemen'],
      ['F', 'het bord draaien'],
      ['Tab, pijlen, Enter', 'over het bord lopen en daar spelen'],
    ],
  },
}
