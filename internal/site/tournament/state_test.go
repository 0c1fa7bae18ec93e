package tournament

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

func TestTerms(t *testing.T) {
	for name, change := range map[string]func(*Conditions){
		"no name":        func(t *Conditions) { t.Name = " x " },
		"zero byte":      func(t *Conditions) { t.Name = "Cup\x00" },
		"turned around":  func(t *Conditions) { t.Name = "\u202epuC" },
		"no kind":        func(t *Conditions) { t.Kind = "ladder" },
		"no clock":       func(t *Conditions) { t.Control = play.Control{} },
		"no players":     func(t *Conditions) { t.Players = "" },
		"draft":          func(t *Conditions) { t.Powers = setup.ByDrafted },
		"hidden rating":  func(t *Conditions) { t.Rated, t.Unlisted = true, true },
		"past":           func(t *Conditions) { t.Starts = 999 },
		"far":            func(t *Conditions) { t.Starts = 999_999_999_999_999 },
		"minutes":        func(t *Conditions) { t.Minutes = 10 },
		"rounds":         func(t *Conditions) { t.Rounds = 31 },
		"rounds of all":  func(t *Conditions) { t.Kind, t.Rounds = RoundRobin, 3 },
		"endless arena":  func(t *Conditions) { t.Kind = Arena },
		"slow arena":     func(t *Conditions) { t.Kind, t.Minutes, t.Control = Arena, 10, play.Control{Turn: 86_400_000} },
		"arena of pairs": func(t *Conditions) { t.Kind, t.Minutes, t.Double = Arena, 10, true },
	} {
		of := terms(Swiss)
		change(&of)
		if _, err := Create(of, "org", 1000); err == nil {
			t.Errorf("%s: %+v is taken", name, of)
		}
	}
}

func TestWhoMay(t *testing.T) {
	c := begin(t, terms(Swiss), 1)
	c.mustRefuse(Join{Entrant{ID: "x", Kind: play.Person}}, NotForYou)
	c.mustRefuse(Start{"org"}, TooFew)
	c.mustDo(join(2))
	c.mustRefuse(Start{"p1"}, NotYours)
	c.mustRefuse(Remove{"p1", "p2"}, NotYours)
	c.mustRefuse(Seat{"p1", join(3).Player}, NotYours)
	c.mustDo(Seat{"org", join(3).Player})
	c.mustDo(Remove{"org", "p3"})
	c.mustRefuse(Cancel{"p1"}, NotYours)
	c.mustRefuse(Withdraw{"p9"}, NotIn)
	c.mustDo(Remove{"org", "p2"})
	c.mustDo(join(2))
	c.mustDo(Start{"org"})
	c.mustRefuse(Result{Pairing: 9, Leg: 1, Winner: "p1"}, NoGame)
	c.mustRefuse(Result{Pairing: 1, Leg: 1, Winner: "p9"}, NoGame)
	g := c.state.Games()[0]
	c.finish(g, 1)
	before := len(c.log)
	c.finish(g, 2)
	if len(c.log) != before {
		t.Error("a result that is told twice counts twice")
	}
	c.runDue()
	c.mustRefuse(Cancel{"org"}, Over)
	people := terms(Knockout)
	people.Players, people.Rated = People, true
	c = begin(t, people, 0)
	c.mustRefuse(Seat{"org", join(1).Player}, NotForYou)
	c.mustRefuse(join(1), NotForYou)
	c.mustRefuse(Join{Entrant{ID: "x", Kind: play.Guest}}, NotForYou)
}

func TestStarts(t *testing.T) {
	for players, want := range map[int]string{1: ByTooFew, 2: ByEnd} {
		of := terms(RoundRobin)
		of.Starts = 5000
		c := begin(t, of, players)
		if wake := c.runDue(); wake != 5000 || c.state.stage != Open {
			t.Errorf("it starts at %d, and is %s", wake, c.state.stage)
		}
		c.now = 5000
		c.play(betterSeat)
		if c.state.reason != want {
			t.Errorf("%d players: %s, want %s", players, c.state.reason, want)
		}
	}
}

// TestAbsent checks that a player whose account is closed loses their games.
func TestAbsent(t *testing.T) {
	c := begin(t, terms(Swiss), 2)
	c.mustDo(Start{"org"})
	c.mustDo(Absent{1, "p1"})
	c.runDue()
	if s := c.state.Standings(); c.state.stage != Done || s[0].Player.ID != "p2" || s[0].Points != 1 || !s[1].Gone {
		t.Errorf("%s: %+v", c.state.stage, s)
	}
}

// TestInternalErrors checks that a state that refuses what follows from it says so.
func TestInternalErrors(t *testing.T) {
	uncreated := &State{stage: Open, terms: Conditions{Starts: 1}}
	if events, _, err := uncreated.Next(2); err == nil {
		t.Errorf("the end of a tournament without a beginning: %+v, want an error", events)
	}
}

// TestPlaces checks that players who leave before the start make room for others, and that
// the number of those who come and go is limited.
func TestPlaces(t *testing.T) {
	c := begin(t, terms(RoundRobin), maxRoundRobin)
	c.mustRefuse(join(65), Full)
	c.mustDo(Withdraw{"p64"})
	c.mustDo(join(65))
	c.mustRefuse(join(64), Full)
	for n := 66; len(c.state.entrants) < 4*maxRoundRobin; n++ {
		c.mustDo(Withdraw{fmt.Sprint("p", n-1)})
		c.mustDo(join(n))
	}
	c.mustDo(Withdraw{"p1"})
	c.mustRefuse(join(999), Full)
	c.mustDo(join(64))
	c.mustDo(Start{"org"})
	c.mustDo(Withdraw{"p2"})
	c.mustDo(join(2))

	arena := begin(t, terms(Arena), MaxPlayers)
	arena.mustDo(Withdraw{"p1"})
	arena.mustDo(Start{"org"})
	arena.mustDo(join(1))
	arena.mustDo(Withdraw{"p2"})
	arena.mustRefuse(join(MaxPlayers+1), Full)
	arena.mustDo(join(2))
}

// TestPlacesOfGuests fills a tournament with guests, as many as can be and leave again: there
// is room for accounts. In a class's tournament all members have the kind of guests.
func TestPlacesOfGuests(t *testing.T) {
	guest := func(n, team int) Join {
		return Join{Entrant{ID: fmt.Sprint("g", n), Kind: play.Guest, Team: team}}
	}
	open := terms(RoundRobin)
	open.Players = Anybody
	c := begin(t, open, 0)
	const most, ever = 48, 192
	for n := range most {
		c.mustDo(guest(n, 0))
	}
	for n := most; n < ever; n++ {
		c.mustRefuse(guest(n, 0), account.NoGuest)
		c.mustDo(Withdraw{fmt.Sprint("g", n-1)})
		c.mustDo(guest(n, 0))
	}
	c.mustDo(guest(ever-1, 0)) // is in already
	c.mustDo(Withdraw{"g0"})
	c.mustRefuse(guest(ever, 0), account.NoGuest)
	c.mustDo(guest(0, 0))
	for n := range maxRoundRobin - most {
		c.mustDo(join(n))
	}
	c.mustRefuse(join(maxRoundRobin), Full)

	match := teamMatch(2, 1)
	match.Players, match.Rated = Anybody, false
	c = begin(t, match, 0)
	for n := range MaxPlayers / 2 * 3 / 4 {
		c.mustDo(guest(n, 1))
	}
	c.mustRefuse(guest(999, 1), account.NoGuest)
	c.mustDo(guest(999, 2))
	c.mustDo(joinTeam(1, 1))

	open.Class = "c"
	c = begin(t, open, 0)
	for n := range maxRoundRobin {
		c.mustDo(guest(n, 0))
	}
}

func FuzzReplay(f *testing.F) {
	c := begin(&testing.T{}, terms(Swiss), 3)
	c.mustDo(Start{"org"})
	c.play(betterSeat)
	text, _ := json.Marshal(c.log)
	f.Add(text)
	f.Add([]byte(`[{"number":1,"event":"created","terms":{"kind":"arena"}},{"number":2,"event":"paired","pairings":[{"number":1}]}]`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		var log []Event
		if json.Unmarshal(text, &log) != nil {
			return
		}
		if s, err := Replay(log); err == nil {
			s.Standings()
			_, _, _ = s.Next(1 << 40) // an impossible log may be the state of no tournament
		}
	})
}

// TestLongArena checks that a result doesn't cost more with the number of games that are over.
func TestLongArena(t *testing.T) {
	of := terms(Arena)
	of.Minutes = 1440
	c := begin(t, of, 4)
	c.mustDo(Start{"org"})
	cost := func() float64 {
		g := c.state.Games()[0]
		return testing.AllocsPerRun(5, func() {
			if events, err := c.state.Decide(c.now, Result{Pairing: g.Pairing, Leg: 1, Winner: g.Players[0]}); err != nil || len(events) != 1 {
				t.Fatal(events, err)
			}
		})
	}
	before := cost()
	for len(c.state.matches) < 60 {
		for _, g := range c.state.Games() {
			c.finish(g, 1)
		}
		c.now += rematchDelay
		c.runDue()
	}
	if after := cost(); after > before+8 {
		t.Errorf("%v allocations for a result of the first round, %v after %d games", before, after, len(c.state.matches))
	}
}

// A panic about a tournament is an error, does not keep the tournament locked, and is not
// repeated at once.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &Director{cache: map[string]*cached{}} // without a store, which panics
		for range 2 {
			if err := d.with(t.Context(), "one", nil); err == nil || !strings.HasPrefix(err.Error(), "panic: ") {
				t.Errorf("%v, want the panic", err)
			}
		}
		c := d.cache["one"]
		c.followers, c.isOutdated = map[*follower]bool{nil: true}, true
		if err := d.showOne(t.Context(), c); err == nil || !strings.HasPrefix(err.Error(), "panic: ") {
			t.Errorf("shown: %v, want the panic", err)
		}
		if due := d.outdated(time.Now()); !d.rests("one") || d.rests("two") || len(due) != 0 {
			t.Errorf("it is tried again at once, or another one rests: %v", due)
		}
		c.state = &State{stage: Running, matches: []*match{{Pairing: Pairing{Number: 1, First: "a", Second: "b"}}}}
		c.state.terms.Book = true // of openings that are not there
		if err := d.begin(t.Context(), c); err == nil || !strings.Contains(err.Error(), "panic: ") {
			t.Errorf("games begun: %v, want the panic", err)
		}
		time.Sleep(room.PanicRest)
		if due := d.outdated(time.Now()); d.rests("one") || len(due) != 1 {
			t.Errorf("it is not tried again: %v", due)
		}
	})
}
