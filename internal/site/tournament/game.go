package tournament

import "thera/internal/site/play"

// Game is a game that the tournament needs to be played.
type Game struct {
	Round, Pairing, Leg int
	Players             [2]string // IDs by seat
}

// ID returns the game's ID, given that of the tournament.
func (g Game) ID(contest string) string { return play.TournamentGameID(contest, g.Pairing, g.Leg) }

// Games returns the games that are in progress or should be started.
func (s *State) Games() (games []Game) {
	if s.stage != Running {
		return nil
	}
	for _, m := range s.unfinished() {
		games = append(games, m.game(len(m.results)+1))
	}
	return games
}

// game returns the game of a leg. The seats are swapped from leg to leg.
func (m *match) game(leg int) Game {
	g := Game{m.round, m.Number, leg, [2]string{m.First, m.Second}}
	if leg%2 == 0 {
		g.Players = [2]string{m.Second, m.First}
	}
	return g
}

// isDecided reports whether a match is over with its current results. A tied
// knockout match is repeated up to twice; then the better seed wins.
func (s *State) isDecided(m *match) bool {
	games, legs := len(m.results), s.terms.legs()
	if s.terms.Kind != Knockout {
		return games >= legs
	}
	return games%legs == 0 && (m.score(m.First) != m.score(m.Second) || games >= 3*legs)
}

// Match is a pairing with its results, as views show it.
type Match struct {
	Pairing
	Round int `json:"round"`
	// Scores are the games won by the first and second entrant, counting halves.
	Scores [2]float64 `json:"scores"`
	Over   bool       `json:"over,omitempty"`
	Winner string     `json:"winner,omitempty"` // who advances in a knockout
	// Legs is the number of games so far, including one in progress.
	Legs int `json:"-"`
}

// Matches returns the pairings of a round in order, or of all rounds for 0.
func (s *State) Matches(round int) []Match {
	matches := []Match{}
	for _, m := range s.matches {
		if round != 0 && m.round != round {
			continue
		}
		one := Match{Pairing: m.Pairing, Round: m.round, Over: m.isOver, Legs: len(m.results)}
		if !m.isBye() {
			one.Scores = [2]float64{m.score(m.First), m.score(m.Second)}
		}
		if !m.isOver && s.stage == Running {
			one.Legs++
		}
		if m.isOver && s.terms.Kind == Knockout {
			one.Winner = s.winner(m)
		}
		matches = append(matches, one)
	}
	return matches
}

// Entrant returns the entrant with an ID, and whether they are in the
// tournament and have not left.
func (s *State) Entrant(id string) (who Entrant, in bool) {
	if p := s.entrant(id); p != nil {
		return p.Entrant, !p.hasLeft
	}
	return Entrant{}, false
}

// Players returns the number of active players.
func (s *State) Players() int { return len(s.active()) }
