package tournament

import "thera/internal/site/play"

// Game is a game that a contest wants to be played.
type Game struct {
	Round, Pairing, Leg int
	Players             [2]string // ids by seat
}

// ID returns the game's id in a contest.
func (g Game) ID(contest string) string { return play.ContestGame(contest, g.Pairing, g.Leg) }

// Games returns the games that have begun, or should, and are not over.
func (s *State) Games() (games []Game) {
	if s.stage != Running {
		return nil
	}
	for _, m := range s.playing() {
		games = append(games, m.game(len(m.results)+1))
	}
	return games
}

// game returns the game of a leg: the seats are exchanged from one to the next.
func (m *match) game(leg int) Game {
	g := Game{m.round, m.Number, leg, [2]string{m.First, m.Second}}
	if leg%2 == 0 {
		g.Players = [2]string{m.Second, m.First}
	}
	return g
}

// decided reports whether a match is over with the results that it has. In a
// knock-out a match that is even goes on twice, then the better seed has won.
func (s *State) decided(m *match) bool {
	games, legs := len(m.results), s.terms.legs()
	if s.terms.Kind != Knockout {
		return games >= legs
	}
	return games%legs == 0 && (m.won(m.First) != m.won(m.Second) || games >= 3*legs)
}

// Match is a pairing with what has come of it, for others to see.
type Match struct {
	Pairing
	Round int `json:"round"`
	// Scores are the games that the first and the second have won, halves
	// included.
	Scores [2]float64 `json:"scores"`
	Over   bool       `json:"over,omitempty"`
	Winner string     `json:"winner,omitempty"` // who goes on in a knock-out
	// Legs is how many games there are, the one that is being played included.
	Legs int `json:"-"`
}

// Matches returns the pairings of a round, in the order of their boards; of all
// rounds for 0.
func (s *State) Matches(round int) []Match {
	matches := []Match{}
	for _, m := range s.matches {
		if round != 0 && m.round != round {
			continue
		}
		one := Match{Pairing: m.Pairing, Round: m.round, Over: m.over, Legs: len(m.results)}
		if !m.bye() {
			one.Scores = [2]float64{m.won(m.First), m.won(m.Second)}
		}
		if !m.over && s.stage == Running {
			one.Legs++
		}
		if m.over && s.terms.Kind == Knockout {
			one.Winner = s.winner(m)
		}
		matches = append(matches, one)
	}
	return matches
}

// Entrant returns who has an id, and whether he is in and has not left.
func (s *State) Entrant(id string) (who Entrant, in bool) {
	if p := s.entrant(id); p != nil {
		return p.Entrant, !p.gone
	}
	return Entrant{}, false
}

// Players returns how many are in.
func (s *State) Players() int { return len(s.active()) }
