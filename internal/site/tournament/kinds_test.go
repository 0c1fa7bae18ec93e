package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"thera/internal/site/play"
)

// TestBerger compares the tables for six with those of FIDE's handbook (C.05,
// annex 1).
func TestBerger(t *testing.T) {
	c := begin(t, terms(RoundRobin), 6)
	c.mustDo(Start{"org"})
	c.play(betterSeat)
	rounds := map[int]string{}
	for _, e := range c.log {
		for _, p := range e.Pairings {
			rounds[e.Round] += strings.ReplaceAll(p.First+"-"+p.Second+" ", "p", "")
		}
	}
	for round, want := range []string{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"} {
		if got := strings.TrimSpace(rounds[round+1]); got != want {
			t.Errorf("round %d is %s, want %s", round+1, got, want)
		}
	}
	if got := c.order(); !slices.Equal(got, []string{"p1", "p2", "p3", "p4", "p5", "p6"}) {
		t.Errorf("they stand as %q", got)
	}
}

// TestRoundRobin checks that everybody meets everybody once, with both seats if
// wanted, and that players who left lose.
func TestRoundRobin(t *testing.T) {
	for n := 2; n <= 11; n++ {
		of := terms(RoundRobin)
		of.Double = n%3 == 0
		c := begin(t, of, n)
		c.mustDo(Start{"org"})
		seats := map[string]int{}
		c.play(func(g Game) int {
			seats[g.Players[0]+" "+g.Players[1]]++
			if g.Round == n-1 && n > 3 && !c.state.entrant("p1").hasLeft {
				c.mustDo(Withdraw{"p1"})
			}
			return betterSeat(g)
		})
		met := 0
		for pair, times := range seats {
			if met += times; times > 1 {
				t.Errorf("%d players: %s %d times", n, pair, times)
			}
		}
		all := n * (n - 1) / 2 * of.legs()
		if n <= 3 && met != all || met > all || met < all-3*of.legs() {
			t.Errorf("%d players: %d games, want %d", n, met, all)
		}
		for _, s := range c.state.Standings() {
			if want := float64((n - s.Seed) * of.legs()); n <= 3 && s.Points != want {
				t.Errorf("%d players: %+v, want %v points", n, s, want)
			}
		}
	}
}

// beats lets the first of each pair win, written as "12 23": p1 beats p2, p2 beats p3.
func beats(pairs string) func(Game) int {
	return func(g Game) int {
		if strings.Contains(pairs, strings.ReplaceAll(g.Players[0]+g.Players[1], "p", "")) {
			return 1
		}
		return 2
	}
}

// TestRoundRobinTies checks that the games of all who are equal decide, not those of two of
// them, and that the table does not depend on who joined first.
func TestRoundRobinTies(t *testing.T) {
	for _, results := range []struct {
		beats   string
		joining [][]int
		want    []string // rank and player
	}{
		{"12 23 31", [][]int{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}}, []string{"1 p1", "1 p2", "1 p3"}},
		// p2 and p4 have two points each, from games against players with three in all.
		{"12 13 14 23 25 35 42 43 51 54", [][]int{{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}}, []string{"1 p1", "2 p5", "3 p4", "4 p2", "5 p3"}},
	} {
		for _, joining := range results.joining {
			c := begin(t, terms(RoundRobin), 0)
			for _, n := range joining {
				c.mustDo(join(n))
			}
			c.mustDo(Start{"org"})
			c.play(beats(results.beats))
			var table []string
			for _, s := range c.state.Standings() {
				table = append(table, fmt.Sprint(s.Rank, " ", s.Player.ID))
			}
			if !slices.Equal(table, results.want) {
				t.Errorf("%s, joining %v: the table is %q, want %q", results.beats, joining, table, results.want)
			}
		}
	}
}

// TestRoundRobinLeavers checks that the only player who stays wins the games that are left.
func TestRoundRobinLeavers(t *testing.T) {
	c := begin(t, terms(RoundRobin), 3)
	c.mustDo(Start{"org"}) // p1 has a bye
	c.finish(c.state.Games()[0], betterSeat(c.state.Games()[0]))
	c.mustDo(Withdraw{"p2"})
	c.mustDo(Withdraw{"p3"})
	c.play(betterSeat)
	if s := c.state.Standings(); s[0].Player.ID != "p1" || s[0].Points != 2 {
		t.Errorf("the table is %+v", s)
	}
	// If nobody stays it ends.
	c = begin(t, terms(RoundRobin), 4)
	c.mustDo(Start{"org"})
	for n := range 4 {
		c.mustDo(Withdraw{fmt.Sprint("p", n+1)})
	}
	c.play(betterSeat)
	if round, _ := c.state.Round(); round != 1 {
		t.Errorf("without players it went on to round %d", round)
	}
}

func TestKnockout(t *testing.T) {
	for n := 2; n <= 17; n++ {
		c := begin(t, terms(Knockout), n)
		c.mustDo(Start{"org"})
		lost := map[string]bool{}
		c.play(func(g Game) int {
			for _, id := range g.Players {
				if lost[id] {
					t.Errorf("%s plays again", id)
				}
			}
			seat := betterSeat(g)
			lost[g.Players[2-seat]] = true
			return seat
		})
		if got := c.order(); got[0] != "p1" || got[1] != "p2" || len(lost) != n-1 {
			t.Errorf("%d players: they stand as %q after %d games", n, got, len(lost))
		}
		if byes := strings.Count(fmt.Sprint(c.state.Standings()), "bye"); byes != 1<<knockoutRounds(n)-n {
			t.Errorf("%d players: %d byes", n, byes)
		}
	}
	if got := bracketOrder(8); !slices.Equal(got, []int{1, 8, 4, 5, 2, 7, 3, 6}) {
		t.Errorf("the bracket is %d", got)
	}
}

// TestKnockoutTies checks that a tied match continues, and that the better seed
// wins in the end.
func TestKnockoutTies(t *testing.T) {
	of := terms(Knockout)
	of.Double = true
	c := begin(t, of, 2)
	c.mustDo(Start{"org"})
	var games []string
	c.play(func(g Game) int { games = append(games, fmt.Sprint(g.Leg, g.Players)); return 1 })
	if want := []string{"1 [p1 p2]", "2 [p2 p1]", "3 [p1 p2]", "4 [p2 p1]", "5 [p1 p2]", "6 [p2 p1]"}; !slices.Equal(games, want) {
		t.Errorf("the games are %q", games)
	}
	if s := c.state.Standings()[0]; s.Player.ID != "p1" || s.Rounds[0] != "+-+-+-2" {
		t.Errorf("the first is %+v", s)
	}
	// A player who leaves loses the remaining games.
	c = begin(t, of, 4)
	c.mustDo(Start{"org"})
	g := c.state.Games()[0]
	c.mustDo(Withdraw{g.Players[0]})
	c.finish(g, 1)
	if m := c.state.match(g.Pairing); !m.isOver || c.state.winner(m) != g.Players[1] {
		t.Errorf("the match is %+v", m)
	}
}

// In an arena all play all the time, and nobody the same one twice in a row who
// could play somebody else.
func TestArena(t *testing.T) {
	for seed := range uint64(20) {
		r := random(seed)
		c := begin(t, terms(Arena), 2+r.IntN(8))
		c.mustDo(Start{"org"})
		ends := map[Game]play.Instant{}
		last, games := map[string]string{}, 0
		for c.state.stage != Done {
			c.runDue()
			isPlaying := map[string]bool{}
			for _, g := range c.state.Games() {
				for _, p := range g.Players {
					if isPlaying[p] {
						t.Errorf("%s plays two games at once", p)
					}
					isPlaying[p] = true
				}
				if ends[g] == 0 {
					ends[g] = c.now + play.Instant(5000+r.IntN(60_000))
					games++
					if a, b := g.Players[0], g.Players[1]; last[a] == b && last[b] == a && len(c.state.active()) > 4 && c.now < c.state.entrant(a).idleSince+rematchDelay {
						t.Errorf("%s and %s meet again at once", a, b)
					}
					last[g.Players[0]], last[g.Players[1]] = g.Players[1], g.Players[0]
					if c.now >= c.state.Ends() {
						t.Error("a game begins when time is over")
					}
				}
				if ends[g] <= c.now {
					c.finish(g, 1+r.IntN(2))
				}
			}
			c.now += 1000
		}
		total := 0.0
		for _, s := range c.state.Standings() {
			total += s.Points
		}
		if total != float64(2*games) || games < 10 {
			t.Errorf("seed %d: %v points of %d games", seed, total, games)
		}
	}
}

// TestArenaMissed checks that a player who misses an arena game is out until
// they return.
func TestArenaMissed(t *testing.T) {
	c := begin(t, terms(Arena), 2)
	c.mustDo(Start{"org"})
	g := c.state.Games()[0]
	c.mustDo(Result{g.Pairing, g.Leg, "p1", ByMissing})
	c.now += 60_000
	if c.runDue(); len(c.state.Games()) != 0 || !c.state.entrant("p2").hasLeft {
		t.Errorf("%+v goes on", c.state.Games())
	}
	c.mustDo(join(2))
	if c.runDue(); len(c.state.Games()) != 1 {
		t.Error("who is in again does not play")
	}
}
