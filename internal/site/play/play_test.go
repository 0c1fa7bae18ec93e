package play

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/catalog/setup"
	"thera/santorini"
)

// table is a game that a test plays; now is in ms from its beginning.
type table struct {
	t     testing.TB
	rules game.Game
	state *State
	log   []Event
	now   Instant
}

func people(n int) (players []Player) {
	for i := range n {
		players = append(players, Player{ID: fmt.Sprint("p", i+1), Name: fmt.Sprint("Player ", i+1), Kind: Person})
	}
	return players
}

func begin(t testing.TB, variant, control string, rated bool) *table {
	t.Helper()
	c := gametest.Must(t, ParseControl, control)
	x := &table{t: t, rules: santorini.Rules()}
	seats := int(variant[0] - '0')
	var err error
	x.state, x.log, err = Create(x.rules, Setup{Game: "santorini", Variant: variant, Control: c, Rated: rated, Players: people(seats)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// do gives a command after some ms and returns the kinds of events that came
// of it, with the reason of the refusal at the end.
func (x *table) do(after Millis, c Command) (kinds []string) {
	x.t.Helper()
	x.now += Instant(after)
	before := *x.state
	next, events, err := x.state.Decide(x.now, c)
	if !reflect.DeepEqual(before, *x.state) {
		x.t.Fatalf("%+v changed the state it was given to", c)
	}
	for _, e := range events {
		kinds = append(kinds, string(e.Kind))
	}
	var refusal *Refusal
	if errors.As(err, &refusal) {
		kinds = append(kinds, "!"+string(refusal.Reason))
	} else if err != nil {
		x.t.Fatal(err)
	}
	x.state, x.log = next, append(x.log, events...)
	x.check()
	return kinds
}

// check compares the state with that of the log.
func (x *table) check() {
	x.t.Helper()
	again, err := Replay(x.rules, x.log)
	if err != nil {
		x.t.Fatal(err)
	}
	if got, want := x.state.View(x.now), again.View(x.now); !reflect.DeepEqual(got, want) {
		x.t.Fatalf("the state is\n%+v\nand its log's is\n%+v", got, want)
	}
	if !reflect.DeepEqual(x.state.clock, again.clock) || !reflect.DeepEqual(x.state.declined, again.declined) {
		x.t.Fatalf("the state's clock is\n%+v\nand its log's is\n%+v", x.state.clock, again.clock)
	}
}

// want gives a command and says what must come of it.
func (x *table) want(after Millis, c Command, want ...string) {
	x.t.Helper()
	if got := x.do(after, c); !reflect.DeepEqual(got, want) {
		x.t.Fatalf("%T %+v gave %q, want %q", c, c, got, want)
	}
}

// play plays a legal turn of the seat to move.
func (x *table) play(after Millis) {
	x.t.Helper()
	x.want(after, x.turn(), "turn")
}

func (x *table) turn() Turn {
	return Turn{Seat: x.state.pos.Turn(), Ply: x.state.ply + 1, Text: string(middle(x.state.pos))}
}

// clocks says what all seats must have left now.
func (x *table) clocks(want ...Millis) {
	x.t.Helper()
	if got := x.state.View(x.now).Clocks; !reflect.DeepEqual(got, want) {
		x.t.Fatalf("the clocks show %d, want %d", got, want)
	}
}

// ended says how the game must have ended.
func (x *table) ended(reason string, winners ...int) {
	x.t.Helper()
	v := x.state.View(x.now)
	if v.Reason != reason || len(v.Winners) != len(winners) || len(winners) > 0 && !reflect.DeepEqual(v.Winners, winners) {
		x.t.Fatalf("ended by %q, won by %d; want %q, %d", v.Reason, v.Winners, reason, winners)
	}
	if _, ok := x.state.Deadline(); ok {
		x.t.Fatal("the clock runs on")
	}
}

func TestFischer(t *testing.T) {
	x := begin(t, "2p", "5+3", true)
	x.play(20_000) // the first turns are free
	x.play(29_999)
	x.clocks(300_000, 300_000)
	x.play(10_000)
	x.clocks(293_000, 300_000)
	turn := x.turn()
	turn.Lag = 400
	x.want(2_000, turn, "turn")
	x.clocks(293_000, 301_400)
	if last := x.log[len(x.log)-1]; last.Lag != 400 || last.Seat != 2 || last.Ply != 4 {
		t.Errorf("the turn is %+v", last)
	}
}

// A turn that is on its way when the clock shows zero keeps what its lag gives back, whatever
// happens before it arrives.
func TestTurnOnItsWay(t *testing.T) {
	for name, happens := range map[string]func(x *table){
		"nothing":   func(x *table) { x.now += 200 },
		"elsewhere": func(x *table) { x.want(200, Resign{2}, "resigned") },
		"outage":    func(x *table) { x.want(10_200, Resume{[]Span{{x.now, x.now + 10_000}}}, "clock") },
	} {
		t.Run(name, func(t *testing.T) {
			x := begin(t, "3p", "1+0", false)
			for range 3 {
				x.play(1)
			}
			x.now += 59_900 // of a minute
			happens(x)
			x.clocks(0, 60_000, 60_000)
			turn := x.turn()
			turn.Lag = 400
			x.want(100, turn, "turn")
			x.clocks(200, 60_000, 60_000)
		})
	}
}

// A handicap in time divides the clock of the seat that gives it.
func TestShorterClock(t *testing.T) {
	x := begin(t, "2p", "4+8", false)
	gameSetup := *x.state.setup
	gameSetup.Handicap = &setup.Given{Name: "quarter-time", Giver: 2, Time: 4}
	var err error
	if x.state, x.log, err = Create(x.rules, gameSetup, 0); err != nil {
		t.Fatal(err)
	}
	x.clocks(4*minute, minute)
	x.play(second)
	x.play(second)
	x.clocks(4*minute, minute) // the first turns take no time
	x.play(10 * second)
	x.clocks(4*minute-2*second, minute)
	x.play(10 * second)
	x.clocks(4*minute-2*second, 52*second)
}

func TestLagQuota(t *testing.T) {
	x := begin(t, "2p", "5+0", true)
	x.play(0)
	x.play(0)
	for _, want := range []Millis{3000, 1000, 1000} { // the quota at first, then what it gains
		turn := x.turn()
		turn.Lag = 1 << 40
		x.want(5_000, turn, "turn")
		if got := x.log[len(x.log)-1].Lag; got != want {
			t.Fatalf("lag made good: %d, want %d", got, want)
		}
		x.play(0)
	}
	turn := x.turn()
	turn.Lag = -5
	x.want(100, turn, "turn")
}

func TestFlag(t *testing.T) {
	x := begin(t, "2p", "1+0", true)
	x.play(0)
	x.play(0)
	x.want(60_000, Tick{}) // a turn may be on its way
	x.want(x.waits(t), Tick{}, "flagged", "ended")
	x.ended("time", 2)
	x.want(0, x.turn(), "!over")
	x.clocks(0, 60_000)

	x = begin(t, "2p", "1+0", true)
	x.play(0)
	x.play(0)
	x.want(60_000, x.turn(), "flagged", "ended", "!late")

	x = begin(t, "2p", "1+0", true)
	x.play(0)
	x.play(0)
	late := x.turn()
	late.Lag = 200
	x.want(60_100, late, "turn")
	x.clocks(100, 60_000)

	x = begin(t, "2p", "1+0", true)
	x.play(0)
	x.play(0)
	x.want(100_000, x.turn(), "flagged", "ended", "!over")
}

// waits returns how long it is to the deadline.
func (x *table) waits(t *testing.T) Millis {
	t.Helper()
	at, ok := x.state.Deadline()
	if !ok {
		t.Fatal("there is no deadline")
	}
	return Millis(at - x.now)
}

func TestFirstTurnLimit(t *testing.T) {
	for control, limit := range map[string]Millis{"1+0": 30 * second, "10+5": minute, "2d": 2 * day} {
		for plies := range 2 {
			x := begin(t, "2p", control, true)
			for range plies {
				x.play(limit - 1)
			}
			x.want(limit-1, Tick{})
			x.want(1, Tick{}, "ended")
			x.ended("aborted")
		}
	}
	x := begin(t, "2p", "none", false)
	x.want(1<<40, Tick{})
	x.play(0)
	if at := x.state.Batch("g", nil).Deadline; at != 0 {
		t.Errorf("without a clock the next first turn is due at %d", at)
	}
}

func TestCorrespondence(t *testing.T) {
	x := begin(t, "2p", "2d", true)
	x.play(day)
	x.play(day)
	x.play(day + 5)
	x.clocks(2*day, 2*day)
	x.want(day, Tick{})
	x.clocks(2*day, day)
	x.want(day, Tick{}, "flagged", "ended")
	x.ended("time", 1)
}

func TestTurnsSentTwice(t *testing.T) {
	x := begin(t, "2p", "5+3", true)
	first := x.turn()
	x.want(1, first, "turn")
	x.want(1, first)
	second := x.turn()
	x.want(1, second, "turn")
	x.want(1, first)
	other := first
	other.Text = string(santoriniMoves(t)[1])
	x.want(1, other, "!wrong-ply")
	other.Seat = 1
	x.want(1, other, "!wrong-ply")
	x.want(1, Turn{Seat: 1, Ply: 3, Text: "d2-d3(d2)"}, "!not-your-turn")
	x.want(1, Turn{Seat: 0, Ply: 4, Text: "d2-d3(d2)"}, "!wrong-ply")
	x.want(1, Turn{Seat: 0, Ply: 3, Text: "e5-a1(a2)"}, "!illegal")
	x.want(1, Turn{Seat: 0, Ply: 3, Text: "\x00"}, "!illegal")
	x.want(1, Turn{Seat: 2, Ply: 3, Text: "d2-d3(d2)"}, "!no-player")
	x.want(1, Turn{Seat: 200, Ply: -3, Text: ""}, "!no-player")
}

func santoriniMoves(t *testing.T) []game.Move {
	t.Helper()
	pos := gametest.Must(t, santorini.Rules().Start, "2p")
	return pos.Moves()
}

// The service can end a game at any time, even when a flag would have fallen.
func TestCancel(t *testing.T) {
	x := begin(t, "2p", "1+2", true)
	for range 4 {
		x.play(1)
	}
	x.want(10*minute, Cancel{}, "ended")
	x.ended("aborted")
	x.want(1, Cancel{}, "!over")
}

func TestResignAndAbort(t *testing.T) {
	x := begin(t, "2p", "5+3", true)
	x.play(1)
	x.want(1, Resign{0}, "!too-early")
	x.want(1, Abort{0}, "ended")
	x.ended("aborted")

	x = begin(t, "2p", "5+3", true)
	x.play(1)
	x.play(1)
	x.want(1, Abort{0}, "!too-late")
	x.want(1, Resign{1}, "resigned", "ended")
	x.ended("resigned", 1)
	x.want(1, Resign{0}, "!over")
}

func TestRulesEndTheGame(t *testing.T) {
	x := &table{t: t, rules: hermit.Rules()}
	var err error
	x.state, x.log, err = Create(x.rules, Setup{Game: "hermit", Players: people(2)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for !x.state.Over() {
		x.do(1, x.turn())
	}
	x.ended("stuck", x.state.pos.Winners().Numbers()...)
}

func TestThreeSeats(t *testing.T) {
	x := begin(t, "3p", "5+0", false)
	x.play(1)
	x.play(1)
	x.want(1, Resign{1}, "!too-early")
	x.play(1)
	x.want(1000, Resign{1}, "resigned") // not its turn: seat 1's clock runs on
	x.clocks(299_000, 300_000, 300_000)
	x.play(1000)
	x.clocks(298_000, 300_000, 300_000)
	x.want(400_000, Tick{}, "flagged", "ended") // seat 3
	x.ended("time", 1)

	x = begin(t, "4p", "5+0", false)
	for range 4 {
		x.play(1)
	}
	x.want(0, Resign{0}, "resigned") // its turn: it passes on
	if v := x.state.View(x.now); v.Turn != 2 || !reflect.DeepEqual(v.Seats, []int{2, 3, 4}) {
		t.Fatalf("seat %d is to move of %d", v.Turn, v.Seats)
	}
	x.play(5000)
	x.clocks(300_000, 295_000, 300_000, 300_000)
	x.want(1, x.turnOf(0), "!no-player")
	x.want(minute-1, Claim{Seat: 1, Against: 3, Gone: x.now}, "!too-early")
	x.want(2*minute, Claim{Seat: 1, Against: 3, Gone: x.now}, "left")
	x.want(1, Claim{Seat: 1, Against: 3, Gone: 0}, "!no-player")
	x.want(1, Resign{2}, "resigned", "ended")
	x.ended("resigned", 2)
}

func (x *table) turnOf(seat game.Seat) Turn {
	turn := x.turn()
	turn.Seat = seat
	return turn
}

func TestClaim(t *testing.T) {
	x := begin(t, "2p", "5+3", true)
	x.want(31_000, Claim{0, 1, 0}, "ended", "!over") // the first turn's limit
	x = begin(t, "2p", "3d", true)
	x.play(1)
	x.play(1)
	x.want(day, Claim{1, 0, 0}, "!not-here")
	x = begin(t, "2p", "5+3", true)
	x.play(1)
	x.want(1, Claim{1, 0, -1 << 40}, "!too-early")
	x.play(1)
	x.want(minute, Claim{1, 1, 0}, "!no-player")
	x.want(1, Claim{1, 0, 0}, "left", "ended")
	x.ended("left", 2)
}

func TestTakeback(t *testing.T) {
	x := begin(t, "2p", "5+3", false)
	x.want(0, Offer{0, Takeback}, "!too-early")
	x.play(1)
	x.play(1)
	third := x.turn()
	third.Seen = x.state.number
	x.want(1000, third, "turn")
	x.want(1000, Offer{0, Takeback}, "offer")
	x.want(1000, Offer{0, Takeback})
	x.want(1000, Accept{0, Takeback})
	x.want(1000, Accept{1, Rematch}, "!not-offered")
	x.want(1000, Accept{1, Takeback}, "accepted", "takeback")
	x.clocks(302_000, 295_000) // what was used stays used
	if x.state.ply != 2 || x.state.pos.Turn() != 0 {
		t.Fatalf("ply %d, seat %s to move", x.state.ply, x.state.pos.Turn())
	}
	x.want(1, third, "!stale") // it was still on its way
	third.Seen = x.state.number
	x.want(1, third, "turn")
	x.want(1, Offer{1, Takeback}, "offer") // its turn before that one, and all after
	x.want(1, Decline{0, Takeback}, "declined")
	x.want(1, Offer{1, Takeback}, "!too-early")
	x.play(1)
	x.want(1, Offer{0, Takeback}, "offer")
	x.want(1, Offer{1, Takeback}, "accepted", "takeback")
	if x.state.ply != 2 {
		t.Fatalf("ply %d, want 2", x.state.ply)
	}
	x.want(1, Offer{0, Takeback}, "offer")
	x.want(1, x.turn(), "turn")
	x.want(1, Accept{1, Takeback}, "!not-offered") // it has lapsed

	x = begin(t, "2p", "5+3", true)
	x.play(1)
	x.want(1, Offer{0, Takeback}, "!not-here")
}

func TestTakebackOfThree(t *testing.T) {
	x := begin(t, "3p", "none", false)
	for range 5 {
		x.play(1)
	}
	x.want(1, Offer{0, Takeback}, "offer")
	x.want(1, Accept{1, Takeback}, "accepted")
	x.want(1, Accept{1, Takeback})
	x.want(1, Accept{2, Takeback}, "accepted", "takeback")
	if x.state.ply != 3 {
		t.Fatalf("ply %d, want 3", x.state.ply)
	}
	x.want(1, Resign{1}, "resigned")
	x.want(1, Offer{0, Takeback}, "!too-early") // not past somebody's going
	x.play(1)
	x.want(1, Offer{0, Takeback}, "offer")
	x.want(1, Accept{1, Takeback}, "!no-player")
	x.want(1, Accept{2, Takeback}, "accepted", "takeback")
}

func TestOtherOffers(t *testing.T) {
	x := begin(t, "2p", "5+3", false)
	x.want(1, Offer{0, Abortion}, "!too-early")
	x.want(1, Offer{0, "draw"}, "!not-here")
	x.want(1, Offer{7, Rematch}, "!no-player")
	x.want(1, Offer{0, Rematch}, "!not-over")
	x.play(1)
	x.play(1)
	x.want(1000, MoreTime{}, "clock")
	x.clocks(299_000, 315_000)
	x.want(0, MoreTime{Nth: 1})
	x.clocks(299_000, 315_000)
	x.play(1000)
	x.clocks(301_000, 315_000)
	x.want(1, Offer{0, Abortion}, "offer")
	x.want(1, Offer{1, Abortion}, "accepted", "ended")
	x.ended("aborted")
	x.want(1, MoreTime{}, "!over")
	x.want(1, Offer{0, Rematch}, "offer")
	x.want(1, Decline{0, Rematch}, "declined")
	x.want(1, Offer{0, Rematch}, "!too-early")
	x.want(1, Offer{1, Rematch}, "offer")
	x.want(1, Accept{0, Rematch}, "accepted")
	if !x.state.Rematch() {
		t.Error("no rematch is agreed")
	}
	x.want(1, Offer{0, Rematch}, "!too-late")

	x = begin(t, "2p", "3d", false)
	x.want(1, MoreTime{}, "!not-here")
}

func TestOutage(t *testing.T) {
	x := begin(t, "2p", "1+0", true)
	x.play(1000)
	x.play(1000)
	x.now += 10_000 // thinks
	heard := x.now
	x.now += 500_000 // nobody hears
	resume := Resume{[]Span{{heard, x.now}}}
	x.want(0, resume, "clock")
	x.clocks(50_000, 60_000)
	x.want(0, resume)
	x.want(5_000, resume) // each outage once
	x.clocks(45_000, 60_000)
	x.play(5_000)
	x.clocks(40_000, 60_000)
	x.want(0, resume)

	x = begin(t, "2p", "1+0", true) // before a first turn
	x.want(100_000, Resume{[]Span{{29_000, 100_000}}}, "clock")
	x.want(900, Tick{})
	x.want(100, Tick{}, "ended")

	x = begin(t, "2p", "1+0", true) // out of time before the outage
	x.want(100_000, Resume{[]Span{{40_000, 100_000}}}, "clock", "ended")

	x = begin(t, "2p", "1+0", true)
	x.play(1000)
	x.play(1000)
	began := x.now
	at := func(from, to Instant) Span { return Span{began + from, began + to} }
	x.want(50_000, Resume{[]Span{at(20_000, 30_000), at(10_000, 25_000), at(12_000, 13_000), at(40_000, 41_000)}}, "clock")
	x.clocks(31_000, 60_000)

	x = begin(t, "2p", "none", false)
	x.want(100_000, resume)
}

func TestPlan(t *testing.T) {
	x := begin(t, "2p", "3d", true)
	x.play(1)
	x.play(1)
	line := func(n int) (texts []string) {
		pos := x.state.pos
		for range n {
			m := middle(pos)
			texts = append(texts, string(m))
			pos = gametest.Must(t, pos.Play, m)
		}
		return texts
	}
	long := line(5)
	x.want(1, Plan{1, 2, [][]string{long}}, "!wrong-ply")
	x.want(1, Plan{0, 3, [][]string{long}}, "!not-your-turn")
	x.want(1, Plan{1, 3, [][]string{long[:1]}}, "!illegal") // no own turn in it
	x.want(1, Plan{1, 3, [][]string{{"x"}}}, "!illegal")
	x.want(1, Plan{1, 3, nil})
	x.want(1, Plan{1, 3, make([][]string, 21)}, "!not-here")
	x.want(1, Plan{1, 3, [][]string{make([]string, 21)}}, "!not-here")
	x.want(1, Plan{1, 3, slices.Repeat([][]string{line(16)}, 8)}, "!not-here") // too many turns
	for range 1000 {
		x.want(1, Plan{1, 3, [][]string{long}})
	}
	if b := x.state.Batch("g", nil); len(x.log) != 3 || b.Plan == nil || b.Plan.Seat != 2 || b.Plan.After != 3 || len(b.Plan.Lines[0]) != 4 {
		t.Errorf("%d events, and to be stored %+v", len(x.log), b.Plan)
	}
	kept := *x.state.Batch("g", nil).Plan
	x.want(day, x.turn(), "turn", "turn") // the answer comes at once
	again, err := Replay(x.rules, x.log, kept)
	if err != nil || !reflect.DeepEqual(again.Plan(1), x.state.Plan(1)) || len(again.Plan(1)) != 1 || len(again.Plan(1)[0]) != 2 {
		t.Errorf("%v: the plan is %q, and when the game is read again %q", err, x.state.Plan(1), again.Plan(1))
	}
	if x.state.Batch("g", nil).Plan != nil {
		t.Error("the plan is stored with a turn as well")
	}
	if last := x.log[len(x.log)-1]; !last.Planned || last.Seat != 2 || last.At != x.now || last.Turn != game.Move(long[1]) {
		t.Errorf("the answer is %+v", last)
	}
	other := x.turn()
	other.Text = string(x.state.pos.Moves()[1])
	x.want(day, other, "turn") // not as planned: nothing is left of the plan
	x.want(0, Plan{0, 6, [][]string{line(2)}})
	x.want(0, Plan{0, 6, nil})
	x.play(day)

	x = begin(t, "2p", "5+3", true)
	x.want(1, Plan{1, 1, nil}, "!not-here")
}

// Logs from before plans were kept beside them have plans as events.
func TestPlanInALog(t *testing.T) {
	x := begin(t, "2p", "3d", true)
	x.play(1)
	first := x.turn()
	after := gametest.Must(t, x.state.pos.Play, game.Move(first.Text))
	planned := Event{Number: 3, At: x.now, Kind: Planned, Seat: 1, Plan: [][]game.Move{{game.Move(first.Text), middle(after)}}}
	if hidden := planned.For(2); hidden.Plan != nil || hidden.Number != 3 || !reflect.DeepEqual(planned.For(1), planned) {
		t.Errorf("seat 2 sees %+v", hidden)
	}
	var err error
	if x.state, err = x.state.After(planned); err != nil {
		t.Fatal(err)
	}
	x.log = append(x.log, planned)
	x.want(1, first, "turn", "turn")
}

// What a seat can ask for without a turn is limited, so that the log of a game is.
func TestAsksAreLimited(t *testing.T) {
	for _, c := range []struct {
		control   string
		ask, undo Command
		plies     int // played first
		most      int
	}{
		{"5+3", MoreTime{}, Tick{}, 4, 20},
		{"5+3", Offer{0, Takeback}, Accept{1, Takeback}, 2, 10},
		{"5+3", Offer{0, Abortion}, Decline{1, Abortion}, 4, 3},
	} {
		x := begin(t, "2p", c.control, false)
		for x.state.ply < c.plies {
			x.play(1)
		}
		for n := range c.most {
			if got := x.do(1, c.ask); len(got) != 1 || got[0][0] == '!' {
				t.Fatalf("%+v, time %d: %q", c.ask, n+1, got)
			}
			x.do(1, c.undo)
			for x.state.ply < c.plies {
				x.play(1)
			}
			if _, abort := c.undo.(Decline); abort {
				x.play(1) // a declined offer can be made again after a turn
			}
		}
		x.want(1, c.ask, "!too-many")
	}
}

// middle is a legal move. The first ones would shut the workers in at once.
func middle(pos game.Position) game.Move {
	moves := pos.Moves()
	return moves[len(moves)/2]
}
