package amazons

import "thera/game"

// Evaluate estimates the chances of seat in centilogits: a sum of [Terms]
// with weights that depend on how much is still contested. The idea is
// Lieberum's, "An evaluation function for the game of Amazons" (2005); the
// weights are fitted to the results of games.
func (p *Position) Evaluate(seat game.Seat) int {
	terms, contest := p.Terms()
	value := weights.Value(&terms, contest)
	if p.turn != seat {
		return -value
	}
	return value
}

// NumTerms is the number of terms of the evaluation.
const NumTerms = 11

// Terms are what the evaluation counts, each the difference between the side
// to move and the other one unless it says otherwise. D is the distance of a
// square from a side in queen moves, K in king moves.
type Terms [NumTerms]int32

// The terms by their index.
const (
	TermMove        = iota // 1: what it is worth to be to move
	TermTied               // squares with equal D, counted for the side to move
	TermQueen              // squares with the lesser D
	TermQueenLead          // squares with D less by 2 or more, or out of the other's reach
	TermQueenNear          // Σ 64·2^−D
	TermKingTied           // squares with equal K, counted for the side to move
	TermKing               // squares with the lesser K
	TermKingNear           // Σ 8 − K where K < 8
	TermReach              // squares with D = 1
	TermFreedom            // Σ over amazons of 128·m/(m+5) for m queen moves
	TermPrivateArea        // squares only one side can ever reach
)

// TermNames are short names of the terms, for tables.
var TermNames = [NumTerms]string{
	"move", "tied", "queen", "queen lead", "queen near", "king tied", "king", "king near", "reach", "freedom", "private",
}

// Terms counts the terms, and how much of the board is contested, in quarters
// of a square: 4 for each square both sides reach with the same number of
// queen moves, 2 where one needs one less, 1 for others that both can reach.
func (p *Position) Terms() (t Terms, contest int) {
	f := newFill(p.empty)
	own, other := p.amazons[p.turn], p.amazons[1-p.turn]
	t[TermMove] = 1

	a, ownFreedom := p.firstMoves(own)
	b, otherFreedom := p.firstMoves(other)
	t[TermFreedom] = ownFreedom - otherFreedom
	t[TermReach] = difference(a.fresh, b.fresh)
	var tied, led int
	for near := int32(32); ; near /= 2 {
		ownFirst, otherFirst := a.fresh.AndNot(b.all), b.fresh.AndNot(a.all)
		t[TermQueen] += difference(ownFirst, otherFirst)
		t[TermQueenNear] += near * difference(a.fresh, b.fresh)
		tied += a.fresh.And(b.fresh).Len()
		growing := f.canGrow(&a) || f.canGrow(&b)
		if growing {
			f.queenStep(&a)
			f.queenStep(&b)
		}
		// Both have now gone one step further than the squares just counted.
		ownLead, otherLead := ownFirst.AndNot(b.all), otherFirst.AndNot(a.all)
		t[TermQueenLead] += difference(ownLead, otherLead)
		led += ownLead.Len() + otherLead.Len()
		if !growing {
			break
		}
	}
	t[TermTied] = int32(tied)
	ownReach, otherReach := a.all.And(p.empty), b.all.And(p.empty)
	t[TermPrivateArea] = difference(ownReach.AndNot(otherReach), otherReach.AndNot(ownReach))
	contest = contestOf(ownReach.And(otherReach).Len(), ownReach.Or(otherReach).Len(), tied, led)

	a = frontier{all: own, fresh: own}
	b = frontier{all: other, fresh: other}
	for distance := int32(1); ; distance++ {
		f.kingStep(&a)
		f.kingStep(&b)
		if a.fresh.Or(b.fresh).IsEmpty() {
			return t, contest
		}
		t[TermKing] += difference(a.fresh.AndNot(b.all), b.fresh.AndNot(a.all))
		t[TermKingTied] += int32(a.fresh.And(b.fresh).Len())
		t[TermKingNear] += max(8-distance, 0) * difference(a.fresh, b.fresh)
	}
}

// contestOf adds up quarters of squares, given how many squares both sides
// reach, how many either does, on how many they are tied and on how many one
// leads by 2 or for good.
func contestOf(both, either, tied, led int) int {
	private := either - both
	byOne := either - tied - led
	return 4*tied + 2*byOne + (led - private)
}

func difference(a, b game.Squares) int32 { return int32(a.Len() - b.Len()) }

// firstMoves returns the squares that amazons reach with one queen move, and
// the sum of a value for each amazon that grows quickly with her first moves
// and hardly with her last: one about to be shut in is nearly lost, one with
// twenty moves needs no more.
func (p *Position) firstMoves(amazons game.Squares) (f frontier, freedom int32) {
	f.all = amazons
	for ; !amazons.IsEmpty(); amazons = amazons.WithoutFirst() {
		to := reach(amazons.First(), p.empty)
		f.fresh = f.fresh.Or(to)
		freedom += freedomOf[to.Len()]
	}
	f.all = f.all.Or(f.fresh)
	return f, freedom
}

// freedomOf maps the number m of queen moves to 128·m/(m+5).
var freedomOf = func() (table [40]int32) {
	for m := range table {
		table[m] = int32(128 * m / (m + 5))
	}
	return table
}()
