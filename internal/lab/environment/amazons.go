package environment

import (
	"thera/amazons"
	"thera/game"
)

// amazonsEncoder is the encoding amazons_v1: a turn is three actions, each the cell of a
// square: the amazon, where she goes, and what her arrow hits.
type amazonsEncoder struct{ board }

// amazonsStage is which of the three actions of a turn is next.
type amazonsStage uint8

const (
	amazonsFrom  amazonsStage = iota // selects an amazon
	amazonsTo                        // moves her
	amazonsArrow                     // shoots
	amazonsStages
)

// amazonsState is a position in which a turn has begun. The planes follow from it; they
// are kept because squares change one by one.
type amazonsState struct {
	position amazons.Position // at the beginning of the turn
	stage    amazonsStage
	from, to int      // cells of the turn, as far as the stage has come
	amazons  [2]plane // by seat, after the actions so far
	arrows   plane
}

func newAmazons(g game.Game, variant string, start game.Position, n int) (Vector, error) {
	p, _ := game.KernelOf[amazons.Position](start)
	files, ranks := p.Size()
	return newVector(&amazonsEncoder{newBoard(files, ranks)}, g, variant, start, n)
}

func (e *amazonsEncoder) shape(s *Spec) {
	s.Name = "amazons_v1"
	s.Actions = e.cells()
	s.Planes = []string{"own", "rival", "arrows", "selected", "origin", "stage from", "stage to", "stage arrow"}
	s.Height, s.Width, s.Seats = e.ranks, e.files, 2
}

func (e *amazonsEncoder) begin(pos game.Position) (s amazonsState, err error) {
	s.position, _ = game.KernelOf[amazons.Position](pos)
	if err := e.check(s.position.Size()); err != nil {
		return s, err
	}
	for seat := range s.amazons {
		s.amazons[seat] = e.plane(s.position.Amazons(game.Seat(seat)))
	}
	s.arrows = e.plane(s.position.Arrows())
	return s, nil
}

// legal returns the amazons that can move, or where the selected one can go or shoot. An
// amazon can move if a square next to her is empty.
func (e *amazonsEncoder) legal(s *amazonsState, actions bitset) {
	empty := s.position.Empty()
	var squares game.Squares
	switch s.stage {
	case amazonsFrom:
		squares = empty.Spread().And(s.position.Amazons(s.position.Turn()))
	case amazonsTo:
		squares = amazons.QueenMoves(e.squares[s.from], empty)
	default:
		squares = amazons.QueenMoves(e.squares[s.to], empty.With(e.squares[s.from]))
	}
	e.write(&bitWriter{words: actions}, squares)
}

func (e *amazonsEncoder) act(s *amazonsState, action int, legal bitset) {
	own := &s.amazons[s.position.Turn()&1]
	switch s.stage {
	case amazonsFrom:
		s.stage, s.from = amazonsTo, action
	case amazonsTo:
		s.stage, s.to = amazonsArrow, action
		own.flip(s.from)
		own.flip(s.to)
	default:
		s.arrows.flip(action)
		s.position.Play(e.move(s, action))
		s.stage = amazonsFrom
	}
	clear(legal)
	e.legal(s, legal)
}

// move returns the turn with an arrow as the last action.
func (e *amazonsEncoder) move(s *amazonsState, arrow int) amazons.Move {
	return amazons.NewMove(e.squares[s.from], e.squares[s.to], e.squares[arrow])
}

func (e *amazonsEncoder) observe(s *amazonsState, w *bitWriter) {
	var selected, origin plane
	switch s.stage {
	case amazonsTo:
		selected.flip(s.from)
	case amazonsArrow:
		selected.flip(s.to)
		origin.flip(s.from)
	}
	turn := s.position.Turn()
	n := e.cells()
	w.plane(s.amazons[turn&1], n)
	w.plane(s.amazons[1-turn&1], n)
	w.plane(s.arrows, n)
	w.plane(selected, n)
	w.plane(origin, n)
	for stage := range amazonsStages {
		w.repeat(stage == s.stage, n)
	}
}

func (e *amazonsEncoder) turn(s *amazonsState) game.Seat     { return s.position.Turn() }
func (e *amazonsEncoder) winners(s *amazonsState) game.Seats { return s.position.Winners() }
func (e *amazonsEncoder) text(s *amazonsState) string        { return s.position.String() }

func (e *amazonsEncoder) actionText(s *amazonsState, action int) string {
	switch square := e.squares[action].String(); s.stage {
	case amazonsFrom:
		return square
	case amazonsTo:
		return e.squares[s.from].String() + "-" + square
	default:
		return e.move(s, action).String()
	}
}

func (e *amazonsEncoder) encode(_ *amazonsState, move game.Move) []int32 {
	m, _ := amazons.ParseMove(string(move)) // a canonical text can be read
	return []int32{int32(e.cell(m.From())), int32(e.cell(m.To())), int32(e.cell(m.Arrow()))}
}

func (e *amazonsEncoder) symmetries() (all []Symmetry) {
	var s Spec
	e.shape(&s)
	for _, y := range game.Symmetries(e.files, e.ranks) {
		cells := e.permute(y)
		all = append(all, Symmetry{Planes: identity(len(s.Planes)), Cells: cells, Actions: cells})
	}
	return all
}
