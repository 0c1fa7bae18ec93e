package ladder

import (
	"cmp"
	"math"
	"slices"
)

// Program is one that may be paired.
type Program struct {
	ID     string
	House  bool    // one of the house bots, which play when nobody else is there
	Rating float64 // in the game of the ladder
	Free   int     // how many more games it can begin
	Last   string  // whom it has been paired with last, "" for nobody yet
	Paired int64   // number of that pairing
}

// meetingPenalty is how many points of rating one pairing more weighs: two programs who
// have met once more than others are paired as if they were so much farther
// apart.
const meetingPenalty = 60

// Pair says who is to play whom next: of those who have a game free, each once at
// most. Who has waited longest is first, and gets the program whose rating is
// nearest and with which it has been paired seldom; met says how often.
//
// Nobody meets the one whom it has met last, as long as there is anybody else:
// another program that waits, or one of the house. But nobody gets the house
// twice in a row while another program plays: he waits for that. House bots play with each
// other only where nobody else is among the programs.
func Pair(programs []Program, met func(a, b string) int) (pairs [][2]string) {
	waiting := slices.Clone(programs)
	alone := !slices.ContainsFunc(programs, func(p Program) bool { return !p.House })
	slices.SortFunc(waiting, func(a, b Program) int { return cmp.Or(cmp.Compare(a.Paired, b.Paired), cmp.Compare(a.ID, b.ID)) })
	taken := map[string]bool{}
	for _, p := range waiting {
		if p.Free < 1 || taken[p.ID] || p.House && !alone {
			continue
		}
		best, least := "", math.Inf(1)
		for _, other := range waiting {
			if other.ID == p.ID || other.Free < 1 || taken[other.ID] || other.House && shouldWait(p, programs) {
				continue
			}
			if cost := distance(p, other, alone) + meetingPenalty*float64(met(p.ID, other.ID)) + math.Abs(p.Rating-other.Rating); cost < least {
				best, least = other.ID, cost
			}
		}
		if best != "" {
			taken[p.ID], taken[best] = true, true
			pairs = append(pairs, [2]string{p.ID, best})
		}
	}
	return pairs
}

// shouldWait reports whether a program whose last opponent was of the house waits for
// another program that plays, and ends that sooner or later. If it took the next
// one of the house, the two would hardly ever be free at the same time.
func shouldWait(p Program, programs []Program) bool {
	return !p.House && slices.ContainsFunc(programs, func(o Program) bool { return o.House && o.ID == p.Last }) &&
		slices.ContainsFunc(programs, func(o Program) bool { return !o.House && o.ID != p.ID && o.Free < 1 })
}

// distance returns how far back an opponent stands whatever the ratings: behind all
// programs come the house bots, and behind these who was met last.
func distance(p, other Program, alone bool) float64 {
	const rank = 1e9
	switch {
	case p.Last == other.ID || other.Last == p.ID && !other.House:
		return 2 * rank
	case other.House && !alone:
		return rank
	}
	return 0
}
