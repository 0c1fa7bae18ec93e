package tournament

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// referee is a naive second opinion on Swiss rounds: it reads only the log, and
// tries all pairings.
type referee struct {
	points  map[string]int // in halves
	met     map[[2]string]bool
	byes    map[string]bool
	colors  map[string]string // F and S by game
	round   map[int]Pairing
	in      []string
	started bool
}

func newReferee() *referee {
	return &referee{map[string]int{}, map[[2]string]bool{}, map[string]bool{}, map[string]string{}, map[int]Pairing{}, nil, false}
}

// must returns the seat that a player must have, if any.
func (r *referee) must(id string) string {
	all := r.colors[id]
	balance := 0
	for _, c := range all {
		balance += map[rune]int{'F': 1, 'S': -1}[c]
	}
	two := ""
	if len(all) > 1 {
		two = all[len(all)-2:]
	}
	switch {
	case balance >= 2 || two == "FF":
		return "S"
	case balance <= -2 || two == "SS":
		return "F"
	}
	return ""
}

// judge returns the faults of a pairing, the worst kind first.
func (r *referee) judge(pairs [][2]string) (bad [3]int) {
	for _, p := range pairs {
		if p[1] == "" {
			bad[1] += r.points[p[0]]
			if r.byes[p[0]] {
				bad[0]++
			}
			continue
		}
		if r.met[p] || r.met[[2]string{p[1], p[0]}] {
			bad[0]++
		}
		if must := r.must(p[0]); must != "" && must == r.must(p[1]) {
			bad[1] += 1000
		}
		apart := r.points[p[0]] - r.points[p[1]]
		apart = max(apart, -apart)
		bad[2] += apart * (apart + 1) / 2
	}
	return bad
}

// best returns the least faults of all pairings.
func (r *referee) best(free []string, pairs [][2]string) (best [3]int) {
	if len(free) == 0 {
		return r.judge(pairs)
	}
	for i := 1; i < len(free); i++ {
		rest := slices.Concat(free[1:i], free[i+1:])
		pair := [2]string{free[0], free[i]}
		if free[0] == "" {
			pair = [2]string{free[i], ""}
		}
		if bad := r.best(rest, append(pairs[:len(pairs):len(pairs)], pair)); i == 1 || slices.Compare(bad[:], best[:]) < 0 {
			best = bad
		}
	}
	return best
}

// check reads an event, and compares a pairing with all others.
func (r *referee) check(t *testing.T, e Event) {
	t.Helper()
	switch e.Kind {
	case Joined:
		if !slices.Contains(r.in, e.Player.ID) {
			r.in = append(r.in, e.Player.ID)
		}
	case Left:
		r.in = slices.DeleteFunc(r.in, func(id string) bool { return id == e.ID })
	case Paired:
		var pairs [][2]string
		seen := map[string]int{}
		for _, p := range e.Pairings {
			pairs = append(pairs, [2]string{p.First, p.Second})
			seen[p.First]++
			seen[p.Second]++
			r.round[p.Number] = p
			if p.Second != "" {
				wants := [2]string{r.must(p.First), r.must(p.Second)}
				if wants[0] != wants[1] && (wants[0] == "S" || wants[1] == "F") {
					t.Errorf("round %d: %+v have the seats that they must not have", e.Round, p)
				}
			}
		}
		for _, id := range r.in {
			if seen[id] != 1 {
				t.Errorf("round %d: %s is in %d pairings of %+v", e.Round, id, seen[id], pairs)
			}
		}
		free := slices.Clone(r.in)
		if len(free)%2 == 1 {
			free = append([]string{""}, free...)
		}
		if len(free) <= 8 {
			if got, want := r.judge(pairs), r.best(free, nil); got != want {
				t.Errorf("round %d: %+v is %d bad, want %d", e.Round, pairs, got, want)
			}
		} else if got := r.judge(pairs); len(free) > 2*e.Round && got[0] > 0 {
			t.Errorf("round %d: %+v meet again or have a second bye", e.Round, pairs)
		}
		for _, p := range pairs {
			if p[1] == "" {
				r.byes[p[0]] = true
				r.points[p[0]] += 2
			}
			r.met[p] = true
		}
	case Resulted:
		p := r.round[e.Pairing]
		if e.Reason != ByWithdrawal {
			r.colors[p.First] += "F"
			r.colors[p.Second] += "S"
		}
		if e.Winner == "" {
			r.points[p.First]++
			r.points[p.Second]++
		} else {
			r.points[e.Winner] += 2
		}
	default:
	}
}

// TestSwissAgainstNaiveChecker pairs Swiss tournaments of all sizes, with
// players joining and leaving; the naive checker must find no better pairing.
func TestSwissAgainstNaiveChecker(t *testing.T) {
	for seed := range uint64(400) {
		r := random(seed)
		players := 2 + r.IntN(6)
		if seed%20 == 0 {
			players = 9 + r.IntN(60)
		}
		of := terms(Swiss)
		of.Rounds = 1 + r.IntN(9)
		c := begin(t, of, players)
		c.mustDo(Start{"org"})
		for next := players + 1; c.state.stage != Done; {
			switch x := r.IntN(40); {
			case x == 0:
				if e, err := c.state.Decide(c.now, join(next)); err == nil {
					c.add(e)
					next++
				}
			case x == 1 && len(c.state.active()) > 2:
				all := c.state.active()
				c.mustDo(Withdraw{all[r.IntN(len(all))].ID})
			case x == 2:
				c.mustDo(Join{Entrant{ID: c.state.entrants[r.IntN(len(c.state.entrants))].ID, Kind: "bot"}})
			default:
				if games := c.state.Games(); len(games) > 0 {
					g := games[r.IntN(len(games))]
					result := Result{g.Pairing, g.Leg, g.Players[r.IntN(2)], "stuck"}
					if r.IntN(30) == 0 {
						result.Winner = ""
					}
					c.mustDo(result)
				}
			}
			c.runDue()
		}
		judge := newReferee()
		for _, e := range c.log {
			judge.check(t, e)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestSwissRounds checks that the upper half meets the lower half in the first
// round, and that winners meet afterward.
func TestSwissRounds(t *testing.T) {
	c := begin(t, terms(Swiss), 8)
	c.mustDo(Start{"org"})
	var first []string
	for _, g := range c.state.Games() {
		first = append(first, fmt.Sprint(g.Players))
	}
	if want := []string{"[p1 p5]", "[p6 p2]", "[p3 p7]", "[p8 p4]"}; !slices.Equal(first, want) {
		t.Errorf("round 1 is %q, want %q", first, want)
	}
	c.play(betterSeat)
	if round, of := c.state.Round(); round != 4 || of != 4 {
		t.Errorf("%d rounds of %d, want 4", round, of)
	}
	if got := c.order(); got[0] != "p1" || got[7] != "p8" {
		t.Errorf("they stand as %q", got)
	}
}

// TestSwissTieBreaks checks a small tournament computed by hand: three players,
// each with one bye.
func TestSwissTieBreaks(t *testing.T) {
	of := terms(Swiss)
	of.Rounds = 3
	c := begin(t, of, 3)
	c.mustDo(Start{"org"})
	c.play(betterSeat)
	for i, want := range []Placing{
		{Rank: 1, Points: 3, Buchholz: 3 + 2 + 1, Berger: 2 + 1, Rounds: []string{"+2", "+3", "bye"}},
		{Rank: 2, Points: 2, Buchholz: 2 + 3 + 1, Berger: 1, Rounds: []string{"-1", "bye", "+3"}},
		{Rank: 3, Points: 1, Buchholz: 1 + 3 + 2, Berger: 0, Rounds: []string{"bye", "-1", "-2"}},
	} {
		got := c.state.Standings()[i]
		if got.Rank != want.Rank || got.Points != want.Points || got.Buchholz != want.Buchholz || got.Berger != want.Berger || !slices.Equal(got.Rounds, want.Rounds) || got.Games != 2 {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestLateAndGone(t *testing.T) {
	of := terms(Swiss)
	of.Rounds = 4
	c := begin(t, of, 6)
	c.mustDo(Start{"org"})
	for _, g := range c.state.Games() {
		c.mustDo(Result{g.Pairing, g.Leg, g.Players[0], ByMissing})
	}
	c.mustDo(join(7))
	c.runDue()
	c.mustDo(join(8))
	for _, g := range c.state.Games() {
		seat := g.Players[0]
		if c.state.entrant(g.Players[0]).missedInARow > 0 {
			seat = g.Players[1]
		}
		c.mustDo(Result{g.Pairing, g.Leg, seat, ByMissing})
	}
	gone := 0
	for _, s := range c.state.Standings() {
		if s.Gone {
			gone++
		}
	}
	if gone == 0 {
		t.Error("who misses two games is still in")
	}
	c.runDue()
	c.mustRefuse(join(9), Started)
}

// A player who withdraws before the start and joins after it takes part like others who are
// late: with a place in the table, which they keep when they leave, and within the same time.
func TestJoinsAgainLate(t *testing.T) {
	c := begin(t, terms(Arena), 3)
	c.mustDo(Withdraw{"p3"})
	c.mustDo(Start{"org"})
	c.mustDo(join(4))
	c.mustDo(join(3))
	for _, g := range c.state.Games() {
		c.finish(g, betterSeat(g))
	}
	c.now += pairingInterval
	c.runDue()
	c.mustDo(Withdraw{"p3"})
	seeds := map[string]int{}
	for _, s := range c.state.Standings() {
		seeds[s.Player.ID] = s.Seed
	}
	if want := map[string]int{"p1": 1, "p2": 2, "p3": 3, "p4": 4}; !maps.Equal(seeds, want) {
		t.Errorf("the seeds are %v, want %v", seeds, want)
	}

	of := terms(Swiss)
	of.Rounds = 5
	c = begin(t, of, 8)
	c.mustDo(Withdraw{"p8"})
	c.mustDo(Start{"org"})
	for c.state.round < 4 {
		for _, g := range c.state.Games() {
			c.finish(g, betterSeat(g))
		}
		c.runDue()
	}
	c.mustRefuse(join(8), Started)
}

// The rounds that the organizer has set count for those who join late, too. A tournament
// ends early when all have met.
func TestSwissOfFewAtTheStart(t *testing.T) {
	of := terms(Swiss)
	of.Rounds = 7
	for late, want := range map[int]int{0: 3, 12: 7} { // after the start
		c := begin(t, of, 4)
		c.mustDo(Start{"org"})
		for n := range late {
			c.mustDo(join(5 + n))
		}
		c.play(betterSeat)
		if round, _ := c.state.Round(); round != want || c.state.reason != ByEnd {
			t.Errorf("with %d late players it ended in round %d, %s; want %d", late, round, c.state.reason, want)
		}
	}
}
