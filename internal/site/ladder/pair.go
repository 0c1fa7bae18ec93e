package ladder

import (
	"cmp"
	"math"
	"slices"
)

// Program is a program that may be paired.
type Program struct {
	ID     string
	House  bool    // a house bot
	Rating float64 // in the ladder's game
	Free   int     // how many more games it can start
	Last   string  // the last opponent, "" for none
	Paired int64   // number of the last pairing
}

// meetingPenalty is how many rating points one earlier meeting weighs when
// opponents are chosen.
const meetingPenalty = 60

// Pair returns who plays whom next among the programs with a free game, each at
// most once. The program that has waited longest chooses first: it gets the
// opponent with the nearest rating and few earlier meetings, which met counts.
//
// A program is not paired with its previous opponent while another one is
// available, be it a house bot. But it does not get a house bot twice in a row
// while another program is playing: it waits for that one. House bots play each
// other only if no other program is there.
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

// shouldWait reports whether a program whose last opponent was a house bot
// should wait for another program to finish. If it took the next house bot, the
// two would hardly ever be free at the same time.
func shouldWait(p Program, programs []Program) bool {
	return !p.House && slices.ContainsFunc(programs, func(o Program) bool { return o.House && o.ID == p.Last }) &&
		slices.ContainsFunc(programs, func(o Program) bool { return !o.House && o.ID != p.ID && o.Free < 1 })
}

// distance ranks opponents before ratings count: first programs, then house
// bots, then the previous opponent.
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
