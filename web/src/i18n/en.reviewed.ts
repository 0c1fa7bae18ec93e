// The texts of analyses by the server in English.

export const reviewed = {
  ask: 'Analyze on the server',
  begun: (known: number, of: number) =>
    of === 0 ? 'On the server…' : `On the server: ${known} of ${of} positions`,
  progress: 'Positions analyzed on the server',
  done: 'Analyzed on the server.',
  failed: 'The server could not analyze this game.',
  impossible: 'The server has nobody to analyze it now: the engine here can.',
  refusals: {
    'no-worker': 'The server has nobody to analyze it now: the engine here can.',
    'not-over': 'The game is not over.',
    'no-turns': 'No turn was played in this game.',
    rate: 'You have asked for many analyses. Wait a little.',
  } as Record<string, string>,
}
