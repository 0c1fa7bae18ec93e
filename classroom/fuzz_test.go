package classroom_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/classroom"
)

// script makes the arguments of a sequence of calls out of arbitrary bytes.
type script []byte

// next returns a number from 0 to n-1.
func (s *script) next(n int) int {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return int(b) % n
}

// letter returns one of the letters.
func (s *script) letter(letters string) rune { return rune(letters[s.next(len(letters))]) }

// square returns a square on or next to a board of size n.
func (s *script) square(n int) classroom.Square { return at(s.next(n+2)-1, s.next(n+2)-1) }

var directions = map[classroom.Language][]string{
	classroom.English: {"N", "NE", "E", "SE", "S", "SW", "W", "NW", "", "X"},
	classroom.Dutch:   {"N", "NO", "O", "ZO", "Z", "ZW", "W", "NW", "", "X"},
}

// seeds adds byte sequences that are long enough to fill a board.
func seeds(f *testing.F) {
	for _, stride := range []int{1, 3, 7, 11, 13} {
		bytes := make([]byte, 300)
		for i := range bytes {
			bytes[i] = byte(i * i * stride >> 2)
		}
		f.Add(bytes)
	}
}

// checkRefusal checks that a call was refused with want and changed nothing of
// what the board shows.
func checkRefusal(t *testing.T, err, want error, before, after string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	if before != after {
		t.Fatalf("refused, but changed\n%s\nto\n%s", before, after)
	}
}

// FuzzAmazons makes arbitrary calls and checks each against a slow reading of
// the board's text.
func FuzzAmazons(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := script(data)
		language := []classroom.Language{classroom.English, classroom.Dutch}[s.next(2)]
		refusal := []error{classroom.ErrInvalidMove, classroom.ErrOngeldigeZet}[language]
		board := classroom.NewAmazons(language)
		state := func() string {
			return fmt.Sprint(board, board.Amazons(), board.Arrows(), board.Winner())
		}
		for len(s) > 0 {
			letter := s.letter("abcdABCDx*")
			heading := s.next(len(directions[language]))
			direction, n := directions[language][heading], s.next(13)-1
			call := board.MoveAmazon
			if s.next(2) == 1 {
				call = board.ShootArrow
			}

			before := state()
			from, err := board.Position(letter)
			legal := err == nil && n > 0 && pathIsFree(board.String(), from, heading, n)
			got, err := call(letter, direction, n)
			if got != board {
				t.Fatal("another board")
			}
			if !legal {
				checkRefusal(t, err, refusal, before, state())
				continue
			}
			if err != nil {
				t.Fatalf("%c %s %d is refused on\n%s", letter, direction, n, before)
			}
			checkAmazons(t, board)
		}
	})
}

// pathIsFree reports whether the n squares from a square in a direction are all
// underscores in the board's text.
func pathIsFree(text string, from classroom.Square, heading, n int) bool {
	for i := range n {
		if symbol(text, from, heading, i+1) != '_' {
			return false
		}
	}
	return true
}

// symbol returns what a board's text shows n squares away from a square in one
// of the directions, a blank off the board or in no direction.
func symbol(text string, from classroom.Square, heading, n int) byte {
	rows := strings.Split(text, "\n")
	if heading >= 8 {
		return ' '
	}
	row := from.Row + n*[]int{-1, -1, 0, 1, 1, 1, 0, -1}[heading]
	col := from.Col + n*[]int{0, 1, 1, 1, 0, -1, -1, -1}[heading]
	if row < 0 || row >= len(rows) || col < 0 || col >= len(rows[row]) {
		return ' '
	}
	return rows[row][col]
}

// checkAmazons checks that all that a board says about itself agrees.
func checkAmazons(t *testing.T, board *classroom.Amazons) {
	t.Helper()
	rows := strings.Split(board.String(), "\n")
	for _, amazon := range board.Amazons() {
		if got := rune(rows[amazon.Square.Row][amazon.Square.Col]); got != amazon.Letter {
			t.Fatalf("%v, but the board shows %c:\n%s", amazon, got, board)
		}
	}
	for _, arrow := range board.Arrows() {
		if rows[arrow.Row][arrow.Col] != '*' {
			t.Fatalf("no arrow at %v:\n%s", arrow, board)
		}
	}
	free, taken := strings.Count(board.String(), "_"), len(board.Amazons())+len(board.Arrows())
	if free+taken != 100 {
		t.Fatalf("%d free squares and %d others:\n%s", free, taken, board)
	}
}

// FuzzHermit makes arbitrary calls and checks that Move, IsValid and
// PossibleMoves agree.
func FuzzHermit(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := script(data)
		n := s.next(6)
		board, err := classroom.NewHermit(n)
		if err != nil {
			if n > 0 {
				t.Fatalf("size %d: %v", n, err)
			}
			return
		}
		for len(s) > 0 {
			move := classroom.Block{
				Color:     classroom.Color(s.letter("RYBG.")),
				Square:    s.square(n),
				Placement: classroom.Placement(s.letter("UHVX")),
			}
			before := board.String()
			legal := slices.Contains(board.PossibleMoves(), move)
			if squares, err := board.Positions(move.Square, move.Placement); err == nil {
				invalid := func(s classroom.Square) bool { return !board.IsValid(move.Color, s) }
				if slices.ContainsFunc(squares, invalid) == legal {
					t.Fatalf("%v is possible: %t, but not so by its squares on\n%s", move, legal, board)
				}
			}
			got, err := board.Move(move.Color, move.Square, move.Placement)
			if got != board {
				t.Fatal("another board")
			}
			if !legal {
				checkRefusal(t, err, classroom.ErrInvalidMove, before, board.String())
			} else if err != nil || board.String() == before {
				t.Fatalf("%v: error %v on\n%s", move, err, board)
			}
		}
	})
}

// FuzzSantorini makes arbitrary calls and checks each against a slow reading of
// the board's text.
func FuzzSantorini(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		s := script(data)
		positions := make([]classroom.Square, s.next(10))
		for i := range positions {
			positions[i] = s.square(5)
		}
		board, err := classroom.NewSantorini(positions)
		if err != nil {
			board = village()
		}
		state := func() string {
			winner, won := board.WinningWorker()
			return fmt.Sprint(board, board.Workers(), winner, won)
		}
		for len(s) > 0 {
			letter := s.letter("ABCDEFGHa")
			heading := s.next(len(directions[classroom.English]))
			direction := directions[classroom.English][heading]
			move := s.next(2) == 1
			call := board.BuildTower
			if move {
				call = board.MoveWorker
			}

			before, text := state(), board.String()
			winner, won := board.WinningWorker()
			i := slices.IndexFunc(board.Workers(), func(w classroom.Piece) bool { return w.Letter == letter })
			legal, from, level, target := false, classroom.Square{}, 0, 0
			if i >= 0 {
				from = board.Workers()[i].Square
				level = must(board.Level(letter))
				target = int(symbol(text, from, heading, 1)) - '0'
				legal = 0 <= target && target <= 3 && (!move || target <= level+1)
			}
			got, err := call(letter, direction)
			if got != board {
				t.Fatal("another board")
			}
			if !legal {
				checkRefusal(t, err, classroom.ErrInvalidMove, before, state())
				continue
			}
			if err != nil {
				t.Fatalf("%c %s is refused on\n%s", letter, direction, text)
			}
			if move {
				level = target
				if !won && level == 3 {
					winner, won = letter, true
				}
			} else if got := int(symbol(board.String(), from, heading, 1)) - '0'; got != target+1 {
				t.Fatalf("%c built to the %s from %d to %d:\n%s", letter, direction, target, got, board)
			}
			if got := must(board.Level(letter)); got != level {
				t.Fatalf("%c on level %d, want %d:\n%s", letter, got, level, board)
			}
			if w, ok := board.WinningWorker(); w != winner || ok != won {
				t.Fatalf("winning worker %q, %t, want %q, %t:\n%s", w, ok, winner, won, board)
			}
		}
	})
}
