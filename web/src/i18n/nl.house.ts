// Een regel over elke huisbot in het Nederlands, per spel en niveau.

import type { en } from './en.house'

export const nl: Record<keyof typeof en, readonly string[]> = {
  amazons: [
    'Bekijkt een paar honderd stellingen per beurt en schat ze slecht. Voor je eerste partij.',
    'Ziet hooguit twee beurten vooruit en verspilt nog pijlen. Voor wie de regels kent.',
    'Houdt zijn amazones vrij, maar metselt zich later in. Zo sterk als een beginner die zijn best doet.',
    'Begint gebied te tellen en geeft er soms iets van weg. Een eerlijke partij voor een clubspeler.',
    'Snijdt een amazone af die je achterlaat. In het eindspel lekt er nog wat.',
    'Maakt vroeg gebied en vult het goed. Je hebt een plan nodig.',
    'Schat bijna nooit verkeerd wat het ziet. Het verliest waar het niet ver genoeg kijkt.',
    'Zo goed als het kan in een seconde, met een oplosser voor het eind. Ervan winnen is nieuws.',
  ],
  santorini: [
    'Schuift zijn bouwers rond en houdt winst tegen als het die ziet. Voor je eerste partij.',
    'Mist geen winst die er ligt, maar bouwt af en toe een trap voor je.',
    'Klimt als het kan, en vergeet wat jij met de nieuwe verdieping kunt.',
    'Ziet een dreiging en het antwoord. Dubbele dreigingen verrassen het.',
    'Vecht om het midden en om hoogte. Geef het geen verdieping cadeau.',
    'Plant een paar beurten klimmen en zet de koepel op tijd.',
    'Speelt op de rand van wat het ziet, en dat is ver. Kleine cadeaus zijn genoeg.',
    'Zo goed als het kan in een seconde, met een boek voor het plaatsen. Ervan winnen is nieuws.',
  ],
  hermit: [
    'Legt blokken bijna zoals het uitkomt en telt alleen de laatste. Voor je eerste partij.',
    'Ziet wie de laatste beurt krijgt als er weinig over is.',
    'Telt kleine hoeken goed en hoopt elders het beste.',
    'Vraagt de oplosser als het bord uiteen is gevallen. Wees niet te laat.',
    'Lost eindspelen eerder op dan je denkt.',
    'Speelt naar sommen toe die het kan tellen. Laat het zich eerder vertellen.',
    'Zijn eindspelen zijn exact; wat het verkeerd schat ligt ervoor.',
    'Zo goed als het kan in een seconde, en exact vanaf halverwege. Ervan winnen is nieuws.',
  ],
}
