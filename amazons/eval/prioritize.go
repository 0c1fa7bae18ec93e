package eval

import (
	"math"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
)

// Prioritize estimates how good each of the legal moves is, so that a search looks at
// likely ones first. The moves must be in the order of the rules. A priority is the sum
// of the learned weights of the move's features, in 1/256 of a logit.
func Prioritize(p *amazons.Position, moves []amazons.Move, priorities []int32) {
	var n neighborhood
	n.survey(p)
	n.prioritize(moves, priorities)
}

// PrioritizeEnding is Prioritize for the moves of an ending. A pass, the last of them, gets
// the highest priority. An ending does not know its board, so the weights are those for as
// many empty squares on 8×8.
func PrioritizeEnding(e *endgame.Ending, moves []amazons.Move, priorities []int32) {
	if last := len(moves) - 1; last >= 0 && moves[last] == endgame.Pass {
		priorities[last] = passPriority
		moves = moves[:last]
	}
	var n neighborhood
	n.surveySets(e.Amazons(e.Turn()), e.Amazons(1-e.Turn()), e.Empty(), phaseOf(e.Empty(), 8*8))
	n.prioritize(moves, priorities)
}

// passPriority is higher than the priority of any other move.
const passPriority = 1 << 30

// prioritize writes the priorities of moves on the squares surveyed.
func (n *neighborhood) prioritize(moves []amazons.Move, priorities []int32) {
	last := ^amazons.Move(0) // the previous move's queen move
	var d departure
	priority := int32(0) // of that queen move
	priorities = priorities[:len(moves)]
	for i, m := range moves {
		if first := m >> 7; first != last {
			if first>>7 != last>>7 {
				d = n.departure(m.From())
			}
			last = first
			priority = n.queenMove(&d, m.To(), amazons.QueenMoves(m.To(), d.free))
		}
		priorities[i] = priority + n.shot(m.To(), m.Arrow())
	}
}

// neighborhood is what move ordering knows about the squares of a position.
type neighborhood struct {
	weights            *[phaseSize]int16    // of the features in this phase
	shots              *[steps][times]int32 // shotWeights of this phase
	empty, own, rivals game.Squares
	bySteps            [steps - 1]game.Squares // the squares within 1, 2, … steps of a rival
	time               [game.NumSquares]uint8
	room               [game.NumSquares]uint8
	loss               [2][game.NumSquares]uint8 // the side to move's, and the rivals'
	siege              [game.NumSquares]uint8
	arrow              [game.NumSquares]int32 // the weight of hitting the square, from anywhere
	bestShot           int32                  // no shot has a greater weight
}

// survey computes everything that does not depend on a queen move.
func (n *neighborhood) survey(p *amazons.Position) {
	n.surveySets(p.Amazons(p.Turn()), p.Amazons(1-p.Turn()), p.Empty(), orderPhase(p))
}

// surveySets is survey for the amazons of the seat to move, those of its rival, the empty
// squares and the phase.
func (n *neighborhood) surveySets(own, rivals, empty game.Squares, phase int) {
	n.weights, n.shots = (*[phaseSize]int16)(fittedOrder[phase*phaseSize:]), &shotWeights[phase]
	n.empty, n.own, n.rivals = empty, own, rivals
	board, near := game.Rectangle(10, 10), n.rivals // no board is larger
	for k := range n.bySteps {
		near = near.Spread().And(board)
		n.bySteps[k] = near
	}
	all := n.empty.Or(n.own).Or(n.rivals)
	for set := all; !set.IsEmpty(); set = set.WithoutFirst() {
		s := set.First()
		n.room[s] = uint8(around[s].And(n.empty).Len())
		n.time[s] = times - 1
	}
	g, f := endgame.Over(n.empty), endgame.From(n.rivals)
	for t := range uint8(times - 1) {
		g.QueenStep(&f)
		for set := f.Fresh; !set.IsEmpty(); set = set.WithoutFirst() {
			n.time[set.First()] = t
		}
	}
	for side, amazons := range [2]game.Squares{n.own, n.rivals} {
		for ; !amazons.IsEmpty(); amazons = amazons.WithoutFirst() {
			n.addLosses(&n.loss[side], amazons.First())
		}
	}
	for set := n.rivals; !set.IsEmpty(); set = set.WithoutFirst() {
		room := n.room[set.First()] + 1
		for beside := around[set.First()].And(all); !beside.IsEmpty(); beside = beside.WithoutFirst() {
			if s := beside.First(); n.siege[s] == 0 || room < n.siege[s] {
				n.siege[s] = room
			}
		}
	}
	n.bestShot = math.MinInt32
	for set := n.empty.Or(n.own); !set.IsEmpty(); set = set.WithoutFirst() {
		s := set.First()
		line, site, siege := n.target(s)
		n.arrow[s] = n.weight(line) + n.weight(site) + n.weight(siege)
		n.bestShot = max(n.bestShot, n.arrow[s]+bestShots[phase][n.time[s]])
	}
}

// addLosses adds what the lines of an amazon lose by an obstacle on each square.
func (n *neighborhood) addLosses(loss *[game.NumSquares]uint8, from game.Square) {
	for _, step := range directions {
		to := int(from)
		for n.isEmpty(to + step) {
			to += step
		}
		for lost := uint8(1); to != int(from); to -= step {
			loss[to] += lost
			lost++
		}
	}
}

func (n *neighborhood) isEmpty(s int) bool {
	return uint(s) < game.NumSquares && n.empty.Has(game.Square(s))
}

// departure is what move ordering knows about the square that an amazon leaves.
type departure struct {
	others, free              game.Squares // the other amazons, and the squares empty once the amazon is gone
	priority                  int32        // of what does not depend on the destination
	scope, toCompany, toRival int
}

func (n *neighborhood) departure(from game.Square) departure {
	d := departure{others: n.own.Without(from), free: n.empty.With(from)}
	d.priority = n.weight(n.flight(from))
	d.scope, d.toCompany, d.toRival = scopeOf(amazons.QueenMoves(from, d.free)), nearest(from, d.others), n.toRival(from)
	return d
}

// flight returns the feature in flightTable of the square that an amazon leaves.
func (n *neighborhood) flight(from game.Square) int {
	return flightTable + min(around[from].And(n.rivals).Len(), 2)*rooms + int(n.room[from])
}

// queenMove returns the priority of a queen move without its arrow. Arrows are the squares
// that the arrow can hit.
func (n *neighborhood) queenMove(d *departure, to game.Square, arrows game.Squares) int32 {
	land, scope, block, company, rival := n.landing(d, to, arrows)
	return d.priority + n.weight(land) + n.weight(scope) + n.weight(block) + n.weight(company) + n.weight(rival)
}

// landing returns the features of a queen move that depend on where it goes.
func (n *neighborhood) landing(d *departure, to game.Square, arrows game.Squares) (land, scope, block, company, rival int) {
	return landTable + int(n.time[to])*rooms + int(n.room[to]),
		scopeTable + scopeOf(arrows)*scopes + d.scope,
		blockTable + int(lossClasses[n.loss[1][to]]),
		companyTable + nearest(to, d.others)*steps + d.toCompany,
		rivalTable + n.toRival(to)*steps + d.toRival
}

// target returns the features of the square that the arrow hits.
func (n *neighborhood) target(s game.Square) (line, site, siege int) {
	rivals := min(around[s].And(n.rivals).Len(), 2)
	return lineTable + int(lossClasses[n.loss[1][s]])*losses + int(lossClasses[n.loss[0][s]]),
		siteTable + int(n.room[s])*3 + rivals,
		siegeTable + int(n.siege[s])*times + int(n.time[s])
}

// shotFeature returns the feature of a shot in shotTable.
func (n *neighborhood) shotFeature(from, to game.Square) int {
	return shotTable + int(stepsTo[from][to])*times + int(n.time[to])
}

// shot returns the priority of an arrow. Its part in shotTable is looked up in a table of
// the same form as shotFeature, because that is needed for every move.
func (n *neighborhood) shot(from, to game.Square) int32 {
	return n.arrow[to] + n.shots[stepsTo[from][to]%steps][n.time[to]%times]
}

func scopeOf(moves game.Squares) int { return min(moves.Len()/3, scopes-1) }

// toRival returns the class of the distance to the nearest rival.
func (n *neighborhood) toRival(s game.Square) int {
	for k, set := range n.bySteps {
		if set.Has(s) {
			return k
		}
	}
	return steps - 1
}

// nearest returns the class of the distance to the nearest of the amazons.
func nearest(s game.Square, amazons game.Squares) int {
	least := uint8(steps - 1)
	for ; !amazons.IsEmpty(); amazons = amazons.WithoutFirst() {
		least = min(least, stepsTo[s][amazons.First()])
	}
	return int(least)
}

// weight returns the weight of a feature in this phase.
func (n *neighborhood) weight(feature int) int32 { return int32(n.weights[feature]) }

var shotWeights = func() (table [orderPhases][steps][times]int32) {
	for phase := range table {
		for k := range table[phase] {
			for t := range table[phase][k] {
				table[phase][k][t] = int32(fittedOrder[phase*phaseSize+shotTable+k*times+t])
			}
		}
	}
	return table
}()

var bestShots = func() (best [orderPhases][times]int32) {
	for phase := range best {
		best[phase] = shotWeights[phase][0]
		for _, row := range shotWeights[phase] {
			for t := range row {
				best[phase][t] = max(best[phase][t], row[t])
			}
		}
	}
	return best
}()

// directions are the differences from a square to its eight neighbors.
var directions = [8]int{1, game.Stride - 1, game.Stride, game.Stride + 1, -1, 1 - game.Stride, -game.Stride, -game.Stride - 1}

// around holds the neighbors of each square, some of them off the board.
var around = func() (table [game.NumSquares]game.Squares) {
	for s := range game.Square(game.NumSquares) {
		table[s] = game.Single(s).Spread().Without(s)
	}
	return table
}()

// stepsTo is stepsBetween as a table.
var stepsTo = func() (table [game.NumSquares][game.NumSquares]uint8) {
	for a := range game.Square(game.NumSquares) {
		for b := range game.Square(game.NumSquares) {
			table[a][b] = uint8(stepsBetween(a, b))
		}
	}
	return table
}()

var lossClasses = func() (table [256]uint8) {
	for loss := range table {
		table[loss] = uint8(lossClass(loss))
	}
	return table
}()

// A move has one feature from each of ten tables, whose weights [Prioritize] adds up.
// Each phase of the game, defined by how much of the board is empty, has ten tables of
// its own. "From" and "to" are the squares that the amazon leaves and lands on, "arrow"
// the square that is hit. Everything is counted before the move. Steps are king steps,
// up to 5 or more; room is how many empty squares are next to a square, 0 to 8; time is
// how many queen moves a rival needs to get to a square: 1, 2 or more.
//
// An obstacle on a square takes from a line of queen moves that square and all squares
// behind it. Loss is how many squares all lines of a side lose that way, in one of
// eight classes.
const (
	// landTable: rival time to to, room of to.
	landTable = 0
	// scopeTable: a third of the number of queen moves from to and from from, once the
	// amazon has left from; at most 11.
	scopeTable = landTable + times*rooms
	// blockTable: rivals' loss by an obstacle on to.
	blockTable = scopeTable + scopes*scopes
	// flightTable: rivals next to from, at most 2; room of from.
	flightTable = blockTable + losses
	// companyTable, rivalTable: steps from to and from from to the nearest other own
	// amazon, and to the nearest rival.
	companyTable = flightTable + 3*rooms
	rivalTable   = companyTable + steps*steps
	// lineTable: rivals' and own loss by an obstacle on arrow.
	lineTable = rivalTable + steps*steps
	// siteTable: room of arrow; rivals next to it, at most 2.
	siteTable = lineTable + losses*losses
	// siegeTable: the least room of a rival next to arrow plus 1, or 0 if there is
	// none; rival time to arrow.
	siegeTable = siteTable + rooms*3
	// shotTable: steps from to to arrow, rival time to arrow.
	shotTable = siegeTable + (rooms+1)*times

	// phaseSize is the number of features in a phase. Those of phase 0 come first.
	phaseSize = shotTable + steps*times

	// NumFeatures is the number of features; they are numbered from 0.
	NumFeatures = orderPhases * phaseSize
	// MoveFeatures is the number of features that a move has.
	MoveFeatures = 10

	times  = 3
	rooms  = 9
	scopes = 12
	losses = 8
	steps  = 5

	orderPhases = 7
)

// orderPhase returns the phase of a position.
func orderPhase(p *amazons.Position) int {
	files, ranks := p.Size()
	return phaseOf(p.Empty(), files*ranks)
}

// phaseOf returns the phase of a board with that many squares: 0 while at most three tenths
// of them are empty, then one more for each tenth.
func phaseOf(empty game.Squares, squares int) int {
	return min(max(10*empty.Len()/squares-2, 0), orderPhases-1)
}

// lossClass returns the class of a loss: 0 to 3, up to 5, up to 8, up to 12, and more.
func lossClass(loss int) int {
	switch {
	case loss < 4:
		return loss
	case loss < 6:
		return 4
	case loss < 9:
		return 5
	case loss < 13:
		return 6
	}
	return 7
}

// stepsBetween returns the class of the king distance: 0 for one step to 4 for five or more.
func stepsBetween(a, b game.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return min(max(files, -files, ranks, -ranks, 1)-1, steps-1)
}

// FeaturesOf returns the features of a legal move, whose weights [Prioritize] adds up.
func FeaturesOf(p *amazons.Position, m amazons.Move) (features [MoveFeatures]uint16) {
	var n neighborhood
	n.survey(p)
	from, to, arrow := m.From(), m.To(), m.Arrow()
	d := n.departure(from)
	land, scope, block, company, rival := n.landing(&d, to, amazons.QueenMoves(to, d.free))
	line, site, siege := n.target(arrow)
	first := orderPhase(p) * phaseSize
	for i, f := range [MoveFeatures]int{
		land, scope, block, n.flight(from), company, rival, line, site, siege, n.shotFeature(to, arrow),
	} {
		features[i] = uint16(first + f)
	}
	return features
}

// Likely returns the legal moves with the highest priorities according to [Prioritize],
// up to the given number, in any order, and their priorities. It reuses the storage of
// the two slices. If few moves are wanted, it takes half as long as listing all of
// them, and there are fewer to sort afterwards.
func Likely(p *amazons.Position, most int, moves []amazons.Move, priorities []int32) ([]amazons.Move, []int32) {
	var n neighborhood
	n.survey(p)
	l := shortlist{moves[:0], priorities[:0], most, math.MinInt32}
	for own := n.own; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		d := n.departure(from)
		for set := amazons.QueenMoves(from, n.empty); !set.IsEmpty(); set = set.WithoutFirst() {
			to := set.First()
			arrows := amazons.QueenMoves(to, d.free)
			queen := n.queenMove(&d, to, arrows)
			if queen+n.bestShot <= l.floor {
				continue
			}
			for ; !arrows.IsEmpty(); arrows = arrows.WithoutFirst() {
				arrow := arrows.First()
				if priority := queen + n.shot(to, arrow); priority > l.floor {
					l.add(amazons.NewMove(from, to, arrow), priority)
				}
			}
		}
	}
	return l.moves, l.priorities
}

// shortlist holds the moves with the highest priorities, up to a maximum. Once it is
// full it is a heap with the lowest priority on top.
type shortlist struct {
	moves      []amazons.Move
	priorities []int32
	most       int
	floor      int32 // only moves with a higher priority get in
}

// add inserts a move whose priority is above the floor.
func (l *shortlist) add(m amazons.Move, priority int32) {
	if len(l.moves) < l.most {
		l.moves, l.priorities = append(l.moves, m), append(l.priorities, priority)
		if len(l.moves) < l.most {
			return
		}
		for i := l.most/2 - 1; i >= 0; i-- {
			l.sink(i, l.moves[i], l.priorities[i])
		}
	} else {
		l.sink(0, m, priority)
	}
	l.floor = l.priorities[0]
}

// sink moves an entry from i down to its place in the heap.
func (l *shortlist) sink(i int, m amazons.Move, priority int32) {
	for {
		child := 2*i + 1
		if child >= len(l.priorities) {
			break
		}
		if child+1 < len(l.priorities) && l.priorities[child+1] < l.priorities[child] {
			child++
		}
		if priority <= l.priorities[child] {
			break
		}
		l.moves[i], l.priorities[i] = l.moves[child], l.priorities[child]
		i = child
	}
	l.moves[i], l.priorities[i] = m, priority
}
