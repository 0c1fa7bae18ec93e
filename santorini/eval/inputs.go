package eval

import (
	"encoding/binary"

	"thera/game"
	"thera/internal/vector"
	"thera/santorini"
)

// The inputs of the network are facts about a position of two sides, seen from the seat
// to move. In teams its rival is the next seat, and the powers of their partners are no
// inputs. Each kind of fact exists for each square: input 25·kind + square. The kinds
// are, in this order and followed by those for powers:
//
//	 4  the square's level is 1, 2, 3 or 4
//	 6  an own worker on level 0, 1 or 2 stands here; a rival's
//	18  an own worker on level 0 can step here, onto level 0 or 1; one on level
//	    1, onto 0, 1 or 2; one on level 2, onto 0, 1, 2 or 3; a rival's
//	 4  the own side can be here, on level 2 or 3, within two turns; the rival
//	125 the square's level, 0 to 4, the distance class of the own workers, and
//	    that of the rival's: 25·level + 5·own + rival
//
// Distance classes are 0 if a worker stands on the square, 1 next to one worker, 2 next
// to both, 3 within two king's moves and 4 beyond that.
const (
	levelKind  = 0
	workerKind = levelKind + santorini.Dome
	stepKind   = workerKind + 2*santorini.Top
	twiceKind  = stepKind + 2*stepKinds
	nearKind   = twiceKind + 2*2
	numKinds   = nearKind + (santorini.Dome+1)*distances*distances
	stepKinds  = 2 + 3 + 4
	distances  = 5

	// NumBaseInputs is the number of inputs other than those for powers.
	NumBaseInputs = numKinds * santorini.NumSpaces

	// maxBaseActive bounds how many of them can be true at once: 25 levels, 4 workers
	// with 8 steps each, 25 squares for each side's two turns, and 25 distance classes.
	maxBaseActive = santorini.NumSpaces + 4*(1+8) + 2*santorini.NumSpaces + santorini.NumSpaces
)

// stepsFrom is the first of the kinds of steps, by the level of the worker.
var stepsFrom = [santorini.Top]int{0, 2, 2 + 3}

// inputs lists the inputs that are true of a position, except the kinds before those of
// steps: they are implied by the distance classes.
type inputs struct {
	list [128]uint16 // room for all of them, and no bounds checks
	n    int
	// twice holds the squares of level 2 or 3 that each side can be on within two turns.
	twice [2]santorini.Spaces
}

// addTwice lists the inputs of a side about squares it can be on within two turns.
func (in *inputs) addTwice(p *santorini.Position, side int, squares santorini.Spaces) {
	n := in.n
	for ; squares != 0; squares &= squares - 1 {
		s := squares.First()
		in.list[n&127] = inputOf(twiceKind+2*side+int(p.Level(s))-2, s)
		n++
	}
	in.n = n
}

// twiceOf returns the squares of level 2 or 3 that each side can be on within two turns.
func twiceOf(p *santorini.Position) (twice [2]santorini.Spaces) {
	own, rivals := sides(p)
	occupied := p.Occupied()
	for side, workers := range [2]santorini.Spaces{own, rivals} {
		twice[side] = heights(p, p.Steps(workers.First(), occupied)|p.Steps(workers.Last(), occupied), occupied)
	}
	return twice
}

// find lists the inputs that are true of p.
func (in *inputs) find(p *santorini.Position) {
	levels := levelsOf(p)
	occupied := p.Occupied()
	n := santorini.NumSpaces // after those of the distance classes
	var near [2]*santorini.PerSpace[uint8]
	own, rivals := sides(p)
	for side, workers := range [2]santorini.Spaces{own, rivals} {
		near[side] = &distance[workers.First()][workers.Last()]
		var steps santorini.Spaces
		for ; workers != 0; workers &= workers - 1 {
			s := workers.First()
			level := min(int(levels[s]), santorini.Top-1)
			kind := stepKind + stepKinds*side + stepsFrom[level]
			to := p.Steps(s, occupied)
			steps |= to
			for ; to != 0; to &= to - 1 {
				s := to.First()
				in.list[n&127] = inputOf(kind+int(levels[s]), s)
				n++
			}
		}
		in.n, in.twice[side] = n, heights(p, steps, occupied)
		in.addTwice(p, side, in.twice[side])
		n = in.n
	}
	mine, theirs := near[0], near[1]
	for s := range santorini.Space(santorini.NumSpaces) {
		in.list[s] = inputOf(nearKind+distances*(distances*int(levels[s])+int(mine[s]))+int(theirs[s]), s)
	}
}

func inputOf(kind int, s santorini.Space) uint16 { return uint16(santorini.NumSpaces*kind + int(s)) }

func levelsOf(p *santorini.Position) (levels santorini.PerSpace[uint8]) {
	a, b, c, d := p.Above(0), p.Above(1), p.Above(2), p.Above(santorini.Top)
	for i := range 4 {
		eight := vector.Bytes[a>>(8*i)&255] + vector.Bytes[b>>(8*i)&255] + vector.Bytes[c>>(8*i)&255] + vector.Bytes[d>>(8*i)&255]
		binary.LittleEndian.PutUint64(levels[8*i:], eight)
	}
	return levels
}

// distance holds the distance class of each square by where the two workers stand.
var distance = func() (table santorini.PerSpace[santorini.PerSpace[santorini.PerSpace[uint8]]]) {
	for a := range santorini.Space(santorini.NumSpaces) {
		for b := range santorini.Space(santorini.NumSpaces) {
			both := santorini.Single(a) | santorini.Single(b)
			next := santorini.Neighbors(a) ^ santorini.Neighbors(b)
			for s := range santorini.Space(santorini.NumSpaces) {
				switch {
				case both.Has(s):
				case next.Has(s):
					table[a][b][s] = 1
				case both.Spread().Has(s):
					table[a][b][s] = 2
				case both.Spread().Spread().Has(s):
					table[a][b][s] = 3
				default:
					table[a][b][s] = 4
				}
			}
		}
	}
	return table
}()

// AppendInputs appends the inputs that are true of a position of two sides with all
// workers placed, each from 0 to NumInputs-1.
func AppendInputs(p *santorini.Position, list []uint16) []uint16 {
	for built := p.Above(0); built != 0; built &= built - 1 {
		s := built.First()
		list = append(list, inputOf(levelKind+int(p.Level(s))-1, s))
	}
	own, rivals := sides(p)
	for side, workers := range [2]santorini.Spaces{own, rivals} {
		for ; workers != 0; workers &= workers - 1 {
			s := workers.First()
			list = append(list, inputOf(workerKind+santorini.Top*side+min(int(p.Level(s)), santorini.Top-1), s))
		}
	}
	var in inputs
	in.find(p)
	list = append(list, in.list[:in.n]...)
	if p.IsBase() {
		return list
	}
	var more farther
	more.find(p)
	return append(list, more.list[:more.n]...)
}

// With powers, there are more inputs. The inputs above ignore powers: they describe the
// board. After them there are, in this order,
//
//	 121 the own power and the rival's: 11·own + rival
//	  11 no own worker may go up this turn, by the own power
//	 275 the rival would win by going here if it were to move: 25·rival + square
//	 800 a worker can be here after one turn, but not by a single step without
//	     powers: 25·kind + square, where kind is 4·group + the square's level, 0 to
//	     3, and the groups are Apollo, Artemis, Hermes and Minotaur of the own side,
//	     then of the rival
//	1500 a worker stands here: 25·kind + square, where kind is 3·group + its level,
//	     0 to 2, or 2 for 3, and the groups are the ten gods of the own side, then of
//	     the rival
//
// Mortal counts as a power but not as a god.
const (
	numPowers     = santorini.NumPowers
	pairInput     = NumBaseInputs
	groundedInput = pairInput + numPowers*numPowers
	threatInput   = groundedInput + numPowers
	goalInput     = threatInput + numPowers*santorini.NumSpaces
	numGroups     = 4
	standInput    = goalInput + 2*numGroups*santorini.Dome*santorini.NumSpaces
	numGods       = numPowers - 1

	// NumInputs is the number of inputs, with those for powers.
	NumInputs = standInput + 2*numGods*santorini.Top*santorini.NumSpaces

	// MaxActive bounds how many inputs can be true at once.
	MaxActive = maxBaseActive + 2 + santorini.NumSpaces + 2*santorini.NumSpaces + 2*2
)

// groups holds the group of each power that lets workers go farther, −1 for the others.
var groups = func() (table [numPowers]int) {
	for power := range table {
		table[power] = -1
	}
	for group, power := range [numGroups]santorini.Power{santorini.Apollo, santorini.Artemis, santorini.Hermes, santorini.Minotaur} {
		table[power] = group
	}
	return table
}()

// farther lists the inputs that are true because of powers.
type farther struct {
	list [256]uint16 // room for all inputs of a position, and no bounds checks
	n    int
}

// find lists the inputs that are true of p.
func (in *farther) find(p *santorini.Position) {
	occupied := p.Occupied()
	own, rival := int(p.Power(p.Turn())), int(p.Power(next(p)))
	in.list[0], in.list[1], in.n = uint16(pairInput+numPowers*own+rival), uint16(groundedInput+own), 1
	if p.IsGrounded() {
		in.n = 2
	}
	for side, seat := range [2]game.Seat{p.Turn(), next(p)} {
		power, own := p.Power(seat), p.Workers(seat)
		if god := int(power) - 1; god >= 0 {
			kind := santorini.Top * (numGods*side + god)
			for workers := own; workers != 0; workers &= workers - 1 {
				s := workers.First()
				in.add(standInput+santorini.NumSpaces*(kind+min(int(p.Level(s)), santorini.Top-1)), santorini.Single(s))
			}
		}
		group := groups[power]
		if side == 0 && group < 0 {
			continue // its wins are no input: it would have won
		}
		wins := p.Wins(seat)
		if side == 1 {
			in.add(threatInput+santorini.NumSpaces*int(power), wins)
		}
		if group < 0 {
			continue
		}
		a, b := own.First(), own.Last()
		goals := (p.Goals(seat, a) | p.Goals(seat, b)) &^ (wins | p.Steps(a, occupied) | p.Steps(b, occupied))
		kind := santorini.Dome * (numGroups*side + group)
		for level := range santorini.Dome {
			higher := goals & p.Above(uint(level))
			in.add(goalInput+santorini.NumSpaces*(kind+level), goals&^higher)
			goals = higher
		}
	}
}

func (in *farther) add(from int, set santorini.Spaces) {
	for ; set != 0; set &= set - 1 {
		in.list[in.n&255] = uint16(from + int(set.First()))
		in.n++
	}
}

// TurnInput returns the image of an input under a symmetry of the board.
func TurnInput(input uint16, y game.Symmetry) uint16 {
	first := 0 // of the range of square inputs that contains it
	switch {
	case input >= threatInput:
		first = threatInput
	case input >= NumBaseInputs:
		return input
	}
	kind, s := (int(input)-first)/santorini.NumSpaces, santorini.Space((int(input)-first)%santorini.NumSpaces)
	return uint16(first + kind*santorini.NumSpaces + int(s.Image(y)))
}
