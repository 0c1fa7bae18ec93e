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
	phase := orderPhase(p)
	n.weights, n.shots = (*[phaseSize]int16)(fittedOrder[phase*phaseSize:]), &shotWeights[phase]
	n.empty, n.own, n.rivals = p.Empty(), p.Amazons(p.Turn()), p.Amazons(1-p.Turn())
	board, near := game.Rectangle(p.Size()), n.rivals
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

// shotWeights holds the weights of shotTable in each phase.
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

// bestShots holds the largest shotWeights for each phase and time.
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

// lossClasses is lossClass as a table.
var lossClasses = func() (table [256]uint8) {
	for loss := range table {
		table[loss] = uint8(lossClass(loss))
	}
	return table
}()
