package environment

import (
	"thera/game"
	"thera/hermit"
)

// hermitEncoder is the encoding hermit_v1: an action is a block, so a turn is one action.
// Actions are the moves of an empty board in the order of the rules: by color, then
// placement, then square.
//
// What a block changes is the same whatever else is on the board. So the encoder puts
// each block on an empty board once and keeps the differences; a step combines words.
type hermitEncoder struct {
	board
	images  []game.Symmetry // of the board, with all exchanges of colors
	empty   hermit.Position
	moves   []hermit.Move // by action
	action  [hermitCodes]int16
	effects []hermitEffect // by action
}

// hermitCodes is one more than the greatest code of a move.
const hermitCodes = hermit.NumColors << 9

// hermitEffect is what an action changes.
type hermitEffect struct {
	takes        bitset // actions that are no longer legal
	sets, clears bitset // bits of the planes
}

// hermitState is a position, with its planes as bits.
type hermitState struct {
	position hermit.Position
	planes   [hermitWords]uint64
}

const hermitPlanes = 1 + 2*hermit.NumColors

// hermitWords is how many words the planes of the largest board need.
const hermitWords = (hermitPlanes*game.MaxFiles*game.MaxRanks + 63) / 64

func newHermit(g game.Game, variant string, start game.Position, n int) (Vector, error) {
	p, _ := game.KernelOf[hermit.Position](start)
	files, ranks := p.Size()
	empty, err := g.Compose(game.NewBoard(files, ranks, 2), 0)
	if err != nil {
		return nil, err
	}
	e := &hermitEncoder{board: newBoard(files, ranks), images: game.SymmetriesOf(empty)}
	e.empty, _ = game.KernelOf[hermit.Position](empty)
	e.moves = e.empty.AppendMoves(nil)
	for action, m := range e.moves {
		e.action[m] = int16(action)
	}
	for _, m := range e.moves {
		e.effects = append(e.effects, e.effect(m))
	}
	return newVector(e, g, variant, start, n)
}

// effect returns what a block changes on an empty board.
func (e *hermitEncoder) effect(m hermit.Move) hermitEffect {
	before, after := e.state(e.empty), e.empty
	after.Play(m)
	with := e.state(after)
	effect := hermitEffect{
		takes:  newBitset(len(e.moves)),
		sets:   newBitset(hermitPlanes * e.cells()),
		clears: newBitset(hermitPlanes * e.cells()),
	}
	legal := newBitset(len(e.moves))
	e.legal(&with, legal)
	for action := range e.moves {
		if !legal.has(action) {
			effect.takes.add(action)
		}
	}
	for i := range effect.sets {
		effect.sets[i] = with.planes[i] &^ before.planes[i]
		effect.clears[i] = before.planes[i] &^ with.planes[i]
	}
	return effect
}

// state returns a position with its planes: the free squares, the squares under or beside
// blocks of each color, and those under them.
func (e *hermitEncoder) state(p hermit.Position) hermitState {
	s := hermitState{position: p}
	free := game.Rectangle(e.files, e.ranks)
	for color := hermit.Red; color < hermit.NumColors; color++ {
		free = free.AndNot(p.Covered(color))
	}
	w := &bitWriter{words: s.planes[:]}
	e.write(w, free)
	for color := hermit.Red; color < hermit.NumColors; color++ {
		e.write(w, p.Covered(color).Spread().And(game.Rectangle(e.files, e.ranks)))
	}
	for color := hermit.Red; color < hermit.NumColors; color++ {
		e.write(w, p.Covered(color))
	}
	return s
}

func (e *hermitEncoder) shape(s *Spec) {
	s.Name = "hermit_v1"
	s.Actions = len(e.moves)
	s.Planes = []string{"free", "blocked by red", "blocked by yellow", "blocked by blue", "red", "yellow", "blue"}
	s.Height, s.Width, s.Seats = e.ranks, e.files, 2
}

func (e *hermitEncoder) begin(pos game.Position) (hermitState, error) {
	p, _ := game.KernelOf[hermit.Position](pos)
	if err := e.check(p.Size()); err != nil {
		return hermitState{}, err
	}
	return e.state(p), nil
}

func (e *hermitEncoder) legal(s *hermitState, actions bitset) {
	for _, m := range s.position.AppendMoves(nil) {
		actions.add(int(e.action[m]))
	}
}

func (e *hermitEncoder) act(s *hermitState, action int, legal bitset) {
	s.position.Play(e.moves[action])
	effect := &e.effects[action]
	for i, takes := range effect.takes {
		legal[i] &^= takes
	}
	clears := effect.clears
	for i, sets := range effect.sets {
		s.planes[i] = s.planes[i]&^clears[i] | sets
	}
}

func (e *hermitEncoder) observe(s *hermitState, w *bitWriter) {
	copy(w.words, s.planes[:])
}

func (e *hermitEncoder) turn(s *hermitState) game.Seat     { return s.position.Turn() }
func (e *hermitEncoder) winners(s *hermitState) game.Seats { return s.position.Winners() }
func (e *hermitEncoder) text(s *hermitState) string        { return s.position.String() }

func (e *hermitEncoder) actionText(_ *hermitState, action int) string {
	return e.moves[action].String()
}

func (e *hermitEncoder) encode(_ *hermitState, move game.Move) []int32 {
	m, _ := hermit.ParseMove(string(move)) // a canonical text can be read
	return []int32{int32(e.action[m])}
}

func (e *hermitEncoder) symmetries() (all []Symmetry) {
	for _, y := range e.images {
		s := Symmetry{Planes: make([]int32, hermitPlanes), Cells: e.permute(y)}
		for color := range hermit.NumColors {
			image := int32(y.Kind(color))
			s.Planes[1+color] = 1 + image
			s.Planes[1+hermit.NumColors+color] = 1 + hermit.NumColors + image
		}
		for _, m := range e.moves {
			s.Actions = append(s.Actions, int32(e.action[m.Image(y)]))
		}
		all = append(all, s)
	}
	return all
}
