package eval

import (
	"thera/game"
	"thera/santorini"
)

// The inputs of the network are facts about a position of two seats, seen from
// the seat to move. Each kind of fact is asked of each square: input
// 25·kind + square. The kinds are, in this order:
//
//	 4  the square's level is 1, 2, 3 or 4
//	 6  an own worker on level 0, 1 or 2 stands here; a rival's
//	18  an own worker on level 0 can step here, onto level 0 or 1; one on level
//	    1, onto 0, 1 or 2; one on level 2, onto 0, 1, 2 or 3; a rival's
//	 4  the own side can be here, on level 2 or 3, within two turns; the rival
const (
	levelKind  = 0
	workerKind = levelKind + santorini.Dome
	stepKind   = workerKind + 2*santorini.Top
	twiceKind  = stepKind + 2*stepKinds
	numKinds   = twiceKind + 2*2
	stepKinds  = 2 + 3 + 4

	// NumInputs is the number of inputs.
	NumInputs = numKinds * santorini.NumSpaces

	// maxActive bounds how many inputs can be true at once: 25 levels, 4
	// workers with 8 steps each, and 25 squares for each side's two turns.
	maxActive = santorini.NumSpaces + 4*(1+8) + 2*santorini.NumSpaces
)

// stepsFrom is where the kinds of steps begin, by the level of the worker.
var stepsFrom = [santorini.Top]int{0, 2, 2 + 3}

// inputs lists those that are true of a position.
type inputs struct {
	list [128]uint16 // room for maxActive, and no bounds checks
	n    int
}

func (in *inputs) add(kind int, s santorini.Space) {
	in.list[in.n&127] = uint16(santorini.NumSpaces*kind + int(s))
	in.n++
}

// find lists the inputs that are true of p.
func (in *inputs) find(p *santorini.Position) {
	var levels santorini.PerSpace[uint8]
	for built := p.Above(0); built != 0; built &= built - 1 {
		s := built.First()
		level := p.Level(s)
		levels[s] = uint8(level)
		in.add(levelKind+int(level)-1, s)
	}
	occupied := p.Occupied()
	for side := range 2 {
		var steps santorini.Spaces
		for own := p.Workers((p.Turn() + game.Seat(side)) & 1); own != 0; own &= own - 1 {
			s := own.First()
			level := min(int(levels[s]), santorini.Top-1)
			in.add(workerKind+santorini.Top*side+level, s)
			kind := stepKind + stepKinds*side + stepsFrom[level]
			near := p.Steps(s, occupied)
			steps |= near
			for ; near != 0; near &= near - 1 {
				to := near.First()
				in.add(kind+int(levels[to]), to)
			}
		}
		for twice := heights(p, steps, occupied); twice != 0; twice &= twice - 1 {
			s := twice.First()
			in.add(twiceKind+2*side+int(levels[s])-2, s)
		}
	}
}

// AppendInputs appends the inputs that are true of a position of two seats
// with all workers placed, each from 0 to NumInputs-1.
func AppendInputs(p *santorini.Position, list []uint16) []uint16 {
	var in inputs
	in.find(p)
	return append(list, in.list[:in.n]...)
}
