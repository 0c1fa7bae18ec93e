package eval

import (
	"thera/game"
	"thera/santorini"
)

// Settled reports whether the seat to move, of two, wins by a step or, without powers, by
// a threat to climb that cannot be parried, and in how many plies: 1 or 3, with no shorter
// win. It does not look for other wins; if there is none of these it returns 0, 0. With
// powers, in teams too, it knows only wins by a step.
func Settled(p *santorini.Position) (winners game.Seats, plies int) {
	if !p.IsBase() {
		return settledByPower(p)
	}
	own, rivals, occupied := p.Workers(p.Turn()), p.Workers(1-p.Turn()&1), p.Occupied()
	if p.Players() != 2 || p.Winners() != 0 || own == 0 || rivals == 0 || occupied&p.Above(santorini.Top-1) != 0 {
		return 0, 0 // a worker on level 3 can also step in the way
	}
	switch {
	case threats(p, own, occupied) != 0:
		return game.Only(p.Turn()), 1
	case !winsInThree(p, own, rivals, occupied):
		return 0, 0
	}
	var list [1]santorini.Move
	if len(appendStalemate(p, list[:0], rivals, occupied)) > 0 {
		return game.Only(p.Turn()), 1
	}
	return game.Only(p.Turn()), 3
}

func settledByPower(p *santorini.Position) (winners game.Seats, plies int) {
	if !hasTwoSides(p) || p.Winners() != 0 || !canWin(p) {
		return 0, 0
	}
	return p.Allies(p.Turn()), 1
}

// winsInThree reports whether a seat that cannot climb has a turn that wins in three
// plies: it threatens to climb, and the opponent can neither climb first nor parry. The
// opponent parries a single threat with a dome on its square, if a worker gets next to
// it, and two threats never.
func winsInThree(p *santorini.Position, own, rivals, occupied santorini.Spaces) bool {
	domes := p.Above(santorini.Top)
	level3 := p.Above(santorini.Top-1) &^ domes
	level2 := p.Above(santorini.Top-2) &^ p.Above(santorini.Top-1)
	// The opponent would climb onto any level 3 next to its workers on level 2. So the
	// turn must put a dome on such a square, and must not raise a level 2 there.
	rivalTops := (rivals & level2).Spread()
	mustBuild, mustNotBuild := rivalTops&level3, rivalTops&level2
	if mustBuild.Len() > 1 {
		return false
	}
	for workers := own; workers != 0; workers &= workers - 1 {
		from := workers.First()
		other := own &^ santorini.Single(from)
		steps := p.Steps(from, occupied)
		if other&level2 == 0 {
			steps &= level2 // only a worker on level 2 can threaten
		}
		for ; steps != 0; steps &= steps - 1 {
			to := santorini.Single(steps.First())
			stand := occupied&^santorini.Single(from) | to
			builds := santorini.Neighbors(steps.First()) &^ (stand | domes)
			if mustBuild != 0 {
				builds &= mustBuild
			} else {
				builds &^= mustNotBuild
			}
			// The squares that the own workers on level 2 could climb onto.
			tops := ((other | to) & level2).Spread()
			if tops&level3 == 0 {
				builds &= tops & level2 // only a raised square can become a threat
			}
			for ; builds != 0; builds &= builds - 1 {
				build := builds & -builds
				targets := tops & (level3&^build | level2&build)
				if targets != 0 && !canParry(p, rivals, stand, build, targets) {
					return true
				}
			}
		}
	}
	return false
}

// canParry reports whether a worker can put a dome on all targets, after a build.
func canParry(p *santorini.Position, workers, occupied, build, targets santorini.Spaces) bool {
	return targets&(targets-1) == 0 && stepsAfter(p, workers, occupied, build)&santorini.Neighbors(targets.First()) != 0
}

// stepsAfter returns where workers can step to after a build on the given square.
func stepsAfter(p *santorini.Position, workers, occupied, build santorini.Spaces) (steps santorini.Spaces) {
	for ; workers != 0; workers &= workers - 1 {
		from := workers.First()
		steps |= p.Steps(from, occupied) &^ (build & p.Above(p.Level(from)))
	}
	return steps
}
