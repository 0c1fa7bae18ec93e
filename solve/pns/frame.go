package pns

import (
	"slices"

	"thera/game"
)

// frame is what a position on the current line works with. All slices but
// parts go by move.
type frame[P any, M game.Code, K game.Kernel[P, M]] struct {
	pos   P
	key   uint64 // its hash
	moves []M
	next  []P       // the positions the moves lead to
	keys  []uint64  // their hashes, of those that are open
	after []numbers // what is known or guessed of them
	parts []P
	// killers have lately won at once at this ply, the last one first. The
	// first two are looked at before the other moves, which saves two thirds
	// of the nodes on 5×4 Amazons, and all four as replies to the open moves of
	// the ply before, which saves a tenth of the time (docs/contributing/experiments.md).
	killers [4]M
}

// remember puts a move in front of the killers.
func (f *frame[P, M, K]) remember(m M) {
	i := slices.Index(f.killers[:len(f.killers)-1], m)
	if i < 0 {
		i = len(f.killers) - 1
	}
	copy(f.killers[1:i+1], f.killers[:i])
	f.killers[0] = m
}

// guess gives numbers to the positions of which nothing is known.
func (f *frame[P, M, K]) guess() {
	for i := range f.after {
		if f.after[i] == unknown {
			f.after[i] = guess[P, M](K(&f.next[i]))
		}
	}
}

// summary is what the positions after all moves say together: the numbers of
// the position, and what is needed to limit the visit of the best move.
type summary struct {
	numbers
	best   int    // the move to search
	second uint32 // the least loss after another one
	others uint32 // open moves beside the best
}

// sum works out the numbers of the position from those after its moves: its win
// is the least loss, its loss the largest win and one for each other open move
// (the weak form, see the package comment). Nothing for each, or three, took up
// to 40 % more nodes on two of three sets (docs/contributing/experiments.md). Of moves
// that are equally hard to prove the best is the one that is the easiest to
// refute: it is done with soonest.
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

// winner returns the number of a move that wins, -1 if none is known.
func (f *frame[P, M, K]) winner() int {
	return slices.IndexFunc(f.after, func(n numbers) bool { return n.loss == 0 })
}
