package record

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"thera/amazons"
	"thera/game"
)

// TestLimitsAccepted reads the least and the greatest of what is allowed.
func TestLimitsAccepted(t *testing.T) {
	const start = "[Game \"amazons\"]\n[Variant \"6x6\"]\n"
	const first = "1. b1-b3(d3)"
	turn := Turn{Move: "b1-b3(d3)"}
	tests := []struct {
		format Format
		text   string
		want   Game // Game, Start and what is not said are filled in
	}{
		{Thera, start + first + " {depth=0 spent=0s clock=0s}", Game{Turns: []Turn{turn}}},
		{Thera, start + "[Result \"2\"]" + first, Game{Winners: game.Only(1), Turns: []Turn{turn}}},
		{Thera, "\t\v\f\r\n" + start + "1.\tb1-b3(d3)\r", Game{Turns: []Turn{turn}}},
		{GGF, "(;GM[Amazons]BO[1 * *];)", Game{Start: "Q w"}},
		{GGF, "(;GM[Amazons]BO[1 O O];)", Game{Start: "q b"}},
		{GGF, "(;GM[Amazons]RE[?];)", Game{Tags: []Tag{{"GGF.RE", "?"}}}},
		{GGF, "(;GM[Amazons]B[D1-D7-G7/7.25];)", Game{Turns: []Turn{{Move: "d1-d7(g7)", Score: "7.25"}}}},
		{GGF, "(;GM[Amazons]B[D1-D7-G7//6.5];)", Game{Turns: []Turn{{Move: "d1-d7(g7)", Spent: 6500 * time.Millisecond}}}},
		{SGF, "(;GM[18]SZ[6](;B[bfbddd]);W[node after a branch])", Game{Turns: []Turn{turn}}},
		{SGF, "(;GM[18]SZ[6];B[bfbddd](;C[x])(;C[y];W[abcdcb]))", Game{Turns: []Turn{{Move: "b1-b3(d3)", Comment: "x"}, {Move: "a5-c3(c5)"}}}},
		{SGF, "\ufeff(;GM[18])", Game{}},
		{SGF, "(;GM[18]SZ[1]AB[aa]PL[B])", Game{Start: "Q w"}},
		{SGF, "(;GM[18]SZ[1]AB[aa]PL[B]ABCDEFGHIJKLMNOP[x])", Game{Start: "Q w", Tags: []Tag{{"SGF.ABCDEFGHIJKLMNOP", "x"}}}},
		{SGF, "(;GM[18]SZ[1:4]AB[aa]AW[ad]PL[B])", Game{Start: "Q/1/1/q w"}},
		{SGF, "(;GM[18]SZ[4:1]AB[aa]AW[da]PL[B])", Game{Start: "Q2q w"}},
		{SGF, "(;GM[18]SZ[10:10]AB[aa]AW[jj]PL[B])", Game{Start: "Q9/10/10/10/10/10/10/10/10/9q w"}},
	}
	for _, test := range tests {
		all, err := readAll(test.format, test.text)
		if err != nil || len(all) != 1 {
			t.Errorf("%s %q: %d games, %v", test.format, test.text, len(all), err)
			continue
		}
		got, want := all[0], test.want
		want.Game = "amazons"
		if want.Start == "" {
			want.Start = got.Start
		}
		if want.Winners == 0 {
			want.Winners = got.Winners
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", test.format, test.text, diff)
		}
	}
}

// TestLimitsRefused reads and writes what lies one step beyond.
func TestLimitsRefused(t *testing.T) {
	reads := []struct {
		format     Format
		text, want string
	}{
		{Thera, "[Game \"amazons\"]\n[Result \"9\"]", "want the winners' seats"},
		{GGF, "(;GM[Amazons]BO[0 *];)", "want a size up to 10"},
		{SGF, "(;GM[18]SZ[0])", "want a size from 1 to 10"},
		{SGF, "(;GM[18]SZ[6:0])", "want a size from 1 to 10"},
		{SGF, "(;GM[18]SZ[11:6])", "want a size from 1 to 10"},
		{SGF, "(;GM[18]SZ[6:11])", "want a size from 1 to 10"},
		{SGF, "(;GM[18]SZ[4]AB[ea])", "want points of the board of 4x4"},
		{SGF, "(;GM[18]" + strings.Repeat("X", maxProperty+1) + "[])", "want a property's name of at most 16 letters"},
	}
	for _, test := range reads {
		if _, err := readAll(test.format, test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: error %v, want %s", test.format, test.text, err, test.want)
		}
	}
	g := Game{Game: "amazons", Start: "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", Turns: []Turn{{Move: "b1-g1(b1)"}}}
	if err := Write(SGF, new(strings.Builder), g); err == nil || !strings.Contains(err.Error(), "want squares of a board of 6x6") {
		t.Errorf("a move to g1 on 6x6 is written: error %v", err)
	}
}

// TestLongNames writes a tag that SGF can't have as a property's name, and reads it back.
func TestLongNames(t *testing.T) {
	g := Game{Game: "amazons", Start: "Q w", Tags: []Tag{{sgf.prefix + strings.Repeat("X", maxProperty+1), "x"}}}
	again, err := readAll(SGF, writeAll(SGF, []Game{g}))
	if err != nil || len(again) != 1 || !cmp.Equal(again[0].Tags, g.Tags) {
		t.Errorf("%+v, %v", again, err)
	}
}

// TestWorkGrowsWithText reads and writes files that are mostly of one kind, which take
// memory and become files of about their own size.
func TestWorkGrowsWithText(t *testing.T) {
	const n = 4000
	head := "[Game \"amazons\"]\n[Variant \"6x6\"]\n1. b1-b3(d3) "
	deep := strings.Repeat("( 1. b1-b3(d3) ", maxNesting-1)
	root, move := "(;GM[18]SZ[6]", ";B[bfbddd]"
	long := randomGame(t, amazons.Rules(), "6x6")
	for i, turn := range long.Turns {
		long.Turns[i] = Turn{Move: turn.Move}
	}
	_, moves, _ := strings.Cut(writeAll(SGF, []Game{{Game: long.Game, Start: long.Start, Turns: long.Turns}}), ";B")
	second := "(;C[x])(;C[y]" // has the rest of the game, if the first branch has no turn
	for name, test := range map[string]struct {
		format Format
		text   string
	}{
		"comments":              {Thera, head + "{" + strings.Repeat(`"a" `, n) + "}"},
		"variations":            {Thera, head + deep + strings.Repeat("( 1. b1-b3(d3) ) ", n) + strings.Repeat(" )", maxNesting-1)},
		"comments of a node":    {SGF, root + move + strings.Repeat("C[a]", n) + ")"},
		"comments of a turn":    {SGF, root + move + strings.Repeat(";C[a]", n) + ")"},
		"comments of a game":    {SGF, root + strings.Repeat("C[a]", n) + move + ")"},
		"properties of a node":  {SGF, root + move + strings.Repeat("X[a]Y[b]", n) + ")"},
		"properties of a game":  {SGF, root + strings.Repeat("X[a]C[b]", n) + move + ")"},
		"fields of a node":      {SGF, root + move + strings.Repeat("THERA[x:a]C[b]", n) + ")"},
		"comments in branches":  {SGF, root + move + "(" + strings.Repeat(";C[a]", n) + ")(;C[b]))"},
		"branches without turn": {SGF, root + move + strings.Repeat("(;C[a])", n) + ")"},
		"branches of a game":    {SGF, root + strings.Repeat(second, maxNesting-1) + ";B" + moves + strings.Repeat(")", maxNesting-1)},
		"tags":                  {GGF, "(;GM[Amazons]" + strings.Repeat("XX[a]", n) + ";)"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		all, err := readAll(test.format, test.text)
		written := writeAll(test.format, all)
		runtime.ReadMemStats(&after)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %d games, %v", name, len(all), err)
		}
		if most := 10 * len(test.text); len(written) > most {
			t.Errorf("%s: %d bytes become %d, want at most %d", name, len(test.text), len(written), most)
		}
		if made, most := after.TotalAlloc-before.TotalAlloc, uint64(200*len(test.text)); made > most {
			t.Errorf("%s: %d bytes take %d in memory, want at most %d", name, len(test.text), made, most)
		}
	}
}

// TestShorten quotes sixty bytes of a text and no more.
func TestShorten(t *testing.T) {
	for n, want := range map[int]string{59: strings.Repeat("x", 59), 60: strings.Repeat("x", 60), 61: strings.Repeat("x", 60) + "…"} {
		if got := shorten(strings.Repeat("x", n)); got != want {
			t.Errorf("%d bytes become %q", n, got)
		}
	}
}

// TestQuotedWords writes a score in quotes where it is no plain word.
func TestQuotedWords(t *testing.T) {
	for score, want := range map[string]string{"!~": "!~", "a b": `"a b"`, "\x7f": `"\x7f"`, "a=b": `"a=b"`, "ä": `"ä"`} {
		got := theraComment(Turn{Score: score})
		if want := fmt.Sprintf(" {score=%s}", want); got != want {
			t.Errorf("score %q is written as%s, want%s", score, got, want)
		}
	}
}
