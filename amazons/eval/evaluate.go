package eval

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
)

// Evaluation estimates positions by a weighted sum of [Terms] and by a [Network]. The
// weights depend on the board and on how much of it is still contested. It is immutable
// and safe for concurrent use.
type Evaluation struct {
	weights ByBoard
	network *Network
}

// New returns the evaluation with these weights and this network, which may be nil.
func New(w ByBoard, n *Network) *Evaluation { return &Evaluation{w, n} }

// Evaluate estimates the chances of seat in centilogits.
func (e *Evaluation) Evaluate(p *amazons.Position, seat game.Seat) int {
	terms, contest, shares := termsOf(p)
	value := e.weights.of(p).Value(&terms, contest)
	if e.network != nil {
		value += e.network.value(p, contest, &shares)
	}
	if p.Turn() != seat {
		return -value
	}
	return value
}

// EvaluateFirst estimates the chances of seat in centilogits after a queen move from
// [amazons.Position.AppendFirst], as if no arrow had to be shot.
func (e *Evaluation) EvaluateFirst(p *amazons.Position, first amazons.Move, seat game.Seat) int {
	half := *p
	half.PlayFirst(first)
	return e.Evaluate(&half, seat)
}

// NumTerms is the number of terms of the evaluation.
const NumTerms = 11

// Terms are what the evaluation counts. Each is the side to move's count minus the
// opponent's, unless it says otherwise. D is the distance of a square from a side in
// queen moves, K in king moves.
type Terms [NumTerms]int32

// Indices of the terms.
const (
	TermMove        = iota // always 1: the value of being to move
	TermTied               // squares with equal D, counted for the side to move
	TermQueen              // squares with smaller D
	TermQueenLead          // squares with D smaller by 2 or more, or that the opponent cannot reach
	TermQueenNear          // Σ 64·2^−D
	TermKingTied           // squares with equal K, counted for the side to move
	TermKing               // squares with smaller K
	TermKingNear           // Σ 8 − K where K < 8
	TermReach              // squares with D = 1
	TermFreedom            // Σ over amazons of 128·m/(m+5) for m queen moves
	TermPrivateArea        // squares that only one side can ever reach
)

// TermNames are short names of the terms, for tables.
var TermNames = [NumTerms]string{
	"move", "tied", "queen", "queen lead", "queen near", "king tied", "king", "king near", "reach", "freedom", "private",
}

// TermsOf counts the terms of a position, and how much of the board is contested, in
// quarter squares: 4 for each square that both sides reach in the same number of queen
// moves, 2 if one side needs one move fewer, 1 for other squares that both can reach.
func TermsOf(p *amazons.Position) (t Terms, contest int) {
	t, contest, _ = termsOf(p)
	return t, contest
}

// termsOf is TermsOf that also returns which side gets to the empty squares first.
func termsOf(p *amazons.Position) (t Terms, contest int, s arrivals) {
	empty := p.Empty()
	g := endgame.Over(empty)
	own, other := p.Amazons(p.Turn()), p.Amazons(1-p.Turn())
	t[TermMove] = 1

	a, ownFreedom := firstMoves(own, empty)
	b, otherFreedom := firstMoves(other, empty)
	t[TermFreedom] = ownFreedom - otherFreedom
	t[TermReach] = difference(a.Fresh, b.Fresh)
	for near := int32(32); ; near /= 2 {
		ownFirst, otherFirst := a.Fresh.AndNot(b.All), b.Fresh.AndNot(a.All)
		t[TermQueenNear] += near * difference(a.Fresh, b.Fresh)
		s.tied = s.tied.Or(a.Fresh.And(b.Fresh))
		growing := g.CanGrow(&a) || g.CanGrow(&b)
		if growing {
			g.QueenStep(&a)
			g.QueenStep(&b)
		}
		// Both frontiers are now one step beyond the squares just counted.
		s.own.first = s.own.first.Or(ownFirst)
		s.own.lead = s.own.lead.Or(ownFirst.AndNot(b.All))
		s.other.first = s.other.first.Or(otherFirst)
		s.other.lead = s.other.lead.Or(otherFirst.AndNot(a.All))
		if !growing {
			break
		}
	}
	tied, ownLed, otherLed := s.tied.Len(), s.own.lead.Len(), s.other.lead.Len()
	t[TermTied] = int32(tied)
	t[TermQueen] = difference(s.own.first, s.other.first)
	t[TermQueenLead] = int32(ownLed - otherLed)
	ownReach, otherReach := a.All.And(empty), b.All.And(empty)
	t[TermPrivateArea] = difference(ownReach.AndNot(otherReach), otherReach.AndNot(ownReach))
	contest = contestOf(ownReach.And(otherReach).Len(), ownReach.Or(otherReach).Len(), tied, ownLed+otherLed)

	a = endgame.From(own)
	b = endgame.From(other)
	for k := int32(1); ; k++ {
		g.KingStep(&a)
		g.KingStep(&b)
		if a.Fresh.Or(b.Fresh).IsEmpty() {
			return t, contest, s
		}
		t[TermKing] += difference(a.Fresh.AndNot(b.All), b.Fresh.AndNot(a.All))
		t[TermKingTied] += int32(a.Fresh.And(b.Fresh).Len())
		t[TermKingNear] += max(8-k, 0) * difference(a.Fresh, b.Fresh)
	}
}

// contestOf adds up quarter squares, given how many squares both sides reach, how many
// either does, on how many they are tied, and on how many one leads by 2 or for good.
func contestOf(both, either, tied, led int) int {
	private := either - both
	byOne := either - tied - led
	return 4*tied + 2*byOne + (led - private)
}

func difference(a, b game.Squares) int32 { return int32(a.Len() - b.Len()) }

// firstMoves returns the squares that amazons reach with one queen move, and the sum of
// a value for each amazon that grows quickly with its first moves and hardly with its
// last: an amazon about to be shut in is nearly lost, one with twenty moves needs no
// more.
func firstMoves(own, empty game.Squares) (f endgame.Frontier, freedom int32) {
	f.All = own
	for ; !own.IsEmpty(); own = own.WithoutFirst() {
		to := amazons.QueenMoves(own.First(), empty)
		f.Fresh = f.Fresh.Or(to)
		freedom += freedomOf[to.Len()]
	}
	f.All = f.All.Or(f.Fresh)
	return f, freedom
}

// freedomOf maps the number m of queen moves to 128·m/(m+5), which reaches half its
// limit at five moves. The shape was chosen by hand; its weight is fitted.
var freedomOf = func() (table [40]int32) {
	for m := range table {
		table[m] = int32(128 * m / (m + 5))
	}
	return table
}()

// Weights holds the weight of each term at each stage, in 1/256 centilogits. Between
// two stages the weights are interpolated.
type Weights [len(Stages)]Terms

// ByBoard holds weights by the number of squares of the board: up to 49, up to 81, and
// more. On small boards each square decides more, and sooner.
type ByBoard [3]Weights

// Fitted returns the weights that thera plays with, fitted on 6×6, 8×8 and 10×10 boards.
func Fitted() ByBoard { return ByBoard{fitted6x6(), fitted8x8(), fitted10x10()} }

func (b *ByBoard) of(p *amazons.Position) *Weights {
	files, ranks := p.Size()
	switch squares := files * ranks; {
	case squares <= 49:
		return &b[0]
	case squares <= 81:
		return &b[1]
	}
	return &b[2]
}

// Stages are the amounts of contest for which there are weights, in quarter squares as
// TermsOf returns them, from the end of the game to its beginning: 0 means decided, 160
// is as much as 40 squares that both sides reach equally soon, and 260 is nearly the start
// position on 10×10, with 280. Chosen by hand, not tuned.
var Stages = [...]int{0, 16, 64, 160, 260}

// Value returns the sum of the terms in centilogits.
func (w *Weights) Value(t *Terms, contest int) int {
	i, fraction := Stage(contest)
	low, high := 0, 0
	for k, n := range t {
		low += int(n) * int(w[i][k])
		high += int(n) * int(w[i+1][k])
	}
	return (low*(256-fraction) + high*fraction) >> 16
}

// Stage returns the last stage at or below contest that has a successor, and how far
// contest is on the way to that successor, 0 to 256.
func Stage(contest int) (i, fraction int) {
	contest = min(contest, Stages[len(Stages)-1])
	for i < len(Stages)-2 && contest >= Stages[i+1] {
		i++
	}
	return i, 256 * (contest - Stages[i]) / (Stages[i+1] - Stages[i])
}

// lateArrows is the number of arrows after which queen distance is the better measure
// on the 10×10 board. Chosen by hand, not tuned.
const lateArrows = 55

// Territory estimates the chances of seat in centilogits as simply as makes sense, as a
// baseline for [Evaluation]: the difference in territory as a share of all squares that
// either side can reach, by king distance until 55 arrows have been shot and by queen
// distance after that. A search with little more than this won a university tournament
// of twenty teams in 2026.
func Territory(p *amazons.Position, seat game.Seat) int {
	g := endgame.Over(p.Empty())
	late := p.Arrows().Len() >= lateArrows
	a, b := endgame.From(p.Amazons(seat)), endgame.From(p.Amazons(1-seat))
	first := 0
	for !a.Fresh.IsEmpty() || !b.Fresh.IsEmpty() {
		if late {
			g.QueenStep(&a)
			g.QueenStep(&b)
		} else {
			g.KingStep(&a)
			g.KingStep(&b)
		}
		first += a.Fresh.AndNot(b.All).Len() - b.Fresh.AndNot(a.All).Len()
	}
	reachable := a.All.Or(b.All).And(p.Empty()).Len()
	const scale = 600 // a lead of a sixth of the board is 73%; chosen by hand
	return scale * first / max(reachable, 1)
}
