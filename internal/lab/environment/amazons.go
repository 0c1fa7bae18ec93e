package environment

import (
	"thera/amazons"
	"thera/game"
)

// amazonsStage is which of the three actions of a turn is next.
type amazonsStage uint8

const (
	amazonsFrom  amazonsStage = iota // selects an amazon
	amazonsTo                        // moves her
	amazonsArrow                     // shoots
)

// amazonsState is a position in which a turn has begun.
type amazonsState struct {
	position amazons.Position // at the beginning of the turn
	stage    amazonsStage
	from, to game.Square // of the turn, as far as the stage has come
}

// amazonsEncoder is the encoding amazons_v1: a turn is three actions, each the cell of a
// square: the amazon, where she goes, and what her arrow hits.
type amazonsEncoder struct{ board }

func newAmazons(g game.Game, variant string, start game.Position, n int) (Vector, error) {
	p, _ := game.KernelOf[amazons.Position](start)
	files, ranks := p.Size()
	return newVector(amazonsEncoder{board{files, ranks}}, g, variant, start, n)
}

func (e amazonsEncoder) shape(s *Spec) {
	s.Name = "amazons_v1"
	s.Actions = e.cells()
	s.Planes = []string{"own", "rival", "arrows", "selected", "origin", "stage from", "stage to", "stage arrow"}
	s.Height, s.Width, s.Seats = e.ranks, e.files, 2
}

func (e amazonsEncoder) begin(pos game.Position) (s amazonsState, err error) {
	s.position, _ = game.KernelOf[amazons.Position](pos)
	return s, e.check(s.position.Size())
}

// legal returns the amazons that can move, or where the selected one can go or shoot. An
// amazon can move if a square next to her is empty.
func (e amazonsEncoder) legal(s *amazonsState, actions bitset) {
	empty := s.position.Empty()
	var squares game.Squares
	switch s.stage {
	case amazonsFrom:
		squares = empty.Spread().And(s.own())
	case amazonsTo:
		squares = amazons.QueenMoves(s.from, empty)
	case amazonsArrow:
		squares = amazons.QueenMoves(s.to, empty.With(s.from))
	}
	e.write(&bitWriter{words: actions}, squares)
}

// own returns the amazons of the side to move at the beginning of the turn.
func (s *amazonsState) own() game.Squares { return s.position.Amazons(s.position.Turn()) }

func (e amazonsEncoder) act(s *amazonsState, action int, legal bitset) {
	switch square := e.square(action); s.stage {
	case amazonsFrom:
		s.stage, s.from = amazonsTo, square
	case amazonsTo:
		s.stage, s.to = amazonsArrow, square
	case amazonsArrow:
		s.position.Play(amazons.NewMove(s.from, s.to, square))
		s.stage = amazonsFrom
	}
	clear(legal)
	e.legal(s, legal)
}

func (e amazonsEncoder) observe(s *amazonsState, w *bitWriter) {
	var selected, origin game.Squares
	own := s.own()
	switch s.stage {
	case amazonsTo:
		selected = game.Single(s.from)
	case amazonsArrow:
		selected, origin = game.Single(s.to), game.Single(s.from)
		own = own.AndNot(origin).Or(selected)
	}
	e.write(w, own)
	e.write(w, s.position.Amazons(1-s.position.Turn()))
	e.write(w, s.position.Arrows())
	e.write(w, selected)
	e.write(w, origin)
	for stage := amazonsFrom; stage <= amazonsArrow; stage++ {
		w.repeat(stage == s.stage, e.cells())
	}
}

func (e amazonsEncoder) turn(s *amazonsState) game.Seat     { return s.position.Turn() }
func (e amazonsEncoder) winners(s *amazonsState) game.Seats { return s.position.Winners() }
func (e amazonsEncoder) text(s *amazonsState) string        { return s.position.String() }

func (e amazonsEncoder) actionText(s *amazonsState, action int) string {
	switch square := e.square(action); s.stage {
	case amazonsFrom:
		return square.String()
	case amazonsTo:
		return s.from.String() + "-" + square.String()
	default:
		return amazons.NewMove(s.from, s.to, square).String()
	}
}

func (e amazonsEncoder) encode(_ *amazonsState, move game.Move) []int32 {
	m, _ := amazons.ParseMove(string(move)) // a canonical text can be read
	return []int32{int32(e.cell(m.From())), int32(e.cell(m.To())), int32(e.cell(m.Arrow()))}
}

func (e amazonsEncoder) symmetries() (all []Symmetry) {
	var s Spec
	e.shape(&s)
	for _, y := range game.Symmetries(e.files, e.ranks) {
		cells := e.permute(y)
		all = append(all, Symmetry{Planes: identity(len(s.Planes)), Cells: cells, Actions: cells})
	}
	return all
}
