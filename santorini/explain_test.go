package santorini

import (
	"errors"
	"strings"
	"testing"

	"thera/game"
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
		{"minotaur,pan", "c4-c3(b5)", "illegal move"}, // too far to build
		{"minotaur,athena^", "c4-d4(d5)", "no worker of seat 1 may go up this turn, because athena went up on her last"},
		{"prometheus,pan", "(d4)c4-d4(d5)", "a worker that builds before moving may not go up: d4 is then on level 3, c4 on 1"},
		{"prometheus,pan", "(b5)c4-d4(d5)", "a worker that builds before moving may not go up: d4 is then on level 2, c4 on 1"},
		{"hephaestus,pan", "c4-d3(d2,d2)", "no second block on d2: want level 0 or 1"},
		{"hermes,pan", "c4-a1(a2)", "illegal move"}, // goes down
		{"hermes,pan", "b2-d4(c5)", "illegal move"},
		{"artemis,pan", "b2-d1(e1)", "stepping twice names the square between: want from-between-to(build)"},
		{"artemis,pan", "b2-a4(b5)", "stepping twice names the square between: want from-between-to(build)"},
		{"artemis,pan", "b2-e5(d4)", "illegal move"},
		{"mortal,mortal", "b2-b3(a3D)", "seat 1 is mortal"},
		{"mortal,mortal", "b2-b3(a1)", "illegal move"},
	} {
		pos, err := Rules().Parse(board + test.powers)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := pos.Read(test.move); !errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s: %q, %v; want an error with %q", pos, test.move, m, err, test.want)
		}
	}
}

// TestExplainPush has no room behind a rival.
func TestExplainPush(t *testing.T) {
	for text, move := range map[string]string{
		"00000/00000/00000/00000/00000 a2c4,a1d4 1 minotaur,pan": "a2-a1(b1)", // the edge
		"00000/00004/00000/00000/00000 a2c4,a1d4 1 minotaur,pan": "c4-d4(d5)", // a dome
		"00000/00000/00000/00000/00000 c4e4,a1d4 1 minotaur,pan": "c4-d4(d5)", // a worker
	} {
		pos, err := Rules().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pos.Read(move); err == nil || !strings.Contains(err.Error(), "can't be pushed") {
			t.Errorf("%s: %s: %v, want to hear of the push", pos, move, err)
		}
	}
	down, err := Rules().Parse("00000/00200/00000/00000/00000 a2c4,a1d4 1 apollo,pan")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := down.Read("c4-c3"); err == nil || !strings.Contains(err.Error(), "winning by moving down takes the power of pan") {
		t.Errorf("apollo wins by going down: %v", err)
	}
	pos, err := Rules().Parse("44444/11114/44444/44444/00044 a4c4,a1b1 1 hermes,pan")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pos.Read("a4-d4(c4)"); err == nil || !strings.Contains(err.Error(), "illegal") {
		t.Errorf("one worker passes the other in a corridor: %v", err)
	}
}
