package record

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/amazons"
	"thera/game"
	"thera/santorini"
)

// randomGame returns a game played to the end, with much said about it.
func randomGame(t testing.TB, rules game.Game, variant string) Game {
	pos, err := rules.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	g := Game{Game: rules.Name(), Start: pos.String(), Reason: "no moves"}
	g.Tags = []Tag{{"Event", "a test"}, {"Player1", `\"[a]:{b}`}, {"Player2", "Ω\xff\r\n\t"}, {"SGF.KM", ""}, {"SGF.GM", "1"}, {"GGF.TY", "8kr"}}
	rng := rand.New(rand.NewPCG(1, 2))
	for moves := pos.Moves(); len(moves) > 0; moves = pos.Moves() {
		turn := Turn{Move: moves[rng.IntN(len(moves))], Spent: time.Duration(rng.Int64N(1e11)), Score: "+23", Depth: len(g.Turns)}
		switch len(g.Turns) % 3 {
		case 0:
			turn.Comment = "a ] b \\ c \"d\" { } : \n\n e"
			turn.Clock = time.Duration(1 + rng.Int64N(1e13))
		case 1:
			turn.Tags = []Tag{{"line", "x y"}, {"SGF.TE", "1"}, {"SGF.LB", "aa:1"}, {"SGF.LB", "bb:2"}, {"SGF.BL", "5"}, {"SGF.C", "]"}}
		}
		if other := moves[0]; len(g.Turns)%2 == 0 {
			turn.Variations = append(turn.Variations, []Turn{{Move: other, Comment: "\n( 2. ]", Tags: []Tag{{"glyph", "!?"}, {"draw", "Ga1b2,Rc1"}}}})
			turn.Variations = append(turn.Variations, nested(t, pos, moves[len(moves)-1]))
		}
		g.Turns = append(g.Turns, turn)
		if pos, err = pos.Play(turn.Move); err != nil {
			t.Fatal(err)
		}
	}
	g.Winners = pos.Winners()
	return g
}

// nested returns a line that begins with a move and has two variations after it.
func nested(t testing.TB, pos game.Position, first game.Move) []Turn {
	line := []Turn{{Move: first, Depth: 7}}
	next, err := pos.Play(first)
	if err != nil {
		t.Fatal(err)
	}
	if moves := next.Moves(); len(moves) > 0 {
		side := []Turn{{Move: moves[len(moves)/2]}}
		line = append(line, Turn{Move: moves[0], Variations: [][]Turn{side, {{Move: moves[len(moves)-1]}}}})
	}
	return line
}

// TestOut plays on without those who have given up.
func TestOut(t *testing.T) {
	const begun = "[Game \"santorini\"]\n[Variant \"%s\"]\n\n1. @a1,a2\n2. @c1,c2\n3. @e1,e2\n"
	for _, test := range []struct{ variant, turns, winners, err string }{
		{"3p", "4. a2-a3(a4) {out=2}\n5. e2-e3(e4)\n", "-", ""},
		{"3p:mortal,athena,pan", "4. a2-a3(a4) {out=2,3}\n", "1", ""},
		{"3p", "4. a2-a3(a4) {out=2}\n5. c2-c3(c4)\n", "", "illegal move"},
		{"3p", "4. a2-a3(a4) {out=2,2}\n", "", "eliminate seat 2: in play are 1+3"},
		{"3p", "4. a2-a3(a4) {out=4}\n", "", "eliminate seat 4"},
		{"3p", "4. a2-a3(a4) {out=5+}\n", "", "want the seats that went out, as in 3 or 3,1"},
		{"3p", "4. a2-a3(a4) {out=1+2}\n", "", "want the seats that went out, as in 3 or 3,1"},
		{"2p", "", "", "move 3"},
	} {
		games, err := readAll(Thera, fmt.Sprintf(begun, test.variant)+test.turns)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s, %q: %v, want an error with %q", test.variant, test.turns, err, test.err)
			}
			continue
		}
		if err != nil || games[0].Winners.String() != test.winners {
			t.Errorf("%s, %q: %+v, %v; want it won by %s", test.variant, test.turns, games, err, test.winners)
			continue
		}
		again, err := readAll(Thera, writeAll(Thera, games))
		if diff := cmp.Diff(games, again); diff != "" || err != nil {
			t.Errorf("%s, %q: %v\n%s", test.variant, test.turns, err, diff)
		}
		record := games[0].Record()
		positions, err := record.Replay(santorini.Rules())
		if err != nil || len(record.Out) != 1 || positions[len(positions)-1].Winners() != games[0].Winners {
			t.Errorf("%s, %q: %v replayed to %v, %v; want it won by %s", test.variant, test.turns, record, positions, err, test.winners)
		}
	}
}

// TestEverythingIsKept writes and reads games that say all that can be said,
// in the formats that have room for all.
func TestEverythingIsKept(t *testing.T) {
	for _, rules := range games {
		for _, variant := range rules.Variants()[:3] {
			g := randomGame(t, rules, variant)
			for _, f := range []Format{Thera, SGF} {
				if f == SGF && g.Game != "amazons" {
					continue
				}
				two := []Game{g, g}
				again, err := readAll(f, writeAll(f, two))
				if err != nil {
					t.Fatal(f, err)
				}
				if diff := cmp.Diff(two, again); diff != "" {
					t.Errorf("%s of %s %s (-written +read):\n%s", f, rules.Name(), variant, diff)
				}
			}
		}
	}
}

// TestReversedStart keeps a start that looks as if SGF's colors were exchanged, and
// the tags of its players.
func TestReversedStart(t *testing.T) {
	for _, variant := range amazons.Rules().Variants() {
		usual, err := amazons.Rules().Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		board := usual.Board()
		swapSides(board)
		start, err := amazons.Rules().Compose(board, 1)
		if err != nil {
			t.Fatal(err)
		}
		g := Game{
			Game: "amazons", Start: start.String(), Winners: game.Only(1), Reason: ByResignation,
			Tags:  []Tag{{"Player1", "Ann"}, {"Player2", "Bob"}},
			Turns: []Turn{{Move: start.Moves()[0]}},
		}
		again, err := readAll(SGF, writeAll(SGF, []Game{g}))
		if diff := cmp.Diff([]Game{g}, again); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", variant, err, diff)
		}
	}
}

// TestTwoComments keeps tags of one name apart.
func TestTwoComments(t *testing.T) {
	g := randomGame(t, amazons.Rules(), "6x6")
	g.Tags = []Tag{{"Comment", "a"}, {"Comment", "b"}, {"Event", "x"}, {"Event", "y"}, {"Comment", "c"}}
	for _, f := range []Format{Thera, SGF} {
		again, err := readAll(f, writeAll(f, []Game{g}))
		if diff := cmp.Diff([]Game{g}, again); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", f, err, diff)
		}
	}
}

// TestLeftOut says what the other formats have no room for.
func TestLeftOut(t *testing.T) {
	g := randomGame(t, amazons.Rules(), "8x8")
	g.Tags[1].Value = "no bracket"

	ggf := g
	ggf.Tags = []Tag{g.Tags[1], g.Tags[2], g.Tags[5]}
	ggf.Turns = nil
	ggf.Reason = ""
	botzone := Game{Game: g.Game, Start: g.Start, Winners: g.Winners} // the board tells who has won
	for _, turn := range g.Turns {
		ggf.Turns = append(ggf.Turns, Turn{Move: turn.Move, Score: turn.Score, Spent: turn.Spent})
		botzone.Turns = append(botzone.Turns, Turn{Move: turn.Move})
	}
	for f, want := range map[Format]Game{GGF: ggf, Botzone: botzone} {
		got, err := readAll(f, writeAll(f, []Game{g}))
		if err != nil {
			t.Fatal(f, err)
		}
		if diff := cmp.Diff([]Game{want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
	}
}

// TestSGFHeader wants of results, comments and character sets, said once or several times,
// that what is made of them is written so that it is read again.
func TestSGFHeader(t *testing.T) {
	tests := []struct {
		header  string
		winners game.Seats
		reason  string
		tags    []Tag
	}{
		{"RE[W+R]", game.Only(1), ByResignation, nil},
		{"RE[W+2]", game.Only(1), "", []Tag{{"SGF.RE", "W+2"}}},
		{"RE[?]", 0, "", []Tag{{"SGF.RE", "?"}}},
		{"RE[B+]RE[W+R]", game.Only(0), "", []Tag{{"SGF.RE", "W+R"}}},
		{"RE[?]RE[W+R]", game.Only(1), ByResignation, []Tag{{"SGF.RE", "?"}}},
		{"RE[B+2]RE[W+2]", game.Only(0), "", []Tag{{"SGF.RE", "B+2"}, {"SGF.RE", "W+2"}}},
		{"RE[B+2][W+2]", game.Only(0), "", []Tag{{"SGF.RE", "B+2"}, {"SGF.RE", "W+2"}}},
		{"PL[W]RE[B+2][W+]", game.Only(1), "", []Tag{{"SGF.RE", "W+2"}, {"SGF.RE", "B+"}}},
		{"THERA[Result:2]RE[B+]", game.Only(1), "", []Tag{{"SGF.RE", "B+"}}},
		{"RE[B+2]EV[x]RE[W+2]THERA[Result:2]", game.Only(1), "", []Tag{{"SGF.RE", "B+2"}, {"Event", "x"}, {"SGF.RE", "W+2"}}},
		{"THERA[SGF.RE:B+]", 0, "", []Tag{{"SGF.RE", "B+"}}},
		{"EV[x]C[a]C[b]", 0, "", []Tag{{"Event", "x"}, {"Comment", "a\nb"}}},
		{"C[a\\\n]", 0, "", []Tag{{"Comment", "a"}}},
		{"THERA[SGF.C:x]", 0, "", []Tag{{"SGF.C", "x"}}},
		{"CA[utf-8]", 0, "", nil},
		{"THERA[SGF.CA:UTF-8]", 0, "", []Tag{{"SGF.CA", "UTF-8"}}},
	}
	for _, test := range tests {
		all, err := readAll(SGF, "(;GM[18]"+test.header+")")
		if err != nil {
			t.Errorf("%s: %v", test.header, err)
			continue
		}
		if g := all[0]; g.Winners != test.winners || g.Reason != test.reason || !slices.Equal(g.Tags, test.tags) {
			t.Errorf("%s: won by %v, %q, tags %v", test.header, g.Winners, g.Reason, g.Tags)
		}
		again, err := readAll(SGF, writeAll(SGF, all))
		if diff := cmp.Diff(all, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%s: %v, read, written and read again (-first +second):\n%s", test.header, err, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const start = "[Game \"amazons\"]\n[Variant \"6x6\"]\n"
	tests := []struct {
		format     Format
		text, want string
	}{
		{"pgn", "", `format "pgn": want one of thera, sgf, ggf, botzone`},

		{Thera, start + "[Result \"3\"]", `line 3, column 9: "Result 3": want winners among the seats 1 to 2`},
		{Thera, start + "[Result \"1+8\"]", `line 3, column 9: "Result 1+8": want winners among the seats 1 to 2`},
		{Thera, "1. d1-d7(g7)", `line 1, column 1: "1": want the tags of a game, as in [Game "amazons"]`},
		{Thera, "[Event \"x\"]", `line 1, column 1: "[": want a tag Game among the tags`},
		{Thera, "[Game \"go\"]", `line 1, column 7: "go": want the name of a game: amazons, santorini, hermit`},
		{Thera, "[Game amazons]", `line 1, column 7: "a": want a text in double quotes`},
		{Thera, "[Game \"amazons\n\"]", `line 1, column 7: "\"amazons": want a quote at the end of the text`},
		{Thera, "[Game \"\\z\"]", `line 1, column 7: "\"\\z\"": want a text in double quotes, in it \" for a quote and \\ for a backslash`},
		{Thera, "[Game \"amazons\"", `line 1, column 16: end of file: want ] after the tag Game`},
		{Thera, "[\"amazons\"]", `line 1, column 2: end of file: want a tag's name, as in [Game "amazons"]`},
		{Thera, "[Game \"amazons\"]\n[Variant \"9x9\"]", `line 2, column 10: "9x9": variant "9x9" of amazons: want one of 10x10, 8x8, 6x6`},
		{Thera, "[Game \"amazons\"]\n[Start \"Q\"]", `line 2, column 8: "Q": amazons position "Q": want a board and the side to move, as in "3q2q3/10/… w"`},
		{Thera, start + "[Result \"draw\"]", `line 3, column 9: "draw": want the winners' seats, as in 2 or 1+3, or - for nobody`},
		{Thera, start + "d1-d2(d1)", `line 3, column 1: "d1-d2(d1)": want the turn's number 1.`},
		{Thera, start + "1. b1-b3(d3) 3. a5-c3(c5)", `line 3, column 14: "3.": want the turn's number 2.`},
		{Thera, start + "1. ", `line 3, column 4: end of file: want a move after 1.`},
		{Thera, start + "1. b1-b3(d3)\n2. a5-c3(a4)", `line 4, column 4: "a5-c3(a4)": move 2: illegal move "a5-c3(a4)" in 1q2q1/q4q/6/1Q1*2/Q4Q/4Q1 b`},
		{Thera, start + "1. b1-b3/b3", `line 3, column 4: "b1-b3/b3": move 1: illegal move "b1-b3/b3" in 1q2q1/q4q/6/6/Q4Q/1Q2Q1 w`},
		{Thera, start + "1. b1-b3(d3) (1. b1-b2(c2) (1. e1-e2(e3) 2. a5-a4(a3))", `line 3, column 55: end of file: want a turn of the variation, and ) after the last`},
		{Thera, start + "1. b1-b3(d3) ( )", `line 3, column 16: ")": want a turn of the variation, and ) after the last`},
		{Thera, start + "1. b1-b3(d3) )", `line 3, column 14: ")": want a turn or the tags of the next game`},
		{Thera, start + "1. b1-b3(d3) (2. b1-b2(c2) )", `line 3, column 15: "2.": want the turn's number 1.`},
		{Thera, start + "1. b1-b3(d3) 2. a5-c3(c5) (2. a5-a4(a2) )", `line 3, column 31: "a5-a4(a2)": move 2: illegal move "a5-a4(a2)" in 1q2q1/q4q/6/1Q1*2/Q4Q/4Q1 b`},
		{Thera, start + strings.Repeat("1. b1-b3(d3) (", 502), `line 3, column 7015: "1": want at most 500 variations within each other`},
		{Thera, start + "1. b1-b3(d3) {depth=x}", `line 3, column 15: "depth=x": want a number of plies`},
		{Thera, start + "1. b1-b3(d3) {spent=-1s}", `line 3, column 15: "spent=-1s": want a time, as in 1m2.5s`},
		{Thera, start + "1. b1-b3(d3) {good move}", `line 3, column 15: "good": want a field such as depth=8, or a comment in quotes`},
		{Thera, start + "1. b1-b3(d3) {depth=}", `line 3, column 21: "}": want a text in double quotes`},
		{Thera, start + "1. b1-b3(d3) {", `line 3, column 15: end of file: want a field such as depth=8, a "comment" or }`},

		{SGF, ";GM[18]", `line 1, column 1: ";": want ( at the beginning of a game`},
		{SGF, "(B[aa])", `line 1, column 2: "B": want ; at the beginning of a node`},
		{SGF, "(;GM[1]SZ[19])", `line 1, column 3: "GM[1]": want GM[18], Amazons`},
		{SGF, "\n (;SZ[10])", `line 2, column 2: "(;": want GM[18], Amazons, in the first node`},
		{SGF, "(;GM[18]SZ[19])", `line 1, column 9: "SZ[19]": want a size from 1 to 10 or columns:rows`},
		{SGF, "(;GM[18]SZ[0:5])", `line 1, column 9: "SZ[0:5]": want a size from 1 to 10 or columns:rows`},
		{SGF, "(;GM[18]SZ[9])", `line 1, column 1: "(;": want AB, AW and AA to set up a board of 9x9`},
		{SGF, "(;GM[18]SZ[4]AB[ae])", `line 1, column 14: "AB[ae]": want points of the board of 4x4, such as dj, or rectangles, as in aa:cc`},
		{SGF, "(;GM[18]PL[black])", `line 1, column 9: "PL[black]": want PL[B] or PL[W]`},
		{SGF, "(;GM[18];B[djddgd]\n;B[gjehea])", `line 2, column 2: "B[gjehea]": want a move of W`},
		{SGF, "(;GM[18];B[djddgk])", `line 1, column 10: "B[djddgk]": want three points of the board, from, to and arrow, as in djddgd`},
		{SGF, "(;GM[18];B[])", `line 1, column 10: "B[]": want three points of the board, from, to and arrow, as in djddgd`},
		{SGF, "(;GM[18];B[djddaj])", `line 1, column 10: "B[djddaj]": move 1: illegal move "d1-d7(a1)" in 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w`},
		{SGF, "(;GM[18];B[djddgd]AA[aa])", `line 1, column 19: "AA[aa]": want the position to be set up before the first move`},
		{SGF, "(;GM[18];B[djddgd]THERA[x])", `line 1, column 19: "THERA[x]": want THERA[name:value]`},
		{SGF, "(;GM[18]THERA[Game:go])", `line 1, column 9: "THERA[Game:go]": want no tag Game here`},
		{SGF, "(;GM[18]C[a \\]", `line 1, column 9: "C[a ]": want ] at the end of the value`},
		{SGF, "(;GM[18]C)", `line 1, column 10: ")": want [ after the property's name C`},
		{SGF, "(;GM[18] c[x])", `line 1, column 10: "c": want ; ( or ) after a node`},
		{SGF, "(;GM[18](;B[djddgd])(;B[djddgj]))", `line 1, column 23: "B[djddgj]": move 1: illegal move "d1-d7(g1)" in 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w`},
		{SGF, "(;GM[18](;B[djddgd])(;W[addgad]))", `line 1, column 23: "W[addgad]": want a move of B`},
		{SGF, "(;GM[18]" + strings.Repeat("(", 501), `line 1, column 510: end of file: want at most 500 branches within each other`},
		{SGF, "(;GM[18](;B[djddgd])(;B[", `line 1, column 23: "B[": want ] at the end of the value`},
		{SGF, "(;GM[18]", `line 1, column 9: end of file: want ; ( or ) after a node`},

		{GGF, "GM[Amazons]", `line 1, column 1: "G": want (; at the beginning of a game`},
		{GGF, "(;GM[Othello];)", `line 1, column 3: "GM[Othello]": a game of Othello: want GM[Amazons]`},
		{GGF, "(;PB[x];)", `line 1, column 1: "(;": want GM[Amazons] in the game`},
		{GGF, "(;GM[Amazons]", `line 1, column 14: end of file: want a property such as GM[…]`},
		{GGF, "(;GM[Amazons];", `line 1, column 15: end of file: want ;) at the end of a game`},
		{GGF, "(;GM[Amazons]BO[2 ** OO];)", `line 1, column 14: "BO[2 ** OO]": want a size up to 10, as many ranks of - * and O, and * or O to move`},
		{GGF, "(;GM[Amazons]BO[2 *x -O *];)", `line 1, column 14: "BO[2 *x -O *]": want a size up to 10, as many ranks of - * and O, and * or O to move`},
		{GGF, "(;GM[Amazons]BO[2 *- -O X];)", `line 1, column 14: "BO[2 *- -O X]": want a size up to 10, as many ranks of - * and O, and * or O to move`},
		{GGF, "(;GM[Amazons]PB[a][b];)", `line 1, column 14: "PB[a][b]": want one value`},
		{GGF, "(;GM[Amazons]W[A7-D4-A7];)", `line 1, column 14: "W[A7-D4-A7]": want a move of B`},
		{GGF, "(;GM[Amazons]B[D1-D7];)", `line 1, column 14: "B[D1-D7]": want from-to-arrow/score/seconds, as in D1-D7-G7/7.25/6.5`},
		{GGF, "(;GM[Amazons]B[D1-D7-G7//x];)", `line 1, column 14: "B[D1-D7-G7//x]": want seconds, as in 11.88`},
		{GGF, "(;GM[Amazons]\nB[D1-D7-A1];)", `line 2, column 1: "B[D1-D7-A1]": move 1: illegal move "d1-d7(a1)" in 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w`},
		{GGF, "(;GM[Amazons]RE[+1.00]RE[+2.00];)", `line 1, column 23: "RE[+2.00]": want one result`},

		{Botzone, "5 0 3 2 6", `line 1, column 1: "5 0 3 2 6": want six numbers from 0 to 7, x and y of from, to and arrow`},
		{Botzone, "5 0 3 2 6 5\n5 0 3 2 6 8", `line 2, column 1: "5 0 3 2 6 8": want six numbers from 0 to 7, x and y of from, to and arrow`},
		{Botzone, "5 0 3 2 6 5\n5 0 3 2 6 5", `line 2, column 1: "5 0 3 2 6 5": move 2: illegal move "f1-d3(g6)" in 2q2q2/8/q5*q/8/8/Q2Q3Q/8/2Q5 b`},
	}
	for _, test := range tests {
		_, err := readAll(test.format, test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s %q:\n got %v\nwant %s", test.format, test.text, err, test.want)
		}
	}
	for _, err := range Read(Thera, strings.NewReader("[Game \"amazons\"]")) {
		if want := `line 1, column 7: "amazons": want the rules of its game: Read was given none`; err == nil || err.Error() != want {
			t.Errorf("without rules: %v, want %s", err, want)
		}
	}
}

// TestNotation reads moves in each form that docs/play/notation.md lists and that is one
// word, and writes them in their canonical text.
func TestNotation(t *testing.T) {
	for _, test := range []struct{ start, read, want string }{
		{
			`[Game "amazons"]` + "\n" + `[Start "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"]`,
			"1. b1b3,b3d3 2. a5-c3/c5 (2. a5b4,b4a5 )",
			"1. b1-b3(d3)\n2. a5-c3(c5)\n  ( 2. a5-b4(a5) )",
		},
		{
			`[Game "santorini"]` + "\n" + `[Start "00000/00000/00000/00000/00000 b2d4,b4d2 1"]`,
			"1. b2c2,c2b2",
			"1. b2-c2(b2)",
		},
		{
			`[Game "santorini"]` + "\n" + `[Start "00000/00000/00000/00000/00000 b2d4,b4d2 1 demeter,pan"]`,
			"1. b2-c2(c1,b2)",
			"1. b2-c2(b2,c1)",
		},
		{
			`[Game "hermit"]` + "\n" + `[Start ".../.../... 1"]`,
			"1. ya1-b1",
			"1. Ya1-b1",
		},
	} {
		games, err := readAll(Thera, test.start+"\n"+test.read)
		if err != nil {
			t.Errorf("%s: %v", test.read, err)
			continue
		}
		if got := writeAll(Thera, games); !strings.HasSuffix(strings.TrimRight(got, "\n"), "\n\n"+test.want) {
			t.Errorf("%s is written as\n%s\nwant the turns\n%s", test.read, got, test.want)
		}
	}
}

// TestIllegalMove checks what a caller can branch on.
func TestIllegalMove(t *testing.T) {
	_, err := readAll(SGF, "(;GM[18]\n;B[djddaj])")
	var place *Error
	if !errors.As(err, &place) || place.Line != 2 || place.Column != 2 || !errors.Is(err, game.ErrIllegal) {
		t.Errorf("error %v: want one at line 2, column 2 that wraps %v", err, game.ErrIllegal)
	}
}

func TestGamesBeforeAnError(t *testing.T) {
	all, err := readAll(Botzone, "\n\n5 0 3 2 6 5\n\n\n5 0 3 2 6 5\n\n1 2 3")
	if len(all) != 2 || err == nil {
		t.Errorf("read %d games and %v: want two games and an error", len(all), err)
	}
}

func TestInputFails(t *testing.T) {
	broken := errors.New("broken")
	for _, f := range Formats() {
		var text strings.Builder
		if err := Write(f, &text, randomGame(t, amazons.Rules(), "8x8")); err != nil && f != GGF {
			t.Fatal(err)
		}
		in := io.MultiReader(strings.NewReader(text.String()[:text.Len()/2]), iotest.ErrReader(broken))
		var last error
		for _, err := range Read(f, in, games...) {
			last = err
		}
		if !errors.Is(last, broken) {
			t.Errorf("%s: error %v: want %v", f, last, broken)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	const start = "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"
	second := func(t Turn) Game {
		return Game{Game: "amazons", Start: start, Turns: []Turn{{Move: "a2-a3(a2)"}, t}}
	}
	tests := []struct {
		format Format
		game   Game
		want   string
	}{
		{"pgn", Game{}, `format "pgn": want one of thera, sgf, ggf, botzone`},
		{Thera, Game{Game: "go"}, `game "go" from "": want a game's name and a start position`},
		{Thera, Game{Game: "go", Start: "x", Tags: []Tag{{"a b", ""}}}, `tag name "a b": want a letter, then letters, digits, '.', '_' or '-'`},
		{Thera, Game{Game: "go", Start: "x", Tags: []Tag{{"Result", "1"}}}, `tag "Result": want the field of that name to be set`},
		{Thera, second(Turn{Move: "a1-a2(a1)", Variations: [][]Turn{{}}}), `turn 2: variation without a turn: want one at least`},
		{Thera, second(Turn{Move: "a1-a2(a1)", Tags: []Tag{{"depth", "1"}}}), `turn 2: tag "depth": want the field of that name to be set`},
		{Thera, second(Turn{Move: "a1-a2(a1)", Depth: -1}), `turn 2: clock 0s, spent 0s, depth -1: want none below 0`},
		{Thera, second(Turn{Variations: [][]Turn{{{}, {Depth: -1}}}}), `turn 3: clock 0s, spent 0s, depth -1: want none below 0`},
		{Thera, second(Turn{Move: "d1 d2 d1"}), `thera: turn 2: move "d1 d2 d1": want a move's canonical text`},
		{SGF, Game{Game: "go", Start: "x"}, `sgf: game "go": want amazons`},
		{SGF, Game{Game: "amazons", Start: "w"}, `sgf: amazons position "w": want a board and the side to move, as in "3q2q3/10/… w"`},
		{SGF, second(Turn{Move: "Ya3"}), `sgf: turn 2: move "Ya3": want from-to(arrow), as in d1-d7(g7)`},
		{SGF, second(Turn{Move: "a2-a7(a3)"}), `sgf: turn 2: move "a2-a7(a3)": want squares of a board of 6x6`},
		{GGF, Game{Game: "amazons", Start: "Q*/q1 w"}, `ggf: start "Q*/q1 w": want no arrows`},
		{GGF, Game{Game: "amazons", Start: "Q1q w"}, `ggf: start "Q1q w": want a square board`},
		{GGF, second(Turn{Move: "a2-a3(a2)", Score: "1/2"}), `ggf: turn 2: score "1/2": want one without /`},
		{GGF, Game{Game: "amazons", Start: start, Tags: []Tag{{"Player1", "]"}}}, `ggf: PB "]": want a text without ]`},
		{Botzone, second(Turn{}), `botzone: start "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w": want the variant 8x8`},
	}
	for _, test := range tests {
		var out strings.Builder
		err := Write(test.format, &out, test.game)
		if err == nil || err.Error() != test.want || out.Len() > 0 {
			t.Errorf("%s:\n got %v\nwant %s", test.format, err, test.want)
		}
	}
}

func TestDetect(t *testing.T) {
	tests := []struct {
		text string
		want Format
	}{
		{" \n[Game \"amazons\"]", Thera},
		{"\ufeff(;FF[4]GM[18]", SGF},
		{"(;C[GM]GM[18]C[(;GM[Amazons]])", SGF},
		{"(;GM[Amazons]PC[GGS/ams]", GGF},
		{"2 (;GM[Amazons]", GGF},
		{"(;GM[Othello]PC[GGS/os]", GGF},
		{"-1 -1 -1 -1 -1 -1", Botzone},
		{"0 2 4 2 4 1\r\n", Botzone},
		{"3\n-1 -1 -1 -1 -1 -1\n", Botzone},
		{"3", ""},
		{"hello", ""},
		{"", ""},
	}
	for _, test := range tests {
		got, err := Detect([]byte(test.text))
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("Detect(%q) = %q, %v: want %q", test.text, got, err, test.want)
		}
	}
	_, err := Detect([]byte("hello\nyou"))
	if want := `file that begins with "hello": want one of the formats thera, sgf, ggf, botzone`; err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

func BenchmarkRead(b *testing.B) {
	g := randomGame(b, amazons.Rules(), "10x10")
	g.Tags = nil
	for _, f := range []Format{Thera, SGF, GGF} {
		text := writeAll(f, []Game{g})
		b.Run(string(f), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				all, err := readAll(f, text)
				if err != nil || len(all) != 1 || len(all[0].Turns) != len(g.Turns) {
					b.Fatal(len(all), err)
				}
			}
		})
	}
}
