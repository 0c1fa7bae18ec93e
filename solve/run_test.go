package solve

import (
	"iter"
	"slices"
	"testing"
)

// TestHardest wants the records that rank highest, and those that rank alike together.
func TestHardest(t *testing.T) {
	work := Work{
		Records: func() iter.Seq[[]byte] { return slices.Values([][]byte{{3}, {0}, {255}, {3}, {1}}) },
		Effort:  func(record []byte) int { return int(record[0]) },
	}
	for most, want := range [][]byte{{}, {255}, {255}, {3, 255, 3}, {3, 255, 3, 1}, {3, 0, 255, 3, 1}} {
		var got []byte
		for record := range work.hardest(most) {
			got = append(got, record...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("at most %d: %v, want %v", most, got, want)
		}
	}
}
