package environment

import (
	"fmt"
	"math/bits"

	"thera/game"
	"thera/santorini"
)

const (
	// santoriniSeats is the largest number of players.
	santoriniSeats = 4
	// santoriniPowers is the number of powers, mortal included.
	santoriniPowers = uint(santorini.Prometheus) + 1
)

// santoriniBoard is the board of all games of Santorini.
var santoriniBoard = newBoard(santorini.Size, santorini.Size)

// workers are the squares of a seat's two workers, who keep their numbers 0 and 1 for the
// whole game. A worker that is not on the board is [santorini.Nowhere].
type workers [2]santorini.Space

var unplaced = workers{santorini.Nowhere, santorini.Nowhere}

// follow returns the workers after others have moved them to a set of two squares, or
// taken them off the board. New ones are numbered in the order of their squares' names.
func (pair workers) follow(set santorini.Spaces) workers {
	if set == 0 {
		return unplaced
	}
	for i, s := range pair {
		if !set.Has(s) {
			pair[i] = (set &^ santorini.Single(pair[1-i])).First()
		}
	}
	return pair
}

// santoriniState is a position in which a turn has begun.
type santoriniState struct {
	position santorini.Position // at the beginning of the turn
	// workers are those of each seat at the beginning of the turn. Partners share theirs.
	workers [santoriniSeats]workers
	now     workers         // of the seat to move, after what the turn has done so far
	built   santorini.Space // where the turn has built so far, or Nowhere
	acting  int8            // the worker that has acted last in this turn, or −1
}

// start returns the workers of the seat to move at the beginning of its turn.
func (s *santoriniState) start() workers { return s.workers[s.position.Turn()] }

func (s *santoriniState) power() santorini.Power { return s.position.Power(s.position.Turn()) }

// isPlacing reports whether the seat to move places its workers.
func (s *santoriniState) isPlacing() bool { return s.start() == unplaced && s.position.Winners() == 0 }

// beginTurn begins the turn of the seat to move.
func (s *santoriniState) beginTurn() {
	s.now, s.built, s.acting = s.start(), santorini.Nowhere, -1
}

// santoriniEncoder is the encoding santorini_v1. Its actions are in santoriniaction.go,
// and how they make up the turns of powers is in santoriniturn.go.
type santoriniEncoder struct {
	seats  int
	moves  []santorini.Move // room to list moves
	legals bitset           // room for a set of actions
}

func newSantorini(g game.Game, variant string, start game.Position, n int) (Vector, error) {
	p, _ := game.KernelOf[santorini.Position](start)
	return newVector(newSantoriniEncoder(p.Players()), g, variant, start, n)
}

func newSantoriniEncoder(seats int) *santoriniEncoder {
	return &santoriniEncoder{seats: seats, moves: make([]santorini.Move, 0, maxWays), legals: newBitset(numSantoriniActions)}
}

func (e *santoriniEncoder) shape(s *Spec) {
	s.Name = "santorini_v1"
	s.Actions = numSantoriniActions
	s.Height, s.Width, s.Seats = santorini.Size, santorini.Size, e.seats
	for level := range santorini.Dome + 1 {
		s.Planes = append(s.Planes, fmt.Sprintf("level %d", level))
	}
	names := []string{"own", "next", "second next", "third next"}[:e.seats]
	for _, name := range names {
		s.Planes = append(s.Planes, name+" worker 0", name+" worker 1")
	}
	for _, name := range names {
		for _, power := range santorini.Powers() {
			s.Planes = append(s.Planes, name+" "+power.String())
		}
	}
	for _, name := range names[1:] {
		s.Planes = append(s.Planes, name+" ban")
	}
	s.Planes = append(s.Planes, "placing", "acting", "left by worker 0", "left by worker 1", "built")
}

func (e *santoriniEncoder) begin(pos game.Position) (s santoriniState, err error) {
	s.position, _ = game.KernelOf[santorini.Position](pos)
	if n := s.position.Players(); n != e.seats {
		return s, fmt.Errorf("%d seats: want %d", n, e.seats)
	}
	for seat := range s.workers {
		s.workers[seat] = unplaced.follow(s.position.Workers(game.Seat(seat)))
	}
	s.beginTurn()
	return s, nil
}

func (e *santoriniEncoder) legal(s *santoriniState, actions bitset) {
	switch {
	case s.position.Winners() != 0:
	case s.isPlacing():
		free := santorini.AllSpaces &^ (s.position.Occupied() | santorini.Single(s.now[0]))
		w := bitWriter{words: actions, at: placeAction}
		w.write(cellsOf(free), santorini.NumSpaces)
	case s.position.IsBase():
		s.addMortal(actions)
	case s.power() == santorini.Hermes:
		s.addHermes(actions)
	default:
		e.addPowered(s, actions)
	}
}

// addMortal adds the turns of the base game.
func (s *santoriniState) addMortal(actions bitset) {
	occupied := s.position.Occupied()
	free := santorini.AllSpaces &^ (occupied | s.position.Above(santorini.Top))
	for worker, from := range s.now {
		s.addSteps(actions, worker, s.position.Steps(from, occupied), free|santorini.Single(from))
	}
}

// addSteps adds the turns in which a worker takes one of the given steps and builds on one
// of the given squares, unless the step wins.
func (s *santoriniState) addSteps(actions bitset, worker int, steps, builds santorini.Spaces) {
	from := s.now[worker]
	tops := s.position.Tops(from)
	w := bitWriter{words: actions}
	for rest := window(steps, from); rest != 0; rest &= rest - 1 {
		step := direction(bits.TrailingZeros16(rest))
		to := from + strides[step]
		choices := window(builds, to)
		if tops.Has(to) {
			choices = 1 << none
		}
		w.at = uint(actionOf(worker, step, 0))
		w.write(uint64(choices), numDirections)
	}
}

func (e *santoriniEncoder) act(s *santoriniState, action int, legal bitset) {
	clear(legal)
	switch {
	case action >= placeAction:
		s.place(spaceOf(action - placeAction))
	case s.position.IsBase():
		part := santoriniParts[action]
		from := s.now[part.worker]
		to := from + part.step
		s.now[part.worker] = to
		s.endTurn(santorini.NewMove(from, to, part.buildFrom(to)))
	case e.takePart(s, action, legal):
		return // the turn continues
	}
	e.legal(s, legal)
}

// place puts the next worker of the seat to move on a square.
func (s *santoriniState) place(on santorini.Space) {
	if s.now[0] == santorini.Nowhere {
		s.now[0] = on
		return
	}
	s.now[1] = on
	s.endTurn(santorini.NewPlacement(s.now[0], on))
}

// endTurn plays the turn, after which the mover's workers stand where they are now.
func (s *santoriniState) endTurn(m santorini.Move) {
	mover := s.position.Turn()
	s.position.Play(m)
	s.workers[mover] = s.now
	if !s.position.IsBase() || s.position.Players() > 2 {
		s.followOthers(mover)
	}
	s.beginTurn()
}

// followOthers updates the workers of the other seats after a turn, which can have pushed
// them or taken them off the board. Those of a partner are the mover's.
func (s *santoriniState) followOthers(mover game.Seat) {
	for partner := range s.position.Allies(mover).All() {
		s.workers[partner] = s.workers[mover]
	}
	for seat := range s.workers {
		s.workers[seat] = s.workers[seat].follow(s.position.Workers(game.Seat(seat)))
	}
}

func (e *santoriniEncoder) observe(s *santoriniState, w *bitWriter) {
	s.observeLevels(w)
	turn := s.position.Turn()
	allies := s.position.Allies(turn)
	for k := range e.seats {
		seat := e.after(turn, k)
		pair := s.workers[seat]
		if allies.Has(seat) {
			pair = s.now
		}
		w.write(cellOf[pair[0]], santorini.NumSpaces)
		w.write(cellOf[pair[1]], santorini.NumSpaces)
	}
	for k := range e.seats {
		first := w.at
		w.at += santorini.NumSpaces * uint(s.position.Power(e.after(turn, k)))
		w.write(uint64(santorini.AllSpaces), santorini.NumSpaces)
		w.at = first + santorini.NumSpaces*santoriniPowers
	}
	for k := 1; k < e.seats; k++ {
		w.repeat(s.position.Risen().Has(e.after(turn, k)), santorini.NumSpaces)
	}
	s.observeTurn(w)
}

// after returns the seat that is k seats after another one.
func (e *santoriniEncoder) after(seat game.Seat, k int) game.Seat {
	return game.Seat((int(seat) + k) % e.seats)
}

func (s *santoriniState) observeLevels(w *bitWriter) {
	lower := uint64(santorini.AllSpaces)
	built := cellOf[s.built]
	for level := range uint(santorini.Dome) {
		above := cellsOf(s.position.Above(level))
		raised := built &^ above
		w.write(lower&^(above|raised), santorini.NumSpaces)
		lower = above | raised
		built &^= raised
	}
	w.write(lower, santorini.NumSpaces)
}

// observeTurn writes the planes that show what the turn has done so far.
func (s *santoriniState) observeTurn(w *bitWriter) {
	w.repeat(s.isPlacing(), santorini.NumSpaces)
	if s.acting < 0 {
		w.repeat(false, 4*santorini.NumSpaces)
		return
	}
	w.write(cellOf[s.now[s.acting]], santorini.NumSpaces)
	for worker, from := range s.start() {
		var left uint64
		if s.now[worker] != from {
			left = cellOf[from]
		}
		w.write(left, santorini.NumSpaces)
	}
	w.write(cellOf[s.built], santorini.NumSpaces)
}

func (e *santoriniEncoder) turn(s *santoriniState) game.Seat     { return s.position.Turn() }
func (e *santoriniEncoder) winners(s *santoriniState) game.Seats { return s.position.Winners() }
func (e *santoriniEncoder) text(s *santoriniState) string        { return s.position.String() }

func (e *santoriniEncoder) actionText(s *santoriniState, action int) string {
	switch {
	case action < placeAction:
		return s.moveWith(santoriniParts[action]).String()
	case s.now[0] == santorini.Nowhere:
		return "@" + spaceOf(action-placeAction).String()
	default:
		return santorini.NewPlacement(s.now[0], spaceOf(action-placeAction)).String()
	}
}

// encode numbers the squares of a placement in the order of their names.
func (e *santoriniEncoder) encode(s *santoriniState, move game.Move) []int32 {
	m, _ := santorini.ParseMove(string(move)) // a canonical text can be read
	start := *s
	start.beginTurn()
	from, to, _ := m.Spaces()
	switch {
	case m.IsPlacement():
		return []int32{placeActionOf(from), placeActionOf(to)}
	case start.power() == santorini.Hermes && !start.goesUpOrDown(m):
		return start.encodeWalk(m)
	default:
		return e.encodeParts(&start, m)
	}
}

func (e *santoriniEncoder) symmetries() (all []Symmetry) {
	var s Spec
	e.shape(&s)
	near := newBoard(3, 3)
	nearSymmetries := game.Symmetries(3, 3) // in the order of those of the board
	for i, y := range game.Symmetries(santorini.Size, santorini.Size) {
		image := Symmetry{Planes: identity(len(s.Planes)), Cells: santoriniBoard.permute(y)}
		directions := near.permute(nearSymmetries[i])
		for worker := range 2 {
			for _, step := range directions {
				for _, build := range directions {
					image.Actions = append(image.Actions, int32(actionOf(worker, direction(step), direction(build))))
				}
			}
		}
		for _, cell := range image.Cells {
			image.Actions = append(image.Actions, placeAction+cell)
		}
		all = append(all, image)
	}
	return all
}
