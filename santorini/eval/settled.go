package eval

import (
	"thera/game"
	"thera/santorini"
)

// Settled reports whether the seat to move, of two without powers, wins by a climb
// or by a threat to climb that can't be parried, and in how many plies, 1 or 3. No
// win is shorter. Other wins are not looked for; then it names nobody.
func Settled(p *santorini.Position) (winners game.Seats, plies int) {
	own, rivals, occupied := p.Workers(p.Turn()), p.Workers(1-p.Turn()&1), p.Occupied()
	if !p.IsBase() || p.Players() != 2 || p.Winners() != 0 || own == 0 || rivals == 0 || occupied&p.Above(santorini.Top-1) != 0 {
		return 0, 0 // who stands on level 3 can also step in the way
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

// winsInThree reports whether a seat that can't climb has a turn after which it
// threatens to, and the opponent neither climbs first nor prevents it. The
// opponent parries one threat by a dome on its square, if it gets next to that, and
// two never.
func winsInThree(p *santorini.Position, own, rivals, occupied santorini.Spaces) bool {
	domes := p.Above(santorini.Top)
	tops := p.Above(santorini.Top-1) &^ domes
	high := p.Above(santorini.Top-2) &^ p.Above(santorini.Top-1)
	// What the opponent would climb has to become a dome, and what it could if it
	// were higher has to be left alone.
	reach := (rivals & high).Spread()
	danger, spoiled := reach&tops, reach&high
	if danger.Len() > 1 {
		return false
	}
	for workers := own; workers != 0; workers &= workers - 1 {
		from, other := workers.First(), own&^(workers&-workers)
		steps := p.Steps(from, occupied)
		if other&high == 0 {
			steps &= high // nobody else can threaten
		}
		for ; steps != 0; steps &= steps - 1 {
			to := steps.First()
			stand := occupied&^santorini.Single(from) | santorini.Single(to)
			builds := santorini.Neighbors(to) &^ (stand | domes)
			if danger != 0 {
				builds &= danger
			} else {
				builds &^= spoiled
			}
			reach := ((other | santorini.Single(to)) & high).Spread()
			if reach&tops == 0 {
				builds &= reach & high
			}
			for ; builds != 0; builds &= builds - 1 {
				build := builds & -builds
				targets := reach & (tops&^build | high&build)
				if targets != 0 && !canParry(p, rivals, stand, build, targets) {
					return true
				}
			}
		}
	}
	return false
}

// canParry reports whether one of the given workers can put a dome on all targets, when
// spaces are occupied and one has become a level higher.
func canParry(p *santorini.Position, workers, occupied, build, targets santorini.Spaces) bool {
	return targets&(targets-1) == 0 && stepsAfter(p, workers, occupied, build)&santorini.Neighbors(targets.First()) != 0
}

// stepsAfter returns where workers can step to when spaces are occupied and one has
// become a level higher.
func stepsAfter(p *santorini.Position, workers, occupied, build santorini.Spaces) (steps santorini.Spaces) {
	for ; workers != 0; workers &= workers - 1 {
		from := workers.First()
		steps |= p.Steps(from, occupied) &^ (build & p.Above(p.Level(from)))
	}
	return steps
}
