package environment

import (
	"thera/game"
	"thera/hermit"
)

// hermitState is a position. A turn is one action, so there are no stages.
type hermitState = hermit.Position

// hermitEncoder is the encoding hermit_v1: an action is a block of one color. Actions
// ascend by color, then placement, then cell, the left or lower one of two.
type hermitEncoder struct {
	board
	moves []hermit.Move // by action
	// action is the inverse of moves.
	action map[hermit.Move]int
	// conflicts are the actions that an action leaves no room for, including itself.
	conflicts []bitset
}

func newHermit(g game.Game, variant string, start game.Position, n int) (Vector, error) {
	p, _ := game.KernelOf[hermit.Position](start)
	files, ranks := p.Size()
	return newVector(newHermitEncoder(board{files, ranks}), g, variant, start, n)
}

func newHermitEncoder(b board) *hermitEncoder {
	e := &hermitEncoder{board: b, action: map[hermit.Move]int{}}
	for color := hermit.Red; color < hermit.NumColors; color++ {
		for placement := hermit.Upright; placement <= hermit.Vertical; placement++ {
			for cell := range b.cells() {
				if m, ok := b.block(color, placement, b.square(cell)); ok {
					e.action[m] = len(e.moves)
					e.moves = append(e.moves, m)
				}
			}
		}
	}
	for _, m := range e.moves {
		e.conflicts = append(e.conflicts, e.conflictsOf(m))
	}
	return e
}

// block returns a move by the left or lower of its squares, if the board has the other.
func (b board) block(color hermit.Color, placement hermit.Placement, s game.Square) (hermit.Move, bool) {
	switch placement {
	case hermit.Horizontal:
		return hermit.NewMove(color, placement, s), s.File()+1 < b.files
	case hermit.Vertical:
		return hermit.NewMove(color, placement, s+game.Stride), s.Rank()+1 < b.ranks
	default:
		return hermit.NewMove(color, placement, s), true
	}
}

// conflictsOf returns the actions that a move makes illegal: blocks of its color on or
// next to its squares, and of the others on them. Whether a block fits depends on each
// earlier block by itself, so these sets determine all legal moves.
func (e *hermitEncoder) conflictsOf(m hermit.Move) bitset {
	covered := game.Single(m.First()).With(m.Last())
	set := newBitset(len(e.moves))
	for action, other := range e.moves {
		taken := covered
		if other.Color() == m.Color() {
			taken = covered.Spread()
		}
		if taken.Has(other.First()) || taken.Has(other.Last()) {
			set.add(action)
		}
	}
	return set
}

func (e *hermitEncoder) shape(s *Spec) {
	s.Name = "hermit_v1"
	s.Actions = len(e.moves)
	s.Planes = []string{"free", "blocked red", "blocked yellow", "blocked blue", "red", "yellow", "blue"}
	s.Height, s.Width, s.Seats = e.ranks, e.files, 2
}

func (e *hermitEncoder) begin(pos game.Position) (s hermitState, err error) {
	s, _ = game.KernelOf[hermit.Position](pos)
	return s, e.check(s.Size())
}

func (e *hermitEncoder) legal(s *hermitState, actions bitset) {
	for _, m := range s.AppendMoves(nil) {
		actions.add(e.action[m])
	}
}

func (e *hermitEncoder) act(s *hermitState, action int, legal bitset) {
	s.Play(e.moves[action])
	for i, conflicts := range e.conflicts[action] {
		legal[i] &^= conflicts
	}
}

func (e *hermitEncoder) observe(s *hermitState, w *bitWriter) {
	free := game.Rectangle(e.files, e.ranks)
	for color := hermit.Red; color < hermit.NumColors; color++ {
		free = free.AndNot(s.Covered(color))
	}
	e.write(w, free)
	for color := hermit.Red; color < hermit.NumColors; color++ {
		e.write(w, s.Covered(color).Spread().And(free))
	}
	for color := hermit.Red; color < hermit.NumColors; color++ {
		e.write(w, s.Covered(color))
	}
}

func (e *hermitEncoder) turn(s *hermitState) game.Seat     { return s.Turn() }
func (e *hermitEncoder) winners(s *hermitState) game.Seats { return s.Winners() }
func (e *hermitEncoder) text(s *hermitState) string        { return s.String() }

func (e *hermitEncoder) actionText(_ *hermitState, action int) string {
	return e.moves[action].String()
}

func (e *hermitEncoder) encode(_ *hermitState, move game.Move) []int32 {
	m, _ := hermit.ParseMove(string(move)) // a canonical text can be read
	return []int32{int32(e.action[m])}
}

// symmetries returns those of the board, each with all exchanges of colors.
func (e *hermitEncoder) symmetries() (all []Symmetry) {
	for _, exchange := range game.Exchanges() {
		for _, y := range game.Symmetries(e.files, e.ranks) {
			all = append(all, e.symmetry(y, exchange))
		}
	}
	return all
}

func (e *hermitEncoder) symmetry(y, exchange game.Symmetry) Symmetry {
	s := Symmetry{Planes: make([]int32, 1+2*hermit.NumColors), Cells: e.permute(y)}
	for color := range hermit.NumColors {
		image := int32(exchange.Kind(color))
		s.Planes[1+color] = 1 + image
		s.Planes[1+hermit.NumColors+color] = 1 + hermit.NumColors + image
	}
	for _, m := range e.moves {
		a, b := y.Square(m.First()), y.Square(m.Last())
		m := e.image(hermit.Color(exchange.Kind(int(m.Color()))), a, b)
		s.Actions = append(s.Actions, int32(e.action[m]))
	}
	return s
}

// image returns the block of a color on two squares, which may be the same.
func (e *hermitEncoder) image(color hermit.Color, a, b game.Square) hermit.Move {
	switch low := min(a, b); max(a, b) - low {
	case 0:
		return hermit.NewMove(color, hermit.Upright, low)
	case 1:
		return hermit.NewMove(color, hermit.Horizontal, low)
	default:
		return hermit.NewMove(color, hermit.Vertical, max(a, b))
	}
}
