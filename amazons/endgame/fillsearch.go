package endgame

import (
	"thera/amazons"
	"thera/game"
)

// fillSearch searches for the largest number of turns in a territory. It keeps failed
// searches in a small table of its own, so it needs no memory beyond the stack.
type fillSearch struct {
	effort int          // positions left to search; at 0 the search has given up
	failed [256]failure // 16 KiB on the stack; size chosen by hand
}

// failure is a territory that is not good for that many turns.
type failure struct {
	territory
	turns int
}

// lasts reports whether t is good for the given number of turns. False is only
// conclusive if some effort is left.
func (s *fillSearch) lasts(t territory, turns int) bool {
	if turns == 0 {
		return true
	}
	t = t.reachable()
	if t.empty.Len() < turns || s.effort <= 0 {
		return false
	}
	seen := &s.failed[t.hash()%uint64(len(s.failed))]
	if seen.territory == t && seen.turns <= turns {
		return false
	}
	s.effort--
	for own := t.amazons; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		free := t.empty.With(from)
		for targets := amazons.QueenMoves(from, t.empty); !targets.IsEmpty(); targets = targets.WithoutFirst() {
			to := targets.First()
			for shots := amazons.QueenMoves(to, free); !shots.IsEmpty(); shots = shots.WithoutFirst() {
				if s.lasts(t.after(from, to, shots.First()), turns-1) {
					return true
				}
			}
		}
	}
	if s.effort > 0 {
		*seen = failure{t, turns}
	}
	return false
}

func (t territory) hash() uint64 {
	h := game.Mix(t.empty.Lo)
	h = game.Mix(h ^ t.empty.Hi)
	h = game.Mix(h ^ t.amazons.Lo)
	return game.Mix(h ^ t.amazons.Hi)
}
