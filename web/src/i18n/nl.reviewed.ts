// De teksten van analyses door de server in het Nederlands.

import type { reviewed as english } from './en.reviewed'

export const reviewed: typeof english = {
  ask: 'Op de server analyseren',
  begun: (known, of) =>
    of === 0 ? 'Op de server…' : `Op de server: ${known} van ${of} stellingen`,
  progress: 'Op de server geanalyseerde stellingen',
  done: 'Op de server geanalyseerd.',
  failed: 'De server kon deze partij niet analyseren.',
  impossible: 'De server heeft nu niemand om te analyseren: de engine hier kan het wel.',
  refusals: {
    'no-worker': 'De server heeft nu niemand om te analyseren: de engine hier kan het wel.',
    'not-over': 'De partij is nog niet afgelopen.',
    'no-turns': 'In deze partij is geen zet gedaan.',
    rate: 'Je hebt veel analyses gevraagd. Wacht even.',
  },
}
