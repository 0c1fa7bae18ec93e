package santorini

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
	workerKind = levelKind + dome
	stepKind   = workerKind + 2*top
	twiceKind  = stepKind + 2*stepKinds
	numKinds   = twiceKind + 2*2
	stepKinds  = 2 + 3 + 4

	// NumInputs is the number of inputs.
	NumInputs = numKinds * numSquares

	// maxActive bounds how many inputs can be true at once: 25 levels, 4
	// workers with 8 steps each, and 25 squares for each side's two turns.
	maxActive = numSquares + 4*(1+8) + 2*numSquares
)

// stepsFrom is where the kinds of steps begin, by the level of the worker.
var stepsFrom = [top]int{0, 2, 2 + 3}

// inputs lists those that are true of a position.
type inputs struct {
	list [128]uint16 // room for maxActive, and no bounds checks
	n    int
}

func (in *inputs) add(kind int, s square) {
	in.list[in.n&127] = uint16(numSquares*kind + int(s))
	in.n++
}

// find lists the inputs that are true of p.
func (in *inputs) find(p *Position) {
	var levels perSquare[uint8]
	for built := p.above[0]; built != 0; built &= built - 1 {
		s := built.first()
		level := p.level(s)
		levels[s] = uint8(level)
		in.add(levelKind+int(level)-1, s)
	}
	occupied := p.occupied()
	for side := range 2 {
		var steps squares
		for own := p.workers[(int(p.turn)+side)&1]; own != 0; own &= own - 1 {
			s := own.first()
			level := min(int(levels[s]), top-1)
			in.add(workerKind+top*side+level, s)
			kind := stepKind + stepKinds*side + stepsFrom[level]
			near := p.steps(s, occupied)
			steps |= near
			for ; near != 0; near &= near - 1 {
				to := near.first()
				in.add(kind+int(levels[to]), to)
			}
		}
		for twice := p.heights(steps, occupied); twice != 0; twice &= twice - 1 {
			s := twice.first()
			in.add(twiceKind+2*side+int(levels[s])-2, s)
		}
	}
}

// AppendInputs appends the inputs that are true of a position of two seats
// with all workers placed, each from 0 to NumInputs-1.
func (p *Position) AppendInputs(list []uint16) []uint16 {
	var in inputs
	in.find(p)
	return append(list, in.list[:in.n]...)
}
