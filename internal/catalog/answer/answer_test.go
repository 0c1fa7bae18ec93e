package answer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

func find(t *testing.T, s answer.Start) (catalog.Entry, game.Position) {
	t.Helper()
	entry, pos, err := s.Find(catalog.Games())
	if err != nil {
		t.Fatal(err)
	}
	return entry, pos
}

func text(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestStart(t *testing.T) {
	for _, test := range []struct {
		start      answer.Start
		field, err string
	}{
		{answer.Start{Game: "amazons"}, "", ""},
		{answer.Start{Game: "hermit", Variant: "3x3", Moves: []game.Move{"Rb2"}}, "", ""},
		{answer.Start{Game: "amazons", Variant: "4x4", Boards: true}, "", ""},
		{answer.Start{Game: "chess"}, "game", `unknown game "chess": want one of amazons, santorini, hermit`},
		{answer.Start{Game: "amazons", Variant: "4x4"}, "variant", `variant "4x4" of amazons`},
		{answer.Start{Game: "amazons", Position: "Q"}, "position", `amazons position "Q"`},
		{answer.Start{Game: "amazons", Position: "Q1q w", Variant: "6x6"}, "position", answer.ErrBoth.Error()},
		{answer.Start{Game: "hermit", Moves: []game.Move{"Rb2", "Rb3"}}, "moves[1]", `illegal move "Rb3"`},
	} {
		_, pos, err := test.start.Find(catalog.Games())
		if test.err == "" {
			if err != nil || pos == nil {
				t.Errorf("%+v: %v", test.start, err)
			}
			continue
		}
		field, ok := errors.AsType[*answer.FieldError](err)
		if !ok || field.Field != test.field || !strings.Contains(err.Error(), test.err) {
			t.Errorf("%+v: %#v, want %s: %s", test.start, err, test.field, test.err)
		}
	}
	_, _, err := answer.Start{Game: "hermit", Position: ". 1", Variant: "3x3"}.Find(catalog.Games())
	if !errors.Is(err, answer.ErrBoth) {
		t.Errorf("%v, want ErrBoth", err)
	}
}

func TestSearch(t *testing.T) {
	entry, pos := find(t, answer.Start{Game: "hermit", Position: "... 1"})
	best := engine.Info{Score: engine.WinIn(3), Depth: 3, Nodes: 10, Time: time.Second, Line: []game.Move{"Rb1"}}
	other := engine.Info{Score: engine.Estimate(0), Depth: 2, Rank: 1, Line: []game.Move{"Ra1", "Bb1"}}
	got := text(t, answer.NewSearch(entry, pos, []engine.Info{best, other}))
	want := `{"game":"hermit","position":"... 1","rank":1,"move":"Rb1",` +
		`"score":{"win_probability":1,"proven":true,"plies":3},"depth":3,"nodes":10,"seconds":1,"line":["Rb1"],` +
		`"others":[{"rank":2,"move":"Ra1","score":{"win_probability":0.5,"proven":false,"centilogits":0},"depth":2,"line":["Ra1","Bb1"]}]}`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestProof(t *testing.T) {
	entry, pos := find(t, answer.Start{Game: "hermit", Position: "... 1"})
	for _, test := range []struct {
		verdict engine.Verdict
		want    string
	}{
		{engine.Verdict{Nodes: 9}, `"proven":false,"winners":[],"moves":[],"nodes":9,"seconds":0}`},
		{
			engine.Verdict{Proven: true, Winners: game.Only(0), Plies: 3, Moves: []game.Move{"Rb1"}},
			`"proven":true,"winners":[1],"plies":3,"nimber":0,"grundy":0,"moves":["Rb1"],"nodes":0,"seconds":0}`,
		},
		{
			engine.Verdict{Proven: true, Winners: game.Only(1), Grundy: -1},
			`"proven":true,"winners":[2],"moves":[],"nodes":0,"seconds":0}`,
		},
	} {
		if got := text(t, answer.NewProof(entry, pos, test.verdict)); !strings.HasSuffix(got, test.want) {
			t.Errorf("got %s\nwant … %s", got, test.want)
		}
	}
}

// A finished game is won in 0 plies, no matter which seat would move next.
func TestFinished(t *testing.T) {
	for _, test := range []struct{ game, position, search string }{
		{"amazons", "*Qq b", `"win_probability":0,"proven":true,"plies":0},"depth":0,"nodes":0,"seconds":0,"line":[],"winners":[1]}`},
		{"hermit", "R 2", `"win_probability":0,"proven":true,"plies":0},"depth":0,"nodes":0,"seconds":0,"line":[],"winners":[1]}`},
	} {
		entry, pos := find(t, answer.Start{Game: test.game, Position: test.position})
		if got := text(t, answer.NewSearch(entry, pos, nil)); !strings.HasSuffix(got, test.search) {
			t.Errorf("got %s\nwant … %s", got, test.search)
		}
		got := text(t, answer.NewProof(entry, pos, engine.Verdict{Proven: true, Winners: pos.Winners(), Grundy: -1}))
		if want := `"proven":true,"winners":[1],"plies":0,"moves":[],"nodes":0,"seconds":0}`; !strings.HasSuffix(got, want) {
			t.Errorf("got %s\nwant … %s", got, want)
		}
		if got := text(t, answer.NewPosition(entry, pos)); !strings.HasSuffix(got, `"turn":2,"winners":[1],"ending":"stuck"}`) {
			t.Error(got)
		}
	}
}

func ExampleMoves() {
	_, pos, err := answer.Start{Game: "amazons", Position: "Q1q w"}.Find(catalog.Games())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Moves(pos))
	// Output:
	// [{a1-b1(a1) [a1 b1 a1]}]
}
