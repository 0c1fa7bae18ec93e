package eval

import (
	"testing"

	"thera/amazons"
	"thera/game"
)

// far is the distance of a square that can't be reached.
const far = 99

// distances returns how many moves a side needs to each empty square, found
// square by square, with steps of at most reach squares in a line.
func distances(b game.Board, side game.Seat, reach int) map[[2]int]int {
	free := func(s [2]int) bool {
		return s[0] >= 0 && s[0] < b.Files && s[1] >= 0 && s[1] < b.Ranks && b.At(game.At(s[0], s[1])).Kind == ""
	}
	found := map[[2]int]int{}
	var queue [][2]int
	for s, c := range b.All() {
		at := [2]int{s.File(), s.Rank()}
		switch {
		case c.Owner.Has(side):
			queue, found[at] = append(queue, at), 0
		case c.Kind == "":
			found[at] = far
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				if df == 0 && dr == 0 {
					continue
				}
				for n := 1; n <= reach; n++ {
					to := [2]int{from[0] + n*df, from[1] + n*dr}
					if !free(to) {
						break
					}
					if found[to] == far {
						found[to] = found[from] + 1
						queue = append(queue, to)
					}
				}
			}
		}
	}
	return found
}

// naiveTerms counts the terms square by square, as their comments say.
func naiveTerms(p *amazons.Position) (t Terms, contest int) {
	b, own, other := p.Board(), p.Turn(), 1-p.Turn()
	t[TermMove] = 1
	ownD, otherD := distances(b, own, 10), distances(b, other, 10)
	ownK, otherK := distances(b, own, 1), distances(b, other, 1)
	for s, c := range b.All() {
		at := [2]int{s.File(), s.Rank()}
		if c.Kind == amazons.KindAmazon {
			m := len(amazonMoves(b, at))
			t[TermFreedom] += sign(c.Owner.Has(own), !c.Owner.Has(own)) * int32(128*m/(m+5))
		}
		if c.Kind != "" {
			continue
		}
		d, e := ownD[at], otherD[at]
		t[TermQueen] += sign(d < e, e < d)
		t[TermQueenLead] += sign(d+2 <= e, e+2 <= d)
		t[TermQueenNear] += 64>>min(d, 63) - 64>>min(e, 63)
		t[TermReach] += sign(d == 1 && e > 1, e == 1 && d > 1)
		t[TermPrivateArea] += sign(d < far && e == far, e < far && d == far)
		if d == e && d < far {
			t[TermTied]++
		}
		k, l := ownK[at], otherK[at]
		t[TermKing] += sign(k < l, l < k)
		t[TermKingNear] += max(int32(8-k), 0) - max(int32(8-l), 0)
		if k == l && k < far {
			t[TermKingTied]++
		}
		switch {
		case d == far || e == far:
		case d == e:
			contest += 4
		case d-e == 1 || e-d == 1:
			contest += 2
		default:
			contest++
		}
	}
	return t, contest
}

// amazonMoves returns the squares to which a queen on from can move.
func amazonMoves(b game.Board, from [2]int) (to [][2]int) {
	lone := game.NewBoard(b.Files, b.Ranks, b.Seats)
	copy(lone.Cells, b.Cells)
	for i := range lone.Cells {
		lone.Cells[i].Owner = 0
	}
	lone.At(game.At(from[0], from[1])).Owner = game.Only(0)
	for at, d := range distances(lone, 0, 10) {
		if d == 1 {
			to = append(to, at)
		}
	}
	return to
}

func sign(plus, minus bool) int32 {
	switch {
	case plus:
		return 1
	case minus:
		return -1
	}
	return 0
}

func TestTerms(t *testing.T) {
	for _, p := range randomPositions(t, 100, 80) {
		terms, contest := TermsOf(&p)
		wantTerms, wantContest := naiveTerms(&p)
		if terms != wantTerms || contest != wantContest {
			t.Fatalf("%s: %v, contest %d; square by square %v, contest %d", &p, terms, contest, wantTerms, wantContest)
		}
	}
}
