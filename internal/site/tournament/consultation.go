package tournament

import (
	"cmp"
	"context"
	"fmt"

	"thera/internal/site/play"
)

const (
	maxSide   = 20             // players of a side of a consultation game
	minVoting = 5              // seconds
	maxVoting = 7 * 24 * 3_600 // seconds
)

// validateConsultation refuses terms that are not those of a consultation game.
func (t Conditions) validateConsultation() error {
	bad := func(broken bool, format string, args ...any) error {
		return play.RefuseIf(broken, BadTerms, format, args...)
	}
	return cmp.Or(
		bad(len(t.Teams) != 2, "%d sides: want two", len(t.Teams)),
		bad(t.Voting < minVoting || t.Voting > maxVoting, "voting for %d s: want %d to %d", t.Voting, minVoting, maxVoting),
		bad(t.Control.Turn > 0 && play.Millis(t.Voting)*1000 >= t.Control.Turn, "voting for %d s: want less than the clock, %s", t.Voting, t.Control),
		bad(t.Rated, "rated: a consultation game is casual"),
		bad(t.Players != People, "players %q: want %s, because programs do not vote", t.Players, People),
		bad(t.Double, "double: a consultation game is one game"),
	)
}

// playersOf returns who plays a game: in a consultation game all players of both sides.
func (s *State) playersOf(g Game) []string {
	if s.terms.Kind != Consultation {
		return g.Players[:]
	}
	return idsOf(s.byBoard())
}

// Members returns the IDs of the players of a team who have not left, by the team's ID.
func (d *Director) Members(ctx context.Context, team string) (ids []string, err error) {
	id, number, _, ok := play.ParseTeam(team)
	if !ok {
		return nil, fmt.Errorf("team %q: want the ID of a team", team)
	}
	err = d.with(ctx, id, func(c *cached) error {
		if number <= len(c.state.teams) {
			ids = idsOf(c.state.members(c.state.team(number)))
		}
		return nil
	})
	return ids, err
}

// Side is the side of a consultation game.
type Side struct {
	Team    int      // from 1; 0 for none
	Members []string // the IDs of those who have not left
	Voting  play.Millis
}

// Side returns the side that a player is on in a consultation game, and has not left.
func (d *Director) Side(ctx context.Context, id, player string) (side Side, err error) {
	err = d.with(ctx, id, func(c *cached) error {
		s := c.state
		p := s.entrant(player)
		if s.terms.Kind != Consultation || p == nil || p.hasLeft {
			return nil
		}
		side = Side{Team: p.Team, Members: idsOf(s.members(s.team(p.Team))), Voting: play.Millis(s.terms.Voting) * 1000}
		return nil
	})
	return side, err
}
