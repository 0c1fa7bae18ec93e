package santorini

import (
	"fmt"
	"strings"
)

// needs says which power a turn needs for what it has beyond a step and a build.
func (m Move) needs() (power Power, what string) {
	extra, more, _ := m.Extra()
	from, to, _ := m.Spaces()
	switch {
	case m.IsPlacement():
		return Mortal, ""
	case m.IsStill():
		return Hermes, "building without moving"
	case extra == Via:
		return Artemis, "stepping twice"
	case extra == Domed:
		return Atlas, "a dome on any level"
	case extra == Also && more == m.build():
		return Hephaestus, "building twice on a square"
	case extra == Also:
		return Demeter, "building on two squares"
	case extra == Before:
		return Prometheus, "building before moving"
	case !neighbors[from].Has(to) && to != from && extra != Via && extra != Both:
		return Hermes, "walking further than one step"
	case extra == Both:
		return Hermes, "walking with both workers"
	}
	return Mortal, ""
}

// explainSteps says of a turn of Artemis that steps twice but does not name the
// square between which squares that can be.
func (p *Position) explainSteps(m Move, power Power) error {
	from, to, build := m.Spaces()
	if extra, _, _ := m.Extra(); power != Artemis || extra != 0 || m.IsStill() || from == to || neighbors[from].Has(to) {
		return nil
	}
	var ways []string
	for _, way := range p.AppendWays(nil) {
		wayFrom, wayTo, wayBuild := way.Spaces()
		if way.is(Via) && wayFrom == from && wayTo == to && wayBuild == build {
			ways = append(ways, way.String())
		}
	}
	if len(ways) == 0 {
		return nil
	}
	return fmt.Errorf("stepping twice names the square between: want %s", strings.Join(ways, " or "))
}

// Explain says why a turn is illegal: which power it would need, what that one
// allows, or what a rival's forbids. It returns nil for the rules of the base
// game.
func (p *Position) Explain(m Move) error {
	if p.winners != 0 || p.workers[p.turn] == 0 || m.IsPlacement() {
		return nil
	}
	r := p.reach()
	if err := p.explainSteps(m, r.power); err != nil {
		return err
	}
	if needed, what := m.needs(); needed != Mortal && needed != r.power {
		return fmt.Errorf("%s takes the power of %s, and seat %s is %s, who %s", what, needed, p.turn, r.power, r.power.Rule())
	}
	from, to, build := m.Spaces()
	if m.IsStill() || !r.own.Has(from) || to == from {
		return nil
	}
	level, height := p.Level(from), p.Level(to)
	if m.is(Before) && m.more() == to {
		height++
	}
	switch {
	case p.IsGrounded() && height > level:
		return fmt.Errorf("no worker of seat %s may go up in this turn: athena has in her last", p.turn)
	case m.is(Before) && height > level:
		return fmt.Errorf("who builds before moving may not go up: %s is on level %d by then, %s on %d", to, height, from, level)
	case r.power == Minotaur && (neighbors[from] & r.rivals &^ (r.tooHigh(level) | r.steps(from, level))).Has(to):
		return fmt.Errorf("the worker on %s can't be pushed: want the square straight behind on the board, without worker and dome", to)
	case r.rivals.Has(to) && r.power != Apollo && r.power != Minotaur:
		return fmt.Errorf("a worker stands on %s: to go there takes the power of apollo or minotaur, and seat %s is %s, who %s",
			to, p.turn, r.power, r.power.Rule())
	case build == Nowhere && height+2 <= level && r.power != Pan:
		return fmt.Errorf("to win by moving down takes the power of pan, and seat %s is %s, who %s", p.turn, r.power, r.power.Rule())
	case m.is(Also) && m.more() == build && build != Nowhere && p.above[1].Has(build):
		return fmt.Errorf("no second block on %s: want level 0 or 1", build)
	case r.power == Hermes && height == level && !r.field(from).Has(to):
		return fmt.Errorf("no way from %s to %s on level %d", from, to, level)
	}
	return nil
}
