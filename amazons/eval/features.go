package eval

import (
	"thera/amazons"
	"thera/game"
)

// A move has one feature from each of ten tables, whose weights [Prioritize] adds up.
// Each phase of the game, defined by how much of the board is empty, has ten tables of
// its own. "From" and "to" are the squares that the amazon leaves and lands on, "arrow"
// the square that is hit. Everything is counted before the move. Steps are king steps,
// up to 5 or more; room is how many empty squares are next to a square, 0 to 8; time is
// how many queen moves a rival needs to get to a square: 1, 2 or more.
//
// An obstacle on a square takes from a line of queen moves that square and all squares
// behind it. Loss is how many squares all lines of a side lose that way, in one of
// eight classes (see lossClass).
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

	// orderPhases is the number of phases of a game for move ordering.
	orderPhases = 7
)

// orderPhase returns the phase of a position: 0 while at most three tenths of the board
// are empty, then one more for each tenth.
func orderPhase(p *amazons.Position) int {
	files, ranks := p.Size()
	return min(max(10*p.Empty().Len()/(files*ranks)-2, 0), orderPhases-1)
}

// lossClass returns the class of a loss: 0 to 3 for themselves, then up to 5, up to 8,
// up to 12, and more.
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

// stepsBetween returns the class of the king distance between two squares: from 0 for
// one step to 4 for five or more.
func stepsBetween(a, b game.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return min(max(files, -files, ranks, -ranks, 1)-1, steps-1)
}

// FeaturesOf returns the features of a legal move. [Prioritize] adds up their weights for
// all moves at once.
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
