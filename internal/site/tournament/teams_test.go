package tournament

import (
	"fmt"
	"slices"
	"testing"

	"thera/internal/site/play"
)

// teamMatch creates a match of teams with a number of boards.
func teamMatch(teams, boards int) Conditions {
	of := terms(Teams)
	of.Boards = boards
	for n := range teams {
		of.Teams = append(of.Teams, fmt.Sprint("Team ", n+1))
	}
	return of
}

// joinTeam returns the command by which player n joins a team.
func joinTeam(n, team int) Join {
	c := join(n)
	c.Player.Team = team
	return c
}

// gather has as many players join each team, p1 to the first team, p2 to the second and so
// on.
func gather(t *testing.T, of Conditions, each int) *testRun {
	t.Helper()
	c := begin(t, of, 0)
	for n := range each * len(of.Teams) {
		c.mustDo(joinTeam(n+1, n%len(of.Teams)+1))
	}
	return c
}

// pairs returns the games of the current round as text.
func (c *testRun) pairs() (all []string) {
	for _, m := range c.state.Matches(c.state.round) {
		all = append(all, fmt.Sprint(m.Board, ":", m.First, "-", m.Second))
	}
	return all
}

func (c *testRun) mustPair(want ...string) {
	c.t.Helper()
	if got := c.pairs(); !slices.Equal(got, want) {
		c.t.Errorf("the boards are %q, want %q", got, want)
	}
}

// table returns the team standings as text: rank, team, points and board points.
func (c *testRun) table() (rows []string) {
	for _, one := range c.state.TeamStandings() {
		rows = append(rows, fmt.Sprint(one.Rank, ".", one.Team, " ", one.Points, " ", one.BoardPoints))
	}
	return rows
}

func (c *testRun) mustStand(want ...string) {
	c.t.Helper()
	if got := c.table(); !slices.Equal(got, want) {
		c.t.Errorf("the teams stand as %q, want %q", got, want)
	}
}

// TestTeamMatch plays a match of two teams, one of which has no player for its last board:
// seats alternate by board, and the empty board is lost.
func TestTeamMatch(t *testing.T) {
	c := begin(t, teamMatch(2, 3), 0)
	for n, team := range []int{1, 1, 2, 1, 2, 1} {
		c.mustDo(joinTeam(n+1, team))
	}
	c.mustDo(Start{"org"})
	c.mustPair("1:p1-p3", "2:p5-p2", "3:p4-")
	c.mustStand("1.1 0 1", "2.2 0 0")
	if _, of := c.state.Round(); of != 1 {
		t.Errorf("%d rounds", of)
	}
	c.finish(c.state.Games()[0], 2)
	c.finish(c.state.Games()[0], 1)
	c.runDue()
	c.mustStand("1.2 2 2", "2.1 0 1")
	if c.state.stage != Done || c.state.winningTeam() != "Team 2" {
		t.Errorf("it is %s, and %q has won", c.state.stage, c.state.winningTeam())
	}
	if s := c.state.Standings(); s[len(s)-1].Player.ID != "p6" || s[len(s)-1].Games != 0 {
		t.Errorf("the reserve is %+v", s[len(s)-1])
	}
}

// TestTeamMatchDrawn checks that an even match has no winner, and that each player of a
// pair of games has both seats.
func TestTeamMatchDrawn(t *testing.T) {
	of := teamMatch(2, 2)
	of.Double = true
	c := gather(t, of, 2)
	c.mustDo(Start{"org"})
	seats := map[string]int{}
	c.play(func(g Game) int { seats[g.Players[0]]++; return 1 })
	c.mustStand("1.1 1 2", "1.2 1 2")
	if c.state.winningTeam() != "" || len(seats) != 4 {
		t.Errorf("%q has won, and seat 1 had %v", c.state.winningTeam(), seats)
	}
}

// TestTeamRoundRobin plays a round robin of teams, the odd one of which has a bye without
// points.
func TestTeamRoundRobin(t *testing.T) {
	for teams := 3; teams <= maxTeams; teams++ {
		c := gather(t, teamMatch(teams, 2), 2)
		c.mustDo(Start{"org"})
		c.play(betterSeat)
		met := map[[2]int]bool{}
		for _, e := range c.state.Encounters() {
			slices.Sort(e.Teams[:])
			if met[e.Teams] || !e.Over || e.Points[0]+e.Points[1] != 2 {
				t.Errorf("%d teams: %+v", teams, e)
			}
			met[e.Teams] = true
		}
		if len(met) != teams*(teams-1)/2 {
			t.Errorf("%d teams: %d encounters", teams, len(met))
		}
		for i, one := range c.state.TeamStandings() {
			if one.Rank != i+1 || one.Team != i+1 || one.Points != 2*(teams-1-i) || one.Played != teams-1 {
				t.Errorf("%d teams: %+v is number %d", teams, one, i+1)
			}
		}
	}
}

// TestTeamOrder checks who may order the boards, and what an order means before the start
// and between rounds.
func TestTeamOrder(t *testing.T) {
	c := gather(t, teamMatch(3, 1), 2) // p1 p4, p2 p5, p3 p6
	c.mustRefuse(Order{"p1", 1, []string{"p4"}}, NotYours)
	c.mustRefuse(Appoint{"p1", "p1"}, NotYours)
	c.mustRefuse(Appoint{"org", "p9"}, NotIn)
	c.mustDo(Appoint{"org", "p1"})
	c.mustRefuse(Order{"p1", 2, []string{"p5"}}, NotYours)
	c.mustRefuse(Order{"p1", 1, []string{"p5"}}, NotIn)
	c.mustRefuse(Order{"p1", 1, []string{"p4", "p4"}}, NotIn)
	c.mustRefuse(Order{"org", 4, nil}, BadTerms)
	c.mustDo(Order{"p1", 1, []string{"p4"}})
	c.mustDo(Order{"org", 2, []string{"p5", "p2"}})
	before := len(c.log)
	if c.mustDo(Order{"org", 2, []string{"p5"}}); len(c.log) != before {
		t.Error("an order that changes nothing is an event")
	}
	c.mustDo(Start{"org"}) // Berger's first round: the first team has the bye
	c.mustPair("1:p5-p3")
	c.mustDo(Order{"org", 2, []string{"p2"}})
	c.mustPair("1:p5-p3")
	c.finish(c.state.Games()[0], 1)
	c.now += 60_000
	c.runDue()
	c.mustPair("1:p4-p2")
	c.mustDo(Withdraw{"p4"}) // loses, and the reserve moves up
	c.now += 60_000
	c.runDue()
	c.finish(c.state.Games()[0], 1)
	c.now += 60_000
	c.runDue()
	c.mustPair("1:p3-p1")
	c.mustDo(Withdraw{"p1"})
	c.mustRefuse(Order{"p1", 1, nil}, NotYours) // no longer the captain
}

// TestTeamChanges checks that a player can change teams until the start, and no longer.
func TestTeamChanges(t *testing.T) {
	c := gather(t, teamMatch(2, 2), 1)
	c.mustRefuse(join(3), BadTerms)
	c.mustRefuse(joinTeam(3, 3), BadTerms)
	c.mustDo(joinTeam(3, 1))
	c.mustDo(Appoint{"org", "p3"})
	c.mustDo(joinTeam(3, 2))
	c.mustRefuse(Order{"p3", 1, []string{"p1"}}, NotYours)
	if all := c.state.TeamStandings(); !slices.Equal(all[0].Players, []string{"p1"}) || !slices.Equal(all[1].Players, []string{"p2", "p3"}) || all[0].Captain != "" {
		t.Errorf("the teams are %+v", all)
	}
	c.mustDo(Withdraw{"p1"})
	c.mustRefuse(Start{"org"}, TooFew)
	c.mustDo(join(1)) // the same team again
	c.mustDo(Start{"org"})
	c.mustRefuse(joinTeam(4, 1), Started)
	c.mustDo(Withdraw{"p2"})
	c.mustRefuse(joinTeam(2, 1), Started)
	c.mustDo(joinTeam(2, 2))
	swiss := begin(t, terms(Swiss), 0)
	swiss.mustRefuse(joinTeam(1, 1), BadTerms)
}

// TestTeamLeaves checks that a team without players loses each board, also if only one team
// is left.
func TestTeamLeaves(t *testing.T) {
	c := gather(t, teamMatch(3, 1), 1)
	c.mustDo(Start{"org"})
	c.mustDo(Withdraw{"p1"}) // has the bye
	c.finish(c.state.Games()[0], 1)
	c.now += 60_000
	c.runDue()
	c.now += 60_000
	c.runDue()
	if c.runDue(); c.state.stage != Done {
		t.Fatalf("it is %s in round %d", c.state.stage, c.state.round)
	}
	c.mustStand("1.2 4 2", "2.3 2 1", "3.1 0 0")
	c = gather(t, teamMatch(3, 1), 1)
	c.mustDo(Start{"org"})
	c.mustDo(Withdraw{"p1"})
	c.mustDo(Withdraw{"p2"})
	c.finish(c.state.Games()[0], 2)
	c.play(betterSeat)
	c.mustStand("1.3 4 2", "2.1 0 0", "2.2 0 0")
}

// TestTeamMissed checks that a player who misses both games of a pair is withdrawn and
// loses them.
func TestTeamMissed(t *testing.T) {
	of := teamMatch(2, 1)
	of.Double, of.Control = true, play.Control{Turn: 86_400_000}
	c := gather(t, of, 1)
	c.mustDo(Start{"org"})
	c.mustDo(Result{1, 1, "p2", ByMissing})
	c.mustDo(Result{1, 2, "p2", ByMissing})
	c.runDue()
	c.mustStand("1.2 2 2", "2.1 0 0")
	if p := c.state.entrant("p1"); !p.hasLeft || p.missedInARow != 2 {
		t.Errorf("%+v has missed two games", p)
	}
}

func TestTeamTerms(t *testing.T) {
	for name, change := range map[string]func(*Conditions){
		"one team":    func(t *Conditions) { t.Teams = t.Teams[:1] },
		"many teams":  func(t *Conditions) { t.Teams = teamMatch(9, 1).Teams },
		"no boards":   func(t *Conditions) { t.Boards = 0 },
		"many boards": func(t *Conditions) { t.Boards = 33 },
		"no name":     func(t *Conditions) { t.Teams[0] = " " },
		"unseen name": func(t *Conditions) { t.Teams[0] = "\u200b" },
		"same name":   func(t *Conditions) { t.Teams[0] = "team  2" },
		"swiss":       func(t *Conditions) { t.Kind, t.Boards = Swiss, 0 },
		"boards":      func(t *Conditions) { t.Kind, t.Teams = Swiss, nil },
		"rounds":      func(t *Conditions) { t.Rounds = 2 },
	} {
		of := teamMatch(2, 3)
		change(&of)
		if _, err := Create(of, "org", 1000); err == nil {
			t.Errorf("%s: %+v is taken", name, of)
		}
	}
}

// TestConsultation checks the terms of a consultation game, and that all players of both
// sides play it, even if the first has withdrawn.
func TestConsultation(t *testing.T) {
	of := teamMatch(2, 0)
	of.Kind, of.Voting, of.Players = Consultation, 60, People
	for name, change := range map[string]func(*Conditions){
		"three sides":   func(t *Conditions) { t.Teams = []string{"a", "b", "c"} },
		"no voting":     func(t *Conditions) { t.Voting = 0 },
		"short voting":  func(t *Conditions) { t.Voting = 4 },
		"long voting":   func(t *Conditions) { t.Voting = 700_000 },
		"slow voting":   func(t *Conditions) { t.Voting, t.Control = 86_400, play.Control{Turn: 86_400_000} },
		"rated":         func(t *Conditions) { t.Rated = true },
		"programs":      func(t *Conditions) { t.Players = Anybody },
		"double":        func(t *Conditions) { t.Double = true },
		"boards":        func(t *Conditions) { t.Boards = 1 },
		"voting of all": func(t *Conditions) { t.Kind = Teams; t.Boards = 1 },
	} {
		bad := of
		change(&bad)
		if _, err := Create(bad, "org", 1000); err == nil {
			t.Errorf("%s: %+v is taken", name, bad)
		}
	}
	c := begin(t, of, 0)
	side := func(n, team int) Join {
		return Join{Entrant{ID: fmt.Sprint("p", n), Kind: play.Person, Team: team}}
	}
	for n := range 2 * maxSide {
		c.mustDo(side(n+1, n%2+1))
	}
	c.mustRefuse(side(99, 1), Full)
	c.mustDo(Start{"org"})
	g := c.state.Games()[0]
	if all := c.state.playersOf(g); len(all) != 2*maxSide {
		t.Errorf("%d play", len(all))
	}
	c.mustDo(Withdraw{g.Players[0]})
	if all := c.state.playersOf(c.state.Games()[0]); len(all) != 2*maxSide-1 {
		t.Errorf("%d play when one has withdrawn", len(all))
	}
	c.finish(g, 1)
	c.runDue()
	c.mustStand("1.1 2 1", "2.2 0 0")
}

// TestTeamLimits checks that nobody makes a log grow without end.
func TestTeamLimits(t *testing.T) {
	c := gather(t, teamMatch(2, 2), 2)
	for n := range maxTeamChanges {
		c.mustDo(Order{"org", 1, []string{[]string{"p3", "p1"}[n%2]}})
	}
	c.mustRefuse(Order{"org", 1, []string{"p3"}}, play.TooMany)
	c.mustRefuse(Appoint{"org", "p1"}, play.TooMany)
	c = gather(t, teamMatch(2, 2), MaxPlayers/2)
	c.mustRefuse(joinTeam(MaxPlayers+1, 1), Full)
	c.mustDo(Withdraw{"p1"})
	c.mustDo(joinTeam(MaxPlayers+1, 1)) // in their place
	c.mustRefuse(joinTeam(1, 1), Full)
}
