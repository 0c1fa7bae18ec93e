package classroom_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"thera/classroom"
)

const amazonsStart = `
___B__C___
__________
__________
A________D
__________
__________
a________d
__________
__________
___b__c___`

func TestAmazonsStart(t *testing.T) {
	tests := []struct {
		language classroom.Language
		amazons  string
	}{
		{classroom.English, "A(3, 0) B(0, 3) C(0, 6) D(3, 9) a(6, 0) b(9, 3) c(9, 6) d(6, 9)"},
		{classroom.Dutch, "A(3, 0) a(6, 0) B(0, 3) b(9, 3) C(0, 6) c(9, 6) D(3, 9) d(6, 9)"},
		{classroom.Language(7), "A(3, 0) B(0, 3) C(0, 6) D(3, 9) a(6, 0) b(9, 3) c(9, 6) d(6, 9)"},
	}
	for _, test := range tests {
		board := classroom.NewAmazons(test.language)
		if got := pieces(board.Amazons()); got != test.amazons {
			t.Errorf("amazons in language %d:\n%s, want\n%s", test.language, got, test.amazons)
		}
		if got := "\n" + board.String(); got != amazonsStart {
			t.Errorf("board in language %d:%s\nwant%s", test.language, got, amazonsStart)
		}
		if got := board.Arrows(); len(got) != 0 {
			t.Errorf("arrows in language %d: %v, want none", test.language, got)
		}
		if got := board.Winner(); got != 0 {
			t.Errorf("winner in language %d: %d, want 0", test.language, got)
		}
	}
}

func TestMovedAmazonsComeLast(t *testing.T) {
	board := classroom.NewAmazons(classroom.English)
	for _, letter := range "aAa" {
		must(board.MoveAmazon(letter, "E", 1))
	}
	const want = "B(0, 3) C(0, 6) D(3, 9) b(9, 3) c(9, 6) d(6, 9) A(3, 1) a(6, 2)"
	if got := pieces(board.Amazons()); got != want {
		t.Errorf("amazons\n%s, want\n%s", got, want)
	}
}

func TestArrowsAreInShootingOrder(t *testing.T) {
	board := classroom.NewAmazons(classroom.English)
	must(board.ShootArrow('a', "E", 2))
	must(board.ShootArrow('A', "E", 1))
	must(board.ShootArrow('a', "E", 1))
	want := []classroom.Square{{Row: 6, Col: 2}, {Row: 3, Col: 1}, {Row: 6, Col: 1}}
	if got := board.Arrows(); !slices.Equal(got, want) {
		t.Errorf("arrows %v, want %v", got, want)
	}
}

// TestAmazonsSlicesAreCopies writes into the slices that a board returns.
func TestAmazonsSlicesAreCopies(t *testing.T) {
	board := must(classroom.NewAmazons(classroom.English).ShootArrow('a', "E", 2))
	board.Amazons()[0].Letter = 'x'
	board.Arrows()[0].Row = 5
	if got := board.Amazons()[0].Letter; got != 'A' {
		t.Errorf("first amazon %c, want A", got)
	}
	if got := board.Arrows()[0].Row; got != 6 {
		t.Errorf("row of the arrow %d, want 6", got)
	}
}

func TestAmazonsUnknownLetter(t *testing.T) {
	board := classroom.NewAmazons(classroom.English)
	const want = "amazon 'x': want a to d or A to D"
	if _, err := board.Position('x'); err == nil || err.Error() != want {
		t.Errorf("position: error %v, want %s", err, want)
	}
	if _, err := board.PossibleDirections('x'); err == nil || err.Error() != want {
		t.Errorf("possible directions: error %v, want %s", err, want)
	}
}

func TestPossibleDirections(t *testing.T) {
	start := func() *classroom.Amazons { return classroom.NewAmazons(classroom.English) }
	tests := []struct {
		name   string
		board  *classroom.Amazons
		letter rune
		want   string
	}{
		{"all around", must(start().MoveAmazon('a', "E", 4)), 'a', "N NE E SE S SW W NW"},
		{"all around in Dutch", must(classroom.NewAmazons(classroom.Dutch).MoveAmazon('a', "O", 4)), 'a', "N NO O ZO Z ZW W NW"},
		{"at the edge", start(), 'B', "E SE S SW W"},
		{"in a corner", must(start().MoveAmazon('C', "E", 3)), 'C', "S SW W"},
		{"next to an arrow", must(start().ShootArrow('B', "S", 1)), 'B', "E SE SW W"},
		{"next to an amazon", must(start().MoveAmazon('C', "W", 2)), 'B', "SE S SW W"},
		{"only the first square counts", must(start().ShootArrow('B', "W", 2)), 'B', "E SE S SW W"},
		{"enclosed", enclose(start(), "B"), 'B', ""},
	}
	for _, test := range tests {
		directions, err := test.board.PossibleDirections(test.letter)
		if got := strings.Join(directions, " "); got != test.want || err != nil {
			t.Errorf("%s: directions of %c: %s, %v, want %s", test.name, test.letter, got, err, test.want)
		}
	}
}

// TestAmazonsRefusals tries all that can be wrong with a move, as a move and as
// a shot, and wants the same refusal and an unchanged board.
func TestAmazonsRefusals(t *testing.T) {
	tests := []struct {
		name      string
		letter    rune
		direction string
		n         int
	}{
		{"off the board at once", 'a', "W", 1},
		{"off the board later", 'a', "N", 7},
		{"far off the board", 'a', "NE", 1 << 62},
		{"enters an amazon", 'a', "N", 3},
		{"crosses an amazon", 'a', "N", 4},
		{"enters an arrow", 'a', "E", 4},
		{"crosses an arrow", 'a', "E", 5},
		{"no step", 'a', "E", 0},
		{"steps backward", 'a', "E", -1},
		{"unknown amazon", 'e', "E", 1},
		{"no letter", 0, "E", 1},
		{"arrow as an amazon", '*', "N", 1},
		{"unknown direction", 'a', "X", 1},
		{"direction in lower case", 'a', "e", 1},
		{"no direction", 'a', "", 1},
		{"direction of neither language", 'a', "SO", 1},
	}
	boards := []struct {
		board   *classroom.Amazons
		refusal classroom.RefusedError
		text    string
	}{
		{must(classroom.NewAmazons(classroom.English).ShootArrow('a', "E", 4)), classroom.ErrInvalidMove, "invalid move"},
		{must(classroom.NewAmazons(classroom.Dutch).ShootArrow('a', "O", 4)), classroom.ErrOngeldigeZet, "ongeldige zet"},
	}
	for _, b := range boards {
		before, amazons := b.board.String(), pieces(b.board.Amazons())
		for _, test := range tests {
			direction := test.direction
			if b.refusal == classroom.ErrOngeldigeZet {
				direction = strings.ReplaceAll(direction, "E", "O")
			}
			moved, moveErr := b.board.MoveAmazon(test.letter, direction, test.n)
			shot, shootErr := b.board.ShootArrow(test.letter, direction, test.n)
			for _, err := range []error{moveErr, shootErr} {
				if !errors.Is(err, b.refusal) || err.Error() != b.text {
					t.Errorf("%s: error %v, want %s", test.name, err, b.text)
				}
			}
			if moved != b.board || shot != b.board {
				t.Errorf("%s: returned another board", test.name)
			}
			if b.board.String() != before || pieces(b.board.Amazons()) != amazons || len(b.board.Arrows()) != 1 {
				t.Errorf("%s: changed the board to\n%s", test.name, b.board)
			}
		}
	}
}

// TestDirectionsAreOfOneLanguage uses each language's own names on the board of
// the other.
func TestDirectionsAreOfOneLanguage(t *testing.T) {
	if _, err := classroom.NewAmazons(classroom.English).MoveAmazon('a', "ZO", 1); err == nil {
		t.Error("an English board moves ZO")
	}
	if _, err := classroom.NewAmazons(classroom.Dutch).MoveAmazon('a', "SE", 1); err == nil {
		t.Error("a Dutch board moves SE")
	}
}

func TestAmazonsMayShootWhereTheyCameFrom(t *testing.T) {
	board := must(must(classroom.NewAmazons(classroom.English).MoveAmazon('a', "E", 2)).ShootArrow('a', "W", 2))
	if row := strings.Split(board.String(), "\n")[6]; row != "*_a______d" {
		t.Errorf("row 6 is %s, want *_a______d", row)
	}
}

// enclose shuts amazons in: each in turn shoots next to itself until no
// direction is left.
func enclose(board *classroom.Amazons, letters string) *classroom.Amazons {
	for _, letter := range letters {
		for _, direction := range must(board.PossibleDirections(letter)) {
			must(board.ShootArrow(letter, direction, 1))
		}
	}
	return board
}

func TestWinner(t *testing.T) {
	tests := []struct {
		name    string
		enclose string
		want    int
	}{
		{"nobody stuck", "", 0},
		{"three of each stuck", "abcABC", 0},
		{"white stuck by its own arrows", "abcd", 2},
		{"black stuck by its own arrows", "ABCD", 1},
		{"white stuck, black nearly", "ABCabcd", 2},
		{"both stuck, black shot last", "abcdABCD", 2},
		{"both stuck, white shot last", "ABCDabcd", 1},
		{"both stuck, white shot last, mixed", "aAbBcCDd", 1},
	}
	for _, language := range []classroom.Language{classroom.English, classroom.Dutch} {
		for _, test := range tests {
			board := enclose(classroom.NewAmazons(language), test.enclose)
			if got := board.Winner(); got != test.want {
				t.Errorf("%s: winner %d, want %d on\n%s", test.name, got, test.want, board)
			}
		}
	}
	if got := new(classroom.Amazons).Winner(); got != 2 {
		t.Errorf("both stuck and no arrow: winner %d, want 2", got)
	}
}

// TestAmazonsGoOnAfterTheEnd moves and shoots when the game is won.
func TestAmazonsGoOnAfterTheEnd(t *testing.T) {
	board := enclose(classroom.NewAmazons(classroom.English), "ABCD")
	must(must(board.MoveAmazon('a', "E", 2)).ShootArrow('a', "E", 1))
	if got := board.Winner(); got != 1 {
		t.Errorf("winner %d, want 1", got)
	}
}
