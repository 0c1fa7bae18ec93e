// De teksten op de pagina's van de opdrachten in het Nederlands.

import type { Words } from './en'

const amazonesRules = [
  'Het bord heeft 10 bij 10 velden. Wit heeft vier amazones, zwart ook. Wit begint, en ze zijn om beurten aan zet.',
  'Een beurt heeft twee delen. Een van de eigen amazones wordt verzet zoals de koningin bij het schaken: over een aantal vrije velden in een van acht richtingen. Daarna schiet ze een pijl af vanaf haar landingsplaats, die ook als een koningin vliegt, desnoods terug over het veld waar ze vandaan kwam.',
  'Niets kruist of betreedt een veld waar een amazone staat of een pijl geland is. Pijlen blijven liggen.',
  'Wie geen beurt meer kan doen, verliest. Gelijkspel bestaat niet.',
]
const square = 'een veld: de rij van boven en de kolom van links, telkens vanaf 0'

export const nl: Words = {
  heading: 'Opdrachten',
  lead: 'Borden van programmeeropdrachten. Typ wat je volgens de opdracht kunt typen, en zie wat een juiste oplossing laat zien.',
  live: 'Probeer het',
  type: 'Typ een regel',
  run: 'Invoeren',
  next: (statement) => `Volgende: ${statement}`,
  restart: 'Opnieuw beginnen',
  undo: 'Terugnemen',
  board: 'Het bord',
  rules: 'De regels',
  formats: 'Wat hoe geschreven wordt',
  notUnderstood: (why) => `niet begrepen: ${why}`,
  all: 'Alle opdrachten',
  play: 'Het spel spelen',
  boardText: 'Tekst van het bord',
  rows: (n) => `rij ${n}`,
  lessons: {
    amazons: {
      heading: 'Amazons (Python, in het Engels)',
      task: 'Een klasse Amazons die een spel simuleert. Ze let niet op wie aan zet is: ze zegt alleen of de velden een zet toelaten.',
      rules: amazonesRules,
      formats: [
        ['(r, c)', square],
        ['a b c d · A B C D', 'de amazones van wit, en die van zwart'],
        ['N NE E SE S SW W NW', 'de acht richtingen, in het Engels'],
        ['_ *', 'in de tekst van het bord: een vrij veld, en een pijl'],
        [
          'board.move_amazon(letter, direction, n)',
          'n velden in een richting; geeft het bord terug, of AssertionError: invalid move',
        ],
        ['board.shoot_arrow(letter, direction, n)', 'hetzelfde voor een pijl'],
        ['board.possible_directions(letter)', 'richtingen waarvan het eerste veld vrij is'],
        ['board.winner()', '0 zolang beide kleuren kunnen zetten, 1 als wit won, 2 als zwart won'],
      ],
    },
    amazones: {
      heading: 'Amazones (JavaScript)',
      task: 'Een klasse Amazones die een spel simuleert. Ze let niet op wie aan zet is: ze zegt alleen of de velden een zet toelaten.',
      rules: amazonesRules,
      formats: [
        ['[r, k]', square],
        ['a b c d · A B C D', 'de amazones van wit, en die van zwart'],
        ['N NO O ZO Z ZW W NW', 'de acht richtingen'],
        ['_ *', 'in de tekst van het bord: een vrij veld, en een pijl'],
        [
          'spelbord.verzetAmazone(letter, richting, n)',
          'n velden in een richting; geeft het bord terug, of gooit „ongeldige zet”',
        ],
        ['spelbord.schietPijl(letter, richting, n)', 'hetzelfde voor een pijl'],
        [
          'spelbord.mogelijkeRichtingen(letter)',
          'richtingen waarvan het eerste veld vrij is, met de klok mee vanaf N',
        ],
        [
          'spelbord.winnaar()',
          '0 zolang beide kleuren kunnen zetten, 1 als wit won, 2 als zwart won',
        ],
      ],
    },
    hermit: {
      heading: 'Hermit (Python)',
      task: 'Een klasse Hermit die een spel simuleert op een bord van n bij n velden.',
      rules: [
        'Om beurten wordt een blok van een van drie kleuren geplaatst: rechtop op één veld, of liggend op twee.',
        'Blokken staan op lege velden, en geen blok raakt een ander van dezelfde kleur, ook niet aan een hoek.',
        'Wie geen blok meer kan plaatsen, verliest.',
      ],
      formats: [
        ['(r, c)', square],
        ['Y B R', 'de kleuren: geel, blauw, rood'],
        ['U H V', 'hoe een blok staat: rechtop, horizontaal, verticaal'],
        ['.', 'in de tekst van het bord: een leeg veld; tussen velden staat een spatie'],
        ['board.positions((r, c), placement)', 'de velden die een blok zou bedekken'],
        ['board.isvalid(color, (r, c))', 'of een blok van die kleur een veld mag bedekken'],
        [
          'board.move(color, (r, c), placement)',
          'plaatst een blok; geeft het bord terug, of AssertionError: invalid move',
        ],
        ['board.possible_moves()', 'de verzameling van alle zetten'],
      ],
    },
    santorini: {
      heading: 'Santorini (Python)',
      task: 'Een klasse Santorini die een spel simuleert van twee, drie of vier spelers met elk twee werkers.',
      rules: [
        'Op een bord van 5 bij 5 velden verzet een speler een werker naar een buurveld en bouwt hij daarna op een buurveld: een blok op de grond of op een toren, of de koepel op een toren van drie blokken.',
        'Een werker klimt hoogstens één niveau en daalt zoveel hij wil. Niemand gaat naar, of bouwt op, een veld met een werker of een koepel.',
        'Wie het eerst een werker op het derde niveau zet, wint.',
      ],
      formats: [
        ['(r, c)', square],
        ['A B C D …', 'de werkers: A en B zijn van de eerste speler'],
        ['N NE E SE S SW W NW', 'de acht richtingen, in het Engels'],
        [
          '0 1 2 3 4',
          'in de tekst van het bord: hoe hoog een veld bebouwd is, 4 met de koepel; een werker verbergt het',
        ],
        [
          'board.move_worker(letter, direction)',
          'geeft het bord terug, of AssertionError: invalid move',
        ],
        ['board.build_tower(letter, direction)', 'hetzelfde'],
        ['board.level(letter)', 'hoe hoog een werker staat'],
        [
          'board.winning_worker()',
          'de letter van wie als eerste op het derde niveau stond, of niets',
        ],
      ],
    },
    text: {
      heading: 'Het tekstprogramma Amazons',
      task: 'Een programma dat Amazones speelt met regels tekst, zoals nakijkprogramma’s en andere programma’s ermee praten. De computer speelt hier snel en niet sterk; thera amazons speelt sterk.',
      rules: amazonesRules,
      formats: [
        ['d1-d7(g7)', 'een zet: van, naar, en waar de speer landt. d1 d7 g7 is hetzelfde'],
        ['a … j, 1 … 10', 'kolommen van links, rijen van onder'],
        ['new', 'een nieuw spel'],
        [
          'auto C, manual C',
          'de computer speelt C, white of black; of jij. Eerst speel jij wit en de computer zwart',
        ],
        ['seed N', 'met dezelfde N en dezelfde zetten van jou speelt de computer hetzelfde'],
        ['dump', 'het bord tussen twee regels ===: W en B zijn koninginnen, S is een speer'],
        ['* a1-c3(c6)', 'verschijnt bij een zet van de computer; * White wins. aan het eind'],
        ['undo, help, quit', 'en met # begint commentaar'],
      ],
    },
  },
}
