package eval

import (
	"thera/game"
	"thera/santorini"
)

// The numbers below, in centilogits, were chosen by hand and not tuned.
const (
	// threat is the value, for the seat not to move, of a threat to win on its next
	// turn, and double that of a threat on two squares: one turn builds only one dome,
	// unless a power does more.
	threat, double = 80, 400
	// drop is the value of a worker of Pan's that stands two levels above a square next
	// to it, or could after one step up.
	drop = 60
)

// powered returns the outlook of a seat with powers in the game: a worker's steps are
// everything it can go to in a turn, by its power and its rivals'.
func powered(p *santorini.Position, seat game.Seat, occupied santorini.Spaces) (o outlook) {
	own := p.Workers(seat)
	if own == 0 {
		return o
	}
	for workers := own; workers != 0; workers &= workers - 1 {
		goals := p.Goals(seat, workers.First())
		o.steps |= goals
		o.worth += workerWorth(p, workers.First(), goals)
	}
	o.tops = p.Wins(seat)
	o.heights = heights(p, o.steps, occupied)
	switch p.Power(seat) {
	case santorini.Artemis:
		o.heights |= heights(p, heights(p, o.steps, occupied)|o.steps, occupied)
	case santorini.Pan:
		low := santorini.AllSpaces &^ p.Above(0)
		o.worth += drop * int32(((own | o.steps&p.Above(1)) & p.Above(1) & low.Spread()).Len())
	}
	return o
}

// workerWorth returns the value of a worker by where it stands and the squares it can
// go to.
func workerWorth(p *santorini.Position, s santorini.Space, goals santorini.Spaces) int32 {
	level := p.Level(s)
	up := goals & p.Above(level)
	same := goals &^ up & santorini.Neighbors(s)
	if level > 0 {
		same &= p.Above(level - 1)
	}
	w := &worths[level]
	return int32(w.at[s] + w.up[min(up.Len(), 8)] + w.same[same.Len()])
}

// threatened returns the value of the winning threats of the seat not to move.
func threatened(tops santorini.Spaces) int32 {
	switch tops.Len() {
	case 0:
		return 0
	case 1:
		return threat
	}
	return double
}
