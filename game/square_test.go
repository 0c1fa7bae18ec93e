package game_test

import (
	"testing"

	"thera/game"
)

func TestSquareNames(t *testing.T) {
	seen := map[string]bool{}
	for rank := range game.MaxRanks {
		for file := range game.MaxFiles {
			s := game.At(file, rank)
			if s.File() != file || s.Rank() != rank {
				t.Errorf("%s: file %d, rank %d, want %d, %d", s, s.File(), s.Rank(), file, rank)
			}
			if again, err := game.ParseSquare(s.String()); again != s || err != nil {
				t.Errorf("%s reads back as %s, %v", s, again, err)
			}
			seen[s.String()] = true
		}
	}
	if len(seen) != 100 || !seen["a1"] || !seen["j10"] {
		t.Errorf("%d names, want 100 from a1 to j10", len(seen))
	}
}

func TestParseSquareRefuses(t *testing.T) {
	for _, name := range []string{"", "a", "1", "a0", "a11", "a01", "k1", "A1", "a1 ", " a1", "a1b2", "aa1", "ä1"} {
		if s, err := game.ParseSquare(name); err == nil {
			t.Errorf("%q is read as %s", name, s)
		}
	}
}

func FuzzParseSquare(f *testing.F) {
	for _, seed := range []string{"a1", "j10", "a10", "d7", "k3", "b0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if s, err := game.ParseSquare(name); err == nil && s.String() != name {
			t.Errorf("%q is read as %s", name, s)
		}
	})
}

// TestSquaresAgainstMap compares the bitboard with sets made of maps.
func TestSquaresAgainstMap(t *testing.T) {
	board := game.Rectangle(game.MaxFiles, game.MaxRanks)
	if board.Len() != 100 {
		t.Fatalf("the largest board has %d squares", board.Len())
	}
	for seed := range uint64(50) {
		var set game.Squares
		squares := map[game.Square]bool{}
		for rest := board; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			if s := rest.First(); game.Mix(seed<<8|uint64(s))%4 == 0 {
				set, squares[s] = set.With(s), true
			}
		}
		neighbors := map[game.Square]bool{}
		for s := range squares {
			for df := -1; df <= 1; df++ {
				for dr := -1; dr <= 1; dr++ {
					if f, r := s.File()+df, s.Rank()+dr; f >= 0 && f < game.MaxFiles && r >= 0 && r < game.MaxRanks {
						neighbors[game.At(f, r)] = true
					}
				}
			}
		}
		for rest := board; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			s := rest.First()
			if set.Has(s) != squares[s] {
				t.Errorf("seed %d: %s in set: %v", seed, s, set.Has(s))
			}
			if set.Spread().Has(s) != neighbors[s] {
				t.Errorf("seed %d: %s next to set: %v", seed, s, set.Spread().Has(s))
			}
			if set.Without(s).Has(s) || !set.With(s).Has(s) {
				t.Errorf("seed %d: %s can't be added or removed", seed, s)
			}
		}
		if set.Len() != len(squares) {
			t.Errorf("seed %d: %d squares, want %d", seed, set.Len(), len(squares))
		}
		if set.Up(game.Stride).Down(game.Stride) != set || set.Down(1).Up(1) != set.Without(game.At(0, 0)) {
			t.Errorf("seed %d: there and back is elsewhere", seed)
		}
	}
}
