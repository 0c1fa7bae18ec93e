package play

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"thera/game"
	"thera/santorini"
)

// The names in logs, streams and exports stay as they are.
func TestWireFormat(t *testing.T) {
	for _, c := range []struct {
		event Event
		want  string
	}{
		{
			Event{Number: 1, At: 5, Kind: Created, Setup: &Setup{Game: "hermit", Variant: "7x7", Control: Control{Initial: 5 * minute, Increment: 3 * second}, Rated: true, Players: []Player{{ID: "a", Name: "Ann", Kind: Person, Rating: 1500, Provisional: true}}}},
			`{"number":1,"at":5,"event":"created","setup":{"game":"hermit","variant":"7x7","clock":"5+3","rated":true,"players":[{"id":"a","name":"Ann","kind":"person","rating":1500,"provisional":true}]}}`,
		},
		{
			Event{Number: 2, At: 9, Kind: Turned, Seat: 1, Ply: 1, Turn: "a1-b1(a1)", Lag: 3, Planned: true, Clocks: []Millis{0, 300}},
			`{"number":2,"at":9,"event":"turn","seat":1,"ply":1,"turn":"a1-b1(a1)","lag":3,"planned":true,"clocks":[0,300]}`,
		},
		{
			Event{Number: 3, At: 9, Kind: Planned, Seat: 1, Plan: [][]game.Move{{"x", "y"}}},
			`{"number":3,"at":9,"event":"plan","seat":1,"plan":[["x","y"]]}`,
		},
		{
			Event{Number: 4, At: 9, Kind: Clocked, Reason: ByOutage, Given: 7, Clocks: []Millis{1, 2}},
			`{"number":4,"at":9,"event":"clock","clocks":[1,2],"given":7,"reason":"outage"}`,
		},
		{Event{Number: 5, At: 9, Kind: Offered, Seat: 2, Offer: Takeback}, `{"number":5,"at":9,"event":"offer","seat":2,"offer":"takeback"}`},
		{Event{Number: 6, At: 9, Kind: TookBack, Clocks: []Millis{1, 2}}, `{"number":6,"at":9,"event":"takeback","clocks":[1,2]}`},
		{Event{Number: 7, At: 9, Kind: Ended, Reason: ByAbortion, Winners: []int{}}, `{"number":7,"at":9,"event":"ended","reason":"aborted","winners":[]}`},
		{Event{Number: 8, At: 9, Kind: Ended, Reason: ByTime, Winners: []int{2}}, `{"number":8,"at":9,"event":"ended","reason":"time","winners":[2]}`},
	} {
		text, err := json.Marshal(c.event)
		if err != nil || string(text) != c.want {
			t.Errorf("%s, %v\nwant %s", text, err, c.want)
		}
		var again Event
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, c.event) {
			t.Errorf("%s reads back as %+v, %v", text, again, err)
		}
	}
}

// A log with a change that can't be is refused, or is another game; nothing
// panics.
func TestSpoiledLogs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	refused := 0
	for seed := range 500 {
		x := begin(t, "3p", "1+2", false)
		script3 := rand.New(rand.NewPCG(uint64(seed), 3))
		for step := 0; step < 20 && !x.state.Over(); step++ {
			c, after := script(script3, x)
			x.now += Instant(after)
			next, events, _ := x.state.Decide(x.now, c)
			x.state, x.log = next, append(x.log, events...)
		}
		log := append([]Event(nil), x.log...)
		e := &log[rng.IntN(len(log))]
		switch rng.IntN(9) {
		case 0:
			e.Number++
		case 1:
			e.At = -1
		case 2:
			e.Seat += rng.IntN(300) - 150
		case 3:
			e.Ply += rng.IntN(5) - 2
		case 4:
			e.Kind = log[rng.IntN(len(log))].Kind
		case 5:
			e.Clocks = []Millis{1}
		case 6:
			e.Turn = "a1-a2(a1)"
		case 7:
			e.Winners = []int{-1, 0, 300}
		case 8:
			e.Offer = "draw"
		}
		if _, err := Replay(x.rules, log); err != nil {
			refused++
		}
	}
	if refused < 125 {
		t.Errorf("%d of 500 spoiled logs are refused", refused)
	}
	if _, err := Replay(santorini.Rules(), nil); err == nil {
		t.Error("an empty log is replayed")
	}
}

func TestSetups(t *testing.T) {
	fischer, three := Control{Initial: minute}, people(3)
	guest := []Player{{ID: "a", Kind: Person}, {ID: "b", Name: "Gus", Kind: Guest}}
	pupil := func(id, class string) Player { return Player{ID: id, Kind: Guest, Class: class} }
	for _, c := range []struct {
		setup Setup
		want  string // in the error; "" for none
	}{
		{Setup{Game: "santorini", Players: people(2)}, ""},
		{Setup{Game: "santorini", Players: people(2), Control: fischer, Rated: true}, ""},
		{Setup{Game: "santorini", Variant: "3p", Players: three}, ""},
		{Setup{Game: "santorini", Players: guest}, ""},
		{Setup{Game: "santorini", Players: []Player{pupil("a", "c"), pupil("b", "c")}}, ""},
		{Setup{Game: "santorini", Players: []Player{pupil("a", "c"), {ID: "teacher", Kind: Person}}}, ""},
		{Setup{Game: "santorini", Players: []Player{pupil("a", "c"), pupil("b", "d")}}, "want one class"},
		{Setup{Game: "hermit", Players: people(2)}, `want "santorini"`},
		{Setup{Game: "santorini", Variant: "5p", Players: people(2)}, "want one of 2p"},
		{Setup{Game: "santorini", Position: "nonsense", Players: people(2)}, "want levels"},
		{Setup{Game: "santorini", Position: "00000/00000/00000/00000/00000 b2d4,x,x 1", Players: three}, "want one in which the game is not over"},
		{Setup{Game: "santorini", Position: "00000/00000/00000/00000/00000 b2d4,x,a1a2 1", Players: three}, "want one with all seats in play"},
		{Setup{Game: "santorini", Players: three}, "3 players: want 2"},
		{Setup{Game: "santorini", Players: []Player{{ID: "a"}, {ID: "b"}}}, "want an id"},
		{Setup{Game: "santorini", Players: []Player{{Kind: Bot}, {Kind: Bot}}}, "want an id"},
		{Setup{Game: "santorini", Players: people(2), Rated: true}, "want a clock"},
		{Setup{Game: "santorini", Variant: "3p", Players: three, Control: fischer, Rated: true}, "want two"},
		{Setup{Game: "santorini", Players: guest, Control: fischer, Rated: true}, `guest "Gus"`},
		{Setup{Game: "santorini", Players: []Player{people(1)[0], people(1)[0]}, Control: fischer, Rated: true}, "against the same player"},
		{Setup{Game: "santorini", Position: "00000/00000/00000/00000/00000 -,- 1", Players: people(2), Control: fischer, Rated: true}, "want the start of a variant"},
	} {
		_, events, err := Create(santorini.Rules(), c.setup, 7)
		switch {
		case c.want == "" && (err != nil || len(events) != 1 || events[0].At != 7):
			t.Errorf("%+v: %+v, %v", c.setup, events, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: error %v, want %q", c.setup, err, c.want)
		}
	}
}

func TestIsGuest(t *testing.T) {
	for p, want := range map[Player]bool{{Kind: Guest}: true, {Kind: Guest, Class: "c"}: false, {Kind: Person}: false} {
		if p.IsGuest() != want {
			t.Errorf("%+v: want a guest: %t", p, want)
		}
	}
}

// Setting the machine's clock back does no harm.
func TestClockSetBack(t *testing.T) {
	x := begin(t, "2p", "5+3", true)
	x.play(10_000)
	x.play(10_000)
	next, events, err := x.state.Decide(3, x.turn())
	if err != nil || events[0].At != x.now || events[0].Clocks[0] != 303_000 {
		t.Fatalf("%+v, %v", events, err)
	}
	if next.At() != x.now {
		t.Errorf("the last event is at %d, want %d", next.At(), x.now)
	}
}
