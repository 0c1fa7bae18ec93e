// Alle teksten van de pagina in het Nederlands.

import type { Catalogue } from './en'

const pieces: Record<string, string> = {
  Q: 'witte amazone',
  q: 'zwarte amazone',
  '*': 'pijl',
  A: 'werker van speler A',
  B: 'werker van speler B',
  C: 'werker van speler C',
  D: 'werker van speler D',
}

const colors: Record<string, string> = { R: 'rood', Y: 'geel', B: 'blauw' }

export const nl: Catalogue = {
  title: 'thera',
  games: { amazons: 'Amazones', santorini: 'Santorini', hermit: 'Hermit' },
  blurbs: {
    amazons: 'Zet als een dame en schiet dan een pijl, die blijft. Wie niet meer kan, verliest.',
    santorini: 'Stap, en bouw dan. Wie naar de derde verdieping klimt, wint.',
    hermit: 'Leg blokken; gelijke kleuren raken elkaar nooit. Wie geen plaats heeft, verliest.',
  },
  seats: {
    amazons: ['Wit', 'Zwart'],
    santorini: ['Speler A', 'Speler B', 'Speler C', 'Speler D'],
    hermit: ['Speler 1', 'Speler 2'],
  },
  colors,

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
  broken: (error) => `De engine kan niet geladen worden: ${error}`,
  close: 'Sluiten',
  cancel: 'Annuleren',

  home: {
    heading: 'Drie spellen van ruimte en hoogte',
    lead: 'Speel tegen de computer of tegen wie naast je zit, en analyseer je partijen. De engine draait in je browser.',
    play: 'Spelen',
    kept: 'Je partijen',
    none: 'Partijen die je begint, worden hier bewaard.',
    resume: 'Verder',
    look: 'Terugkijken',
    remove: 'Verwijderen',
    removeOf: (what) => `Verwijder ${what}`,
    moves: (n) => (n === 1 ? '1 zet' : `${n} zetten`),
    missing: 'Die partij is niet meer in deze browser bewaard.',
  },

  newGame: {
    heading: 'Nieuwe partij',
    game: 'Spel',
    board: 'Bord',
    players: 'Spelers',
    variant: (name) => (/^\dp$/.test(name) ? `${name[0]} spelers` : name.replace('x', ' × ')),
    opponent: 'Tegenstander',
    computer: 'Computer',
    people: 'Mensen hier',
    watch: 'De computer bekijken',
    level: 'Niveau',
    strength: (elo) => `ongeveer ${elo} Elo boven niveau 1`,
    weakest: 'het zwakste',
    side: 'Jij speelt',
    random: 'Loten',
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
    legal: (n) => `${n} mogelijke zetten`,
    undo: 'Terugnemen',
    redo: 'Opnieuw',
    hint: 'Tip',
    resign: 'Opgeven',
    resignSure: 'Deze partij opgeven?',
    rematch: 'Revanche',
    newGame: 'Nieuwe partij',
    analyze: 'Analyseren',
    flip: 'Draaien',
    territory: 'Gebied',
    pause: 'Pauze',
    go: 'Verder',
    confirm: 'Bevestigen',
    takeBackStep: 'Stap terug',
    typeMove: 'Typ een zet',
    typeExample: { amazons: 'd1-d7(g7)', santorini: 'c3-c4(d4)', hermit: 'Ya3-b3' },
    enter: 'Invoeren',
    first: 'Eerste stelling',
    previous: 'Vorige zet',
    next: 'Volgende zet',
    last: 'Laatste stelling',
    moves: 'Zetten',
    start: 'Begin',
    noMoves: 'Nog geen zetten.',
    wins: (seat) => `${seat} wint`,
    youWin: 'Je wint!',
    youLose: 'Je verliest',
    reasons: {
      resignation: 'door opgave',
      time: 'op tijd',
      stuck: 'de ander kan niet meer zetten',
      climb: 'naar de derde verdieping geklommen',
      last: 'als laatste over',
    },
    tools: 'Blokken',
    tool: (color, two) =>
      `${colors[color] ?? color}, ${two ? 'liggend op twee velden' : 'staand op één veld'}`,
    possible: (square, letters) =>
      letters.length === 0
        ? `${square}: geen kleur past`
        : `${square}: ${letters.map((c) => colors[c] ?? c).join(', ')} mogelijk`,
    choose: {
      piece: 'Kies een stuk.',
      to: 'Kies waar het heen gaat.',
      arrow: 'Kies waar de pijl landt.',
      build: 'Kies waar je bouwt.',
      place: 'Kies twee velden voor je werkers.',
      placeSecond: 'Kies een veld voor je tweede werker.',
      block: 'Kies een blok en een veld ervoor.',
      blockSecond: 'Kies het tweede veld.',
      confirm: 'Bevestig de zet.',
    },
    territoryCount: (white, black, contested) =>
      `Wit ${white}, Zwart ${black}, betwist ${contested}`,
  },

  analysis: {
    engine: 'Engine',
    bar: 'Kans van de eerste speler',
    graph: 'Kans van de eerste speler door de partij heen',
    unknown: 'onbekend',
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
    examine: 'Alles nazien',
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
    promote: 'Hoofdlijn',
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
    brush: (piece, game) =>
      piece === ''
        ? 'niets'
        : piece === '+'
          ? 'een verdieping erbij'
          : piece === '-'
            ? 'een eraf'
            : game === 'hermit'
              ? (colors[piece] ?? piece)
              : game === 'santorini'
                ? `werker ${piece}`
                : (pieces[piece] ?? piece),
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
    number: (n, plies, done) =>
      `Puzzel ${n}, winst in ${plies} halve zetten${done ? ', opgelost' : ''}`,
    graded: 'Van korte naar lange winst. Dat één zet wint en alle andere verliezen, is bewezen.',
  },

  learn: {
    heading: (game) => `Leer ${game}`,
    exercises: 'Oefeningen',
    again: 'Opnieuw',
    play: (game) => `${game} spelen`,
    verdicts: {
      judging: 'De engine kijkt het na…',
      met: 'Goed gedaan!',
      missed: 'Nog niet. Probeer het opnieuw.',
    },
    games: {
      amazons: {
        lead: 'Twee partijen amazones vechten om ruimte op een bord dat met elke pijl krimpt.',
        rules: [
          {
            heading: 'Het bord',
            text: 'Wit en Zwart hebben amazones, de kronen op dit bord. Wit begint. Het gewone bord heeft tien bij tien velden en vier amazones per kant; dit is het kleinste hier.',
          },
          {
            heading: 'Een zet heeft twee delen',
            text: 'Een van je amazones gaat als een dame bij het schaken: zoveel lege velden als je wilt in een rechte lijn, in elke richting. Van daar schiet ze een pijl, die net zo vliegt en de hele partij blijft liggen. Het veld dat ze verlaten heeft, is vrij voor de pijl.',
          },
          {
            heading: 'Wie niet meer kan, verliest',
            text: 'Amazones en pijlen versperren iedereen de weg. Zwart is hier aan zet en heeft er geen: Wit heeft gewonnen. Er wordt niets geslagen, en remise bestaat niet.',
          },
        ],
        exercises: [
          {
            heading: 'Ga en schiet',
            text: 'Kies je amazone, een veld voor haar en een veld voor de pijl. Elke zet is goed.',
          },
          { heading: 'Sluit haar in', text: 'Zwart kan nog naar één veld. Win met deze zet.' },
          {
            heading: 'Neem de ruimte',
            text: 'Straks zijn de partijen gescheiden, en dan wint wie meer ruimte heeft. Vind een zet die zeker wint.',
          },
        ],
      },
      santorini: {
        lead: 'Bouw torens met je twee werkers, en sta als eerste bovenop.',
        rules: [
          {
            heading: 'Werkers en torens',
            text: 'Eerst zet elke speler twee werkers op vrije velden. Torens hebben tot drie verdiepingen, met hun hoogte erbij, en op de derde een koepel.',
          },
          {
            heading: 'Verplaats, bouw dan',
            text: 'Een van je werkers gaat naar een aangrenzend veld, hoogstens één verdieping omhoog, of omlaag zover je wilt. Dan bouwt dezelfde werker een verdieping, of een koepel op een derde verdieping, naast waar hij staat. Werkers en koepels versperren een veld.',
          },
          {
            heading: 'Klim om te winnen',
            text: 'Wie omhoog gaat naar een derde verdieping, wint meteen. Wie niet kan verplaatsen en bouwen, verliest; met drie of vier spelers ligt hij eruit en gaan de anderen verder.',
          },
        ],
        exercises: [
          { heading: 'Plaats je werkers', text: 'Kies twee velden voor je werkers.' },
          { heading: 'Klim', text: 'Een van je werkers staat op een tweede verdieping. Win nu.' },
          {
            heading: 'Stop de klim',
            text: 'Speler B staat op een tweede verdieping, naast een derde. Doe een zet waarna B niet meteen kan klimmen.',
          },
        ],
      },
      hermit: {
        lead: 'Blokken van één kleur raken elkaar nooit. Laat je tegenstander geen plaats voor ook maar één blok.',
        rules: [
          {
            heading: 'Blokken',
            text: 'Een zet legt één blok neer, rood, geel of blauw: staand op één leeg veld of liggend op twee velden met een gedeelde zijde. Er zijn er genoeg van alle. Beide spelers gebruiken dezelfde blokken.',
          },
          {
            heading: 'Gelijke kleuren blijven uit elkaar',
            text: 'Een blok mag geen ander van zijn kleur raken, ook niet aan een hoek. Wijs een veld aan om te zien welke kleuren nog passen.',
          },
          {
            heading: 'Wie geen plaats heeft, verliest',
            text: 'Het laatste veld hier raakt rood, geel en blauw: er past geen blok, en wie aan zet is, heeft verloren.',
          },
        ],
        exercises: [
          {
            heading: 'Leg een blok neer',
            text: 'Kies een blok onder het bord, dan zijn veld of zijn twee velden. Elke zet is goed.',
          },
          { heading: 'Het laatste woord', text: 'Doe een zet waarna nergens meer een blok past.' },
          { heading: 'Tel de zetten', text: 'Maar één zet wint zeker. Vind die.' },
        ],
      },
    },
  },

  board: {
    label: 'Bord',
    square: (name, piece, level) =>
      [
        name,
        piece && (pieces[piece] ?? piece),
        level && (level === 4 ? 'koepel' : `hoogte ${level}`),
      ]
        .filter(Boolean)
        .join(', '),
    block: (color) => `${colors[color] ?? color} blok`,
    chosen: 'gekozen',
    option: 'kan gekozen worden',
  },

  settings: {
    heading: 'Instellingen',
    theme: 'Thema',
    themes: { auto: 'Als het systeem', light: 'Licht', dark: 'Donker' },
    language: 'Taal',
    sound: 'Geluiden',
    coordinates: 'Coördinaten',
    confirm: 'Zetten bevestigen',
  },
}
