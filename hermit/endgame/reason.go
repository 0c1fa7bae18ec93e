package endgame

import (
	"thera/game"
	"thera/hermit"
)

// The kinds of reasons why a turn is worse than another.
const (
	// ReasonMirror: the better turn leaves a board that [Mirrored] decides, and the other
	// one does not.
	ReasonMirror = "mirror"
	// ReasonParity: Counts[0] turns are left after the turn, an odd number, however they
	// are played.
	ReasonParity = "parity"
)

// ReasonKinds returns the kinds of reasons, the most important ones first.
func ReasonKinds() []string { return []string{ReasonMirror, ReasonParity} }

// ReasonsOf returns facts that tell why a turn is worse than a better one, in the order
// of ReasonKinds, given the positions after the two. There may be none.
func ReasonsOf(_, worse, good *hermit.Position) (reasons []game.Reason) {
	if Mirrored(good) && !Mirrored(worse) {
		reasons = append(reasons, game.Reason{Kind: ReasonMirror})
	}
	if turns, ok := turnsLeft(worse); ok && turns%2 == 1 {
		reasons = append(reasons, game.Reason{Kind: ReasonParity, Counts: [2]int{turns}})
	}
	return reasons
}

// turnsLeft returns the number of turns until the end if it does not depend on how they
// are played: where no two squares that are open to a color touch, each open square is
// good for exactly one turn.
func turnsLeft(p *hermit.Position) (turns int, ok bool) {
	spots := p.Spots()
	for _, open := range spots {
		for rest := open; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			if square := game.Single(rest.First()); square.Spread().And(open) != square {
				return 0, false
			}
		}
	}
	return spots.Squares().Len(), true
}
