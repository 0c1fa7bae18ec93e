package santorini

import (
	"errors"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestExplain wants to be told why a turn is refused: what power it takes, what
// the seat's own allows, or what a rival's forbids.
func TestExplain(t *testing.T) {
	const board = "00000/00120/00100/00020/00000 b2c4,b4c3 1 "
	for _, test := range []struct{ powers, move, want string }{
		{"pan,pan", "b2-b3-a3(a2)", "stepping twice takes the power of artemis, and seat 1 is pan, who also wins by moving down"},
		{"mortal,pan", "b2-b3-a3(a2)", "seat 1 is mortal, who has no power"},
		{"pan,pan", "b2-b3(a3D)", "a dome on any level takes the power of atlas"},
		{"pan,pan", "b2-b3(a3,a2)", "building on two squares takes the power of demeter"},
		{"demeter,pan", "b2-b3(a3,a3)", "building twice on a square takes the power of hephaestus"},
		{"pan,pan", "(a3)b2-b3(a2)", "building before moving takes the power of prometheus"},
		{"pan,pan", "b2-b3,c4-c5(a2)", "walking with both workers takes the power of hermes"},
		{"pan,pan", "(a3)", "building without moving takes the power of hermes"},
		{"pan,pan", "c4-b4(a3)", "a worker stands on b4: moving there takes the power of apollo or minotaur, and seat 1 is pan, who"},
		{"pan,pan", "b2-b4(a3)", "walking further than one step takes the power of hermes"},
		{"minotaur,pan", "c4-c3(b5)", ""}, // too far to build
		{"minotaur,athena^", "c4-d4(d5)", "no worker of seat 1 may go up this turn, because athena went up on her last"},
		{"prometheus,pan", "(d4)c4-d4(d5)", "a worker that builds before moving may not go up: d4 is then on level 3, c4 on 1"},
		{"prometheus,pan", "(b5)c4-d4(d5)", "a worker that builds before moving may not go up: d4 is then on level 2, c4 on 1"},
		{"hephaestus,pan", "c4-d3(d2,d2)", "no second block on d2: want level 0 or 1"},
		{"hephaestus,pan", "b2-b3(e5,e5)", ""}, // too far to build
		{"apollo,pan", "c4-b4(e5)", ""},
		{"hermes,pan", "c4-a1(a2)", ""}, // goes down
		{"hermes,pan", "b2-d4(c5)", ""},
		{"artemis,pan", "b2-d1(e1)", "stepping twice names the square between: want from-between-to(build)"},
		{"artemis,pan", "b2-a4(b5)", "stepping twice names the square between: want from-between-to(build)"},
		{"artemis,pan", "b2-e5(d4)", "walking further than one step takes the power of hermes, and seat 1 is artemis"},
		{"mortal,mortal", "b2-b3(a3D)", "seat 1 is mortal"},
		{"mortal,mortal", "b2-b3(a1)", ""},
		{"mortal,athena^", "b2-a1(e5)", ""}, // on the level
		{"mortal,athena^", "c3-d4(e5)", ""}, // a rival's worker
	} {
		checkExplained(t, board+test.powers, test.move, test.want)
	}
}

// TestExplainBoards has what depends on more of the board: pushes without room behind the
// rival, a win, and walks.
func TestExplainBoards(t *testing.T) {
	for _, test := range []struct{ position, move, want string }{
		{"00000/00000/00000/00000/00000 a2c4,a1d4 1 minotaur,pan", "a2-a1(b1)", "can't be pushed"}, // the edge
		{"00000/00004/00000/00000/00000 a2c4,a1d4 1 minotaur,pan", "c4-d4(d5)", "can't be pushed"}, // a dome
		{"00000/00000/00000/00000/00000 c4e4,a1d4 1 minotaur,pan", "c4-d4(d5)", "can't be pushed"}, // a worker
		{"00000/00200/00000/00000/00000 a2c4,a1d4 1 apollo,pan", "c4-c3", "winning by moving down takes the power of pan"},
		{"44444/11141/44444/44444/00044 a4c4,a1b1 1 hermes,pan", "a4-e4(b4)", "cannot walk from a4 to e4 on level 1"},
		{"44444/11114/44444/44444/00044 a4c4,a1b1 1 hermes,pan", "a4-d4(c4)", ""}, // past the other worker
	} {
		checkExplained(t, test.position, test.move, test.want)
	}
}

// checkExplained wants a turn to be illegal for a reason, or with "" for none but the
// position.
func checkExplained(t *testing.T, position, move, want string) {
	t.Helper()
	pos := gametest.Must(t, Rules().Parse, position)
	m, err := pos.Read(move)
	explained := err != nil && !strings.HasSuffix(err.Error(), pos.String())
	if !errors.Is(err, game.ErrIllegal) || explained != (want != "") || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %s: %q, %v; want an error with %q", pos, move, m, err, want)
	}
}
