package pns

import (
	"slices"

	"thera/game"
)

// frame is what a position on the current line works with. All slices except
// parts are indexed by move.
type frame[P any, M game.Code, K game.Kernel[P, M]] struct {
	pos   P
	key   uint64 // its hash
	moves []M
	next  []P       // the positions the moves lead to
	keys  []uint64  // hashes of the open ones
	after []numbers // what is known or estimated of them
	parts []P
	// killers have lately won at once at this ply, the latest first. The first
	// two are tried before the other moves, which saves two thirds of the nodes
	// on 5×4 Amazons, and all four as replies to the open moves of the previous
	// ply, which saves a tenth of the time (docs/contributing/experiments.md).
	killers [4]M
}

// addKiller puts a move in front of the killers.
func (f *frame[P, M, K]) addKiller(m M) {
	i := slices.Index(f.killers[:len(f.killers)-1], m)
	if i < 0 {
		i = len(f.killers) - 1
	}
	copy(f.killers[1:i+1], f.killers[:i])
	f.killers[0] = m
}

// initializeUnknown sets the initial numbers of the positions of which nothing is known.
func (f *frame[P, M, K]) initializeUnknown() {
	for i := range f.after {
		if f.after[i] == unknown {
			f.after[i] = initialNumbers[P, M](K(&f.next[i]))
		}
	}
}

// summary combines the positions after all moves: the numbers of the position,
// and what is needed to limit the visit of the best move.
type summary struct {
	numbers
	best   int    // the move to search
	second uint32 // the least loss after another move
	others uint32 // number of other open moves
}

// sum computes the numbers of the position from those after its moves: its win is the
// least loss, its loss the largest win plus one for each other open move (the weak form,
// see the package comment). Adding nothing for each, or three, took up to 40% more nodes
// on two of three sets (docs/contributing/experiments.md). Of moves that are equally hard
// to prove, the best is the easiest to refute: it is finished soonest.
func (f *frame[P, M, K]) sum() summary {
	s := summary{numbers: numbers{win: infinite}, second: infinite}
	open, hardest := uint32(0), uint32(0)
	for i, n := range f.after {
		switch {
		case n.loss == 0:
			return summary{numbers: numbers{0, infinite}, best: i}
		case n.win == 0:
			continue
		case n.loss < s.win || n.loss == s.win && n.win < f.after[s.best].win:
			s.second, s.win, s.best = s.win, n.loss, i
		default:
			s.second = min(s.second, n.loss)
		}
		open++
		hardest = max(hardest, n.win)
	}
	if open > 0 {
		s.others = open - 1
		s.loss = min(hardest+s.others, infinite-1)
	}
	return s
}

// winner returns the index of a winning move, -1 if none is known.
func (f *frame[P, M, K]) winner() int {
	return slices.IndexFunc(f.after, func(n numbers) bool { return n.loss == 0 })
}
