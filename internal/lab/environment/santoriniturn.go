package environment

import (
	"math/bits"

	"thera/santorini"
)

// With powers, a turn is one or more actions. An action is a whole turn where the power
// adds nothing to a step and a build. Otherwise, for a worker w,
//
//	Artemis     (w, step, none), (w, step, build or none)   two steps
//	Atlas       (w, step, none), (w, none, build)           a dome on level 0, 1 or 2
//	Demeter     (w, step, build), (w, none, build or none)  another square, or not
//	Hephaestus  (w, step, build), (w, none, build or none)  another block, or not
//	Prometheus  (w, none, build), (w, step, build)          a build before the step
//	Hermes      (w, step, none) any number of times, then (w, none, build)
//
// Demeter and Hephaestus have a second action only if they could build again. A step that
// wins has no build and ends the turn.
//
// When Hermes' workers walk, one of them walks, then the other may, and then either
// builds. Each step of a walk leads away from where that worker began: to a square that is
// one step farther from there, by the shortest way around the other worker. So walks end,
// and they reach every pair of squares on which the two can end, because it does not
// matter which of them ends where.

// noAction stands for the second action of a turn that has only one.
const noAction = -1

// maxWays bounds the ways of making a turn with a power other than Hermes: 2·8·8 with a
// step and a build of one of two workers, and up to 2·8·8·8 with one thing more.
const maxWays = 2*8*8 + 2*8*8*8

// takePart makes an action of a turn with powers and reports whether the turn continues.
// Then it adds the actions that can be next; otherwise it ends the turn.
func (e *santoriniEncoder) takePart(s *santoriniState, action int, legal bitset) bool {
	part := santoriniParts[action]
	move := s.moveWith(part)
	if s.continues(part) {
		begun := *s
		s.take(part)
		e.legal(s, legal)
		pass := actionOf(int(part.worker), none, none)
		if !legal.isEmpty() && (legal.len() > 1 || !legal.has(pass)) {
			return true
		}
		clear(legal)
		*s = begun
	}
	s.take(part)
	s.endTurn(move)
	return false
}

// continues reports whether the turn may continue after an action.
func (s *santoriniState) continues(part santoriniPart) bool {
	switch s.power() {
	case santorini.Artemis, santorini.Atlas:
		return s.acting < 0 && part.build == 0
	case santorini.Demeter, santorini.Hephaestus:
		return s.acting < 0
	case santorini.Prometheus:
		return s.acting < 0 && part.step == 0
	case santorini.Hermes:
		from := s.now[part.worker]
		return part.build == 0 && s.position.Level(from) == s.position.Level(from+part.step)
	default:
		return false
	}
}

// take makes the step and the build of an action.
func (s *santoriniState) take(part santoriniPart) {
	s.acting = int8(part.worker)
	s.now[part.worker] += part.step
	if on := part.buildFrom(s.now[part.worker]); on != santorini.Nowhere {
		s.built = on
	}
}

// moveWith returns the turn with one more action, as far as it is complete.
func (s *santoriniState) moveWith(part santoriniPart) santorini.Move {
	from, at := s.start()[part.worker], s.now[part.worker]
	to := at + part.step
	build := part.buildFrom(to)
	power := s.power()
	switch {
	case power == santorini.Hermes:
		ends := s.now
		ends[part.worker] = to
		return walkOf(s.start(), ends, build)
	case s.acting < 0 && part.step == 0:
		return santorini.NewMove(santorini.Nowhere, santorini.Nowhere, build)
	case s.acting < 0:
		return santorini.NewMove(from, to, build)
	case power == santorini.Artemis:
		return santorini.NewMove(from, to, build).With(santorini.Via, at)
	case power == santorini.Atlas:
		return santorini.NewMove(from, to, build).With(santorini.Domed, 0)
	case power == santorini.Prometheus:
		return santorini.NewMove(from, to, build).With(santorini.Before, s.built)
	case build == santorini.Nowhere:
		return santorini.NewMove(from, to, s.built)
	default:
		return santorini.NewMove(from, to, s.built).With(santorini.Also, build)
	}
}

// walkOf returns the turn in which Hermes' workers go from where they start to where they
// end. As in texts, the worker whose square comes first in order is first.
func walkOf(starts, ends workers, build santorini.Space) santorini.Move {
	if starts[0] > starts[1] {
		starts[0], starts[1], ends[0], ends[1] = starts[1], starts[0], ends[1], ends[0]
	}
	switch {
	case starts == ends:
		return santorini.NewMove(santorini.Nowhere, santorini.Nowhere, build)
	case starts[1] == ends[1]:
		return santorini.NewMove(starts[0], ends[0], build)
	case starts[0] == ends[0]:
		return santorini.NewMove(starts[1], ends[1], build)
	default:
		return santorini.NewMove(starts[0], ends[0], build).WithWalk(starts[1], ends[1])
	}
}

// addPowered adds the actions that are next in the turns of a power other than Hermes.
func (e *santoriniEncoder) addPowered(s *santoriniState, actions bitset) {
	made := noAction
	if s.acting >= 0 {
		at := s.now[s.acting]
		made = actionOf(int(s.acting), directionTo(s.start()[s.acting], at), directionTo(at, s.built))
	}
	e.moves = s.appendMoves(e.moves[:0])
	for _, m := range e.moves {
		switch first, second := s.actionsOf(m); {
		case made == noAction:
			actions.add(first)
		case made == first && second != noAction:
			actions.add(second)
		}
	}
}

// appendMoves appends all ways of making the legal turns. Atlas' domes on level 3 are not
// among them, because they are what an ordinary turn builds there.
func (s *santoriniState) appendMoves(moves []santorini.Move) []santorini.Move {
	if s.power() == santorini.Atlas {
		return s.position.AppendMoves(moves)
	}
	return s.position.AppendAliases(moves)
}

// actionsOf returns the one or two actions of a turn that is not a walk of Hermes.
func (s *santoriniState) actionsOf(m santorini.Move) (first, second int) {
	from, to, build := m.Spaces()
	extra, more, _ := m.Extra()
	worker := 0
	if s.start()[1] == from {
		worker = 1
	}
	whole := actionOf(worker, directionTo(from, to), directionTo(to, build))
	switch power := s.power(); {
	case extra == santorini.Via:
		return actionOf(worker, directionTo(from, more), none), actionOf(worker, directionTo(more, to), directionTo(to, build))
	case extra == santorini.Domed:
		return actionOf(worker, directionTo(from, to), none), actionOf(worker, none, directionTo(to, build))
	case extra == santorini.Also:
		return whole, actionOf(worker, none, directionTo(to, more))
	case extra == santorini.Before:
		return actionOf(worker, none, directionTo(from, more)), whole
	case build != santorini.Nowhere && (power == santorini.Demeter || power == santorini.Hephaestus):
		return whole, actionOf(worker, none, none)
	default:
		return whole, noAction
	}
}

// encodeParts returns the actions of a turn from its beginning, unless it is a walk.
func (e *santoriniEncoder) encodeParts(start *santoriniState, m santorini.Move) []int32 {
	first, second := start.actionsOf(m)
	if second == noAction {
		return []int32{int32(first)}
	}
	if e.act(start, first, e.legals); start.acting < 0 { // the turn has ended
		return []int32{int32(first)}
	}
	return []int32{int32(first), int32(second)}
}

// addHermes adds the actions of Hermes that are next.
func (s *santoriniState) addHermes(actions bitset) {
	p := &s.position
	free := santorini.AllSpaces &^ (s.occupied() | p.Above(santorini.Top))
	for worker, at := range s.now {
		if s.acting < 0 {
			steps := p.Goals(p.Turn(), at) & santorini.Neighbors(at) &^ p.On(p.Level(at))
			s.addSteps(actions, worker, steps, free|santorini.Single(at))
		}
		for steps := window(s.walkSteps(worker), at); steps != 0; steps &= steps - 1 {
			actions.add(actionOf(worker, direction(bits.TrailingZeros16(steps)), none))
		}
		w := bitWriter{words: actions, at: uint(actionOf(worker, none, 0))}
		w.write(uint64(window(free, at)), numDirections)
	}
}

// occupied returns the squares that hold a worker now.
func (s *santoriniState) occupied() santorini.Spaces {
	rivals := s.position.Occupied() &^ s.position.Workers(s.position.Turn())
	return rivals | santorini.Single(s.now[0]) | santorini.Single(s.now[1])
}

// field returns the squares on which a worker of Hermes can walk now, and its own.
func (s *santoriniState) field(worker int) santorini.Spaces {
	at := s.now[worker]
	return s.position.On(s.position.Level(at))&^s.occupied() | santorini.Single(at)
}

// walkSteps returns the squares to which a worker of Hermes can walk next: none if the
// other one has walked since.
func (s *santoriniState) walkSteps(worker int) santorini.Spaces {
	from, at := s.start()[worker], s.now[worker]
	if at != from && int(s.acting) != worker {
		return 0
	}
	_, farther, _ := rings(s.field(worker), from, at)
	return farther & santorini.Neighbors(at)
}

// rings returns the squares of a field that are one step nearer to its center than at is,
// and those that are one step farther, if at can be reached from there.
func rings(field santorini.Spaces, center, at santorini.Space) (nearer, farther santorini.Spaces, reached bool) {
	ring := santorini.Single(center)
	for inside := ring; ring != 0; inside |= ring {
		next := ring.Spread() & field &^ inside
		if ring.Has(at) {
			return nearer, next, true
		}
		nearer, ring = ring, next
	}
	return 0, 0, false
}

// goesUpOrDown reports whether a turn of Hermes is one step to another level, and so not a
// walk.
func (s *santoriniState) goesUpOrDown(m santorini.Move) bool {
	from, to, _ := m.Spaces()
	return !m.IsStill() && s.position.Level(from) != s.position.Level(to)
}

// encodeWalk returns the fewest actions that lead to the same position as a walk of
// Hermes: with either worker first, and with each worker on either square at the end.
func (s *santoriniState) encodeWalk(m santorini.Move) (actions []int32) {
	from, to, build := m.Spaces()
	extra, more, end := m.Extra()
	ends := s.start()
	for i, start := range s.start() {
		switch {
		case start == from:
			ends[i] = to
		case extra == santorini.Both && start == more:
			ends[i] = end
		}
	}
	for _, ends := range []workers{ends, {ends[1], ends[0]}} {
		for first := range 2 {
			walk, ok := s.walk(first, ends, build)
			if ok && (actions == nil || len(walk) < len(actions)) {
				actions = walk
			}
		}
	}
	return actions
}

// walk returns the actions by which one worker goes to its end, then the other one does,
// and then one of them builds; not ok if there is no such way.
func (s santoriniState) walk(first int, ends workers, build santorini.Space) (actions []int32, ok bool) {
	for _, worker := range []int{first, 1 - first} {
		for at := &s.now[worker]; *at != ends[worker]; {
			field := s.field(worker)
			nearer, _, reached := rings(field, ends[worker], *at)
			if !reached || !field.Has(ends[worker]) {
				return nil, false
			}
			step := direction(bits.TrailingZeros16(window(nearer, *at)))
			actions = append(actions, int32(actionOf(worker, step, none)))
			*at += strides[step]
		}
	}
	for worker, at := range s.now {
		if santorini.Neighbors(at).Has(build) {
			return append(actions, int32(actionOf(worker, none, directionTo(at, build)))), true
		}
	}
	return nil, false
}
