package eval

import (
	"math"
	"testing"
)

// severalTermValues returns the values of all terms, in the order of fittedseveral.go.
func severalTermValues() (values []int32) {
	add := func(row []int16) {
		for _, v := range row {
			values = append(values, int32(v))
		}
	}
	for level, v := range severalValues[:3] {
		add(v.at[:])
		add(v.same[:])
		if level < 2 {
			add(v.up[:])
		}
	}
	for _, c := range severalClaims {
		values = append(append(values, c[0][:]...), c[1][:]...)
	}
	for _, v := range threatValues {
		values = append(values, v.threatening, v.moving)
	}
	return values
}

// TestSeveralTerms adds up the values of the terms: Several says the same.
func TestSeveralTerms(t *testing.T) {
	values := severalTermValues()
	if len(values) != NumSeveralTerms {
		t.Fatalf("%d values for %d terms", len(values), NumSeveralTerms)
	}
	seen := make([]bool, NumSeveralTerms)
	for _, p := range severalPositions(t) {
		seats, terms := SeveralTerms(&p)
		if terms == nil {
			if v := Several(&p, p.Turn()); v != certain && v != -certain {
				t.Fatalf("%s: no terms, but Several says %d", &p, v)
			}
			continue
		}
		sums := make([]int32, len(seats))
		for i := range seats {
			for _, term := range terms[i] {
				sums[i] += values[term]
				seen[term] = true
			}
		}
		for i, seat := range seats {
			others := int32(math.MinInt32 / 2)
			for k, sum := range sums {
				if k != i {
					others = addOdds(others, sum)
				}
			}
			if got, want := Several(&p, seat), clamp(sums[i]-others); got != want {
				t.Fatalf("%s: %d for seat %s, want %d by its terms", &p, got, seat, want)
			}
		}
	}
	for term := claimTerm; term < NumSeveralTerms; term++ {
		if !seen[term] {
			t.Errorf("term %d is in no position", term)
		}
	}
}
