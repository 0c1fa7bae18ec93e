// A line about each house bot in English, by game and level. How much they look at stands in
// the catalog, and how strong they are in docs/levels.md.

export const en = {
  amazons: [
    'Looks at a few hundred positions a turn and misjudges them badly. For your first game.',
    'Sees two turns ahead at most, and still wastes its arrows. For who knows the rules.',
    'Keeps its amazons free, but walls itself in later. As strong as a newcomer who tries.',
    'Begins to count territory, and lets some of it go. A fair game for a club player.',
    'Cuts off an amazon that you leave behind. Its endings still leak.',
    'Makes its territory early and fills it well. You need a plan.',
    'Hardly misjudges what it sees. It loses where it does not look far enough.',
    'As well as it can within a second, with a solver for the end. Beating it is news.',
  ],
  santorini: [
    'Moves its builders about, and blocks a win when it sees one. For your first game.',
    'Never misses a win at hand, but builds you stairs now and then.',
    'Climbs when it can, and forgets what you can do with the storey it adds.',
    'Sees a threat and its answer. Double threats surprise it.',
    'Fights for the middle and for height. Give it no free storey.',
    'Plans a few turns of climbing, and domes in time.',
    'Plays on the edge of what it sees, which is far. Small gifts are enough for it.',
    'As well as it can within a second, with a book of placements. Beating it is news.',
  ],
  hermit: [
    'Places blocks nearly as they come, and counts only the last few. For your first game.',
    'Sees who gets the last turn when there is little left.',
    'Counts small corners rightly, and hopes for the best elsewhere.',
    'Asks the solver when the board has fallen apart. Don’t be late.',
    'Solves endings earlier than you expect.',
    'Plays towards sums that it can count. Make it count wrongly before.',
    'Its endings are exact; what it misjudges lies before them.',
    'As well as it can within a second, and exact from half-way on. Beating it is news.',
  ],
} as const
