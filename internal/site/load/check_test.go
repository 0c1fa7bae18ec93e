package load

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/game"
	"thera/internal/site/play"
	"thera/santorini"
)

// fabricated is an invented game, as the server and its players report it.
type fabricated struct {
	line    Line
	log     []play.Event
	outages []play.Span
	end     play.Instant
}

const away play.Instant = 4000 // how long the server is, in ms

// fabricate plays a game in which the server is away while ply 8 is thought
// about. It gives that time back, or does not.
func fabricate(t *testing.T, givesBack bool) *fabricated {
	t.Helper()
	rules := santorini.Rules()
	setup := play.Setup{Game: rules.Name(), Variant: "2p", Control: play.Control{Initial: 60_000, Increment: 2000}}
	for _, id := range []string{"ann", "bob"} {
		setup.Players = append(setup.Players, play.Player{ID: id, Kind: play.Guest})
	}
	now := play.Instant(1_700_000_000_000)
	state, log, err := play.Create(rules, setup, now)
	if err != nil {
		t.Fatal(err)
	}
	f := &fabricated{line: Line{Game: "g"}, log: log}
	do := func(at play.Instant, c play.Command) {
		t.Helper()
		next, events, err := state.Decide(at, c)
		if err != nil {
			t.Fatal(err)
		}
		state, f.log = next, append(f.log, events...)
	}
	for ply := 1; ply <= 12; ply++ {
		due := now + 2
		now = due + 3000
		if ply == 8 {
			gone := play.Span{From: due + 1000, To: due + 1000 + away}
			f.outages, now = []play.Span{gone}, now+away
			if givesBack {
				do(gone.To+100, play.Resume{Outages: []play.Span{{From: gone.From - 500, To: gone.To - 200}}})
			}
		}
		moves := state.Position().Moves()
		s := Sent{Seat: state.Position().Turn().Number(), Ply: ply, Turn: string(moves[len(moves)/2]), Due: due, Sent: now}
		do(now+3, play.Turn{Seat: state.Position().Turn(), Ply: ply, Text: s.Turn})
		s.Acked, s.Seen, s.Number = now+6, now+7, state.Number()
		f.line.Turns = append(f.line.Turns, s)
		now += 3
	}
	f.end = now + 10_000
	return f
}

func (f *fabricated) Events(context.Context, string, int) ([]play.Event, error) { return f.log, nil }

func (f *fabricated) check(t *testing.T) Report {
	t.Helper()
	history := []Line{f.line, {End: f.end}}
	for _, o := range f.outages {
		history = append(history, Line{Outage: &o})
	}
	report, err := Check(t.Context(), history, []game.Game{santorini.Rules()}, f)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestCheckOfWhatIsRight(t *testing.T) {
	f := fabricate(t, true)
	if got, want := fmt.Sprintf("%+v", f.check(t)), "{Games:1 Turns:12 Known:12 Stored:0 Outages:1 Given:1 Wrong:[]}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// A turn that nobody knew to be stored may be there, or not.
	last := &f.line.Turns[11]
	last.Acked, last.Seen, last.Number = 0, 0, 0
	if r := f.check(t); r.Stored != 1 || r.Known != 11 || len(r.Wrong) != 0 {
		t.Errorf("%+v, want one turn that is only stored", r)
	}
	f.log = f.log[:len(f.log)-1]
	if r := f.check(t); r.Stored != 0 || len(r.Wrong) != 0 {
		t.Errorf("%+v, want nothing wrong", r)
	}
	// Nobody plays after the end.
	late := f.log[len(f.log)-1]
	flag := play.Event{Number: late.Number + 1, At: f.end + 1, Kind: play.Flagged, Seat: 2, Clocks: late.Clocks}
	f.log = append(f.log, flag, play.Event{Number: flag.Number + 1, At: flag.At, Kind: play.Ended, Reason: play.ByTime, Winners: []int{1}})
	if r := f.check(t); len(r.Wrong) != 0 {
		t.Errorf("%q, want nothing wrong", r.Wrong)
	}
}

// TestCheckOfWhatIsWrong changes a history or a log in each way that the check
// is there for.
func TestCheckOfWhatIsWrong(t *testing.T) {
	last := func(f *fabricated) *play.Event { return &f.log[len(f.log)-1] }
	for _, test := range []struct {
		name, want string
		change     func(*fabricated)
	}{
		{"an acknowledged turn is not there", "ply 12, * was acknowledged but is not in the log", func(f *fabricated) { f.log = f.log[:len(f.log)-1] }},
		{"a turn that was only seen is not there", "ply 12, * was acknowledged but is not in the log", func(f *fabricated) {
			f.log, f.line.Turns[11].Acked = f.log[:len(f.log)-1], 0
		}},
		{"a gap", "invalid log", func(f *fabricated) { f.log = slices.Delete(f.log, 5, 6) }},
		{"another turn", "ply 3 is * but * was sent", func(f *fabricated) { f.line.Turns[2].Turn += "x" }},
		{"another seat", "ply 3 is * but * was sent", func(f *fabricated) { f.line.Turns[2].Seat = 2 }},
		{"another number", "ply 3 is event 4, but players received it as event 5", func(f *fabricated) { f.line.Turns[2].Number++ }},
		{"a turn of nobody", "ply 12, * was not sent by any player", func(f *fabricated) { f.line.Turns = f.line.Turns[:11] }},
		{"no log", "it has no log", func(f *fabricated) { f.log = nil }},
		{"another game", `game "chess" is unknown`, func(f *fabricated) {
			setup := *f.log[0].Setup
			setup.Game, f.log[0].Setup = "chess", &setup
		}},
		{"a first turn that costs", "ply 2, the first of seat 2, costs 5 ms", func(f *fabricated) {
			for _, e := range f.log {
				if e.Kind == play.Turned {
					e.Clocks[1] -= 5
				}
			}
		}},
		{"a turn that costs too little", "ply 12 costs 4 ms: want at least 1500", func(f *fabricated) { last(f).Clocks[1] += 3001 }},
		{"a flag", "seat 1 ran out of time", func(f *fabricated) {
			e := play.Event{Number: last(f).Number + 1, At: last(f).At, Kind: play.Flagged, Seat: 1, Clocks: last(f).Clocks}
			f.log = append(f.log, e, play.Event{Number: e.Number + 1, At: e.At, Kind: play.Ended, Reason: play.ByTime, Winners: []int{2}})
		}},
		{"an abortion", "it was aborted", func(f *fabricated) {
			f.log = append(f.log, play.Event{Number: last(f).Number + 1, At: last(f).At, Kind: play.Ended, Reason: play.ByAbortion})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := fabricate(t, true)
			test.change(f)
			wantWrong(t, f.check(t), test.want)
		})
	}
}

// The main purpose of the check: a clock that ran during an outage.
func TestCheckOfLostTime(t *testing.T) {
	wantWrong(t, fabricate(t, false).check(t), "ply 8 costs 7005 ms: want at most 45")
	f := fabricate(t, true)
	f.outages[0].To += 2000 // the server was away for longer than it knows
	wantWrong(t, f.check(t), "ply 8 costs 2705 ms: want at most 25")
}

// wantWrong wants one complaint; * stands for anything.
func wantWrong(t *testing.T, r Report, want string) {
	t.Helper()
	if len(r.Wrong) != 1 {
		t.Fatalf("%q, want one like %q", r.Wrong, want)
	}
	rest := r.Wrong[0]
	for part := range strings.SplitSeq(want, "*") {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("%q, want one like %q", r.Wrong, want)
		}
		rest = after
	}
}

func TestHistory(t *testing.T) {
	var text strings.Builder
	h := NewHistory(&text)
	f := fabricate(t, true)
	want := []Line{f.line, {Outage: &f.outages[0]}, {End: 7}}
	for _, l := range want {
		h.write(l)
	}
	got, err := ReadHistory(strings.NewReader(text.String()))
	if err != nil || fmt.Sprintf("%+v", got[0]) != fmt.Sprintf("%+v", want[0]) || *got[1].Outage != f.outages[0] || got[2].End != 7 {
		t.Errorf("read back: %+v, %v", got, err)
	}
	if _, err := ReadHistory(strings.NewReader(text.String()[:100])); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("error %v, want that line 1 can't be read", err)
	}
	if _, err := ReadHistory(strings.NewReader("[1]\n")); err == nil || err.Error() != "history, line 1: array: want an object" {
		t.Errorf("an array: %v", err)
	}
	if _, err := Check(t.Context(), want[:2], nil, f); err == nil {
		t.Error("a history without its end is checked")
	}
}
