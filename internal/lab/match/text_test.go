package match

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

// TestTextPrograms has the text program play both sides of two whole games,
// from openings of no and of three moves.
func TestTextPrograms(t *testing.T) {
	for _, plies := range []int{0, 3} {
		m := newMatch(t, amazons.Rules(), "10x10", "text:"+act("play-text"), "text:"+act("play-text"))
		m.Games, m.Book = 2, RandomOpenings(start(t, m.Entry.Game, m.Variant), plies, 1, nil)
		for _, g := range playAll(t, m) {
			if g.Reason != ByRules {
				t.Errorf("%+v", g)
			}
			replayed := gametest.Must(t, m.Record(g).Record().Replay, m.Entry.Game)
			if won := replayed[len(replayed)-1].Winners(); won != game.Only(game.Seat(g.Winner-1)) {
				t.Errorf("won by %d, by the rules by %s", g.Winner, won)
			}
		}
	}
}

// TestTextProgramsAtFault plays with programs that do something wrong.
func TestTextProgramsAtFault(t *testing.T) {
	for _, test := range []struct {
		name   string
		time   string // enough to answer, on a machine however busy
		want   Reason
		moves  int
		detail string
	}{
		{"mute", "300ms", Overrun, 0, `no answer within 300ms`},
		{"crash", "60", Crash, 0, `engine ended (exit status 3): want a move; it wrote "java.lang.NullPointerException"`},
		{"illegal", "60", Illegal, 2, `illegal move "d1-d2(d1)" in `},
		{"claim", "60", Illegal, 0, `engine answered "* White wins.": want a move`},
		{"relaxed", "60", Illegal, 2, `engine answered "* White wins.": want a move`},
		{"babbling", "60", Illegal, 2, `engine answered "* nonsense": want a move`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, amazons.Rules(), "10x10", "text,movetime="+test.time+":"+act(test.name), "drawer")
			m.Book = RandomOpenings(start(t, m.Entry.Game, m.Variant), 0, 0, nil)
			g, err := m.play(t.Context(), m.pairing(1), &starter{m, make([]atomic.Bool, 2)})
			if err != nil {
				t.Fatal(err)
			}
			if g.Winner != 2 || g.Reason != test.want || len(g.Moves) != test.moves || !strings.HasPrefix(g.Detail, test.detail) {
				t.Errorf("%+v, want %+v", g, test)
			}
		})
	}
}

// TestNoAnswer describes players that were too slow without the words of a library.
func TestNoAnswer(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{context.DeadlineExceeded, "no answer within 3.1s"},
		{&lateError{"", context.DeadlineExceeded}, "no answer within 3.1s"},
		{&lateError{"thinking\n", context.DeadlineExceeded}, `no answer within 3.1s; it wrote "thinking"`},
	} {
		if got := NoAnswer(3100*time.Millisecond, test.err); got != test.want {
			t.Errorf("%v: %s, want %s", test.err, got, test.want)
		}
	}
}

// TestTextProgramIsKilled closes a program that does not quit.
func TestTextProgramIsKilled(t *testing.T) {
	p, err := startText(Spec{Command: []string{"sleep", "60"}}, 0)
	if err != nil {
		t.Skip(err)
	}
	began := time.Now()
	p.Close()
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("closed after %v", took)
	}
}
