package tournament

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"thera/internal/lab/rating"
	"thera/internal/site/account"
	"thera/internal/site/play"
)

const (
	maxTeams  = 8
	maxBoards = 32
	// maxTeamChanges is how often one team's boards and captain can change, because each
	// time adds to the log.
	maxTeamChanges = 200
)

// team is a team of a team match. Its number is its index in the state, plus 1.
type team struct {
	name    string
	captain string   // an ID; "" if only the organizer orders the boards
	order   []string // the IDs of all who have joined, the first board first
	changes int      // of captain and order
}

func trim(text string) string { return strings.Join(strings.Fields(text), " ") }

func (t Conditions) validateTeams() error {
	bad := func(broken bool, format string, args ...any) error {
		return play.RefuseIf(broken, BadTerms, format, args...)
	}
	if err := cmp.Or(
		bad(!t.hasTeams() && len(t.Teams) > 0, "%d teams: only team matches and consultation games have them", len(t.Teams)),
		bad(t.Kind != Teams && t.Boards != 0, "%d boards: only a team match has them", t.Boards),
		bad(t.Kind != Consultation && t.Voting != 0, "voting for %d s: only a consultation game has votes", t.Voting),
	); err != nil || !t.hasTeams() {
		return err
	}
	names := map[string]bool{}
	for _, name := range t.Teams {
		folded := strings.ToLower(name)
		length := utf8.RuneCountInString(name)
		if err := cmp.Or(
			bad(length > 40 || !account.IsLine(name), "team %q: want a name of 1 to 40 characters, all of them visible", name),
			bad(names[folded], "team %q: want another name for each team", name),
		); err != nil {
			return err
		}
		names[folded] = true
	}
	if t.Kind == Consultation {
		return t.validateConsultation()
	}
	return cmp.Or(
		bad(len(t.Teams) < 2 || len(t.Teams) > maxTeams, "%d teams: want 2 to %d", len(t.Teams), maxTeams),
		bad(t.Boards < 1 || t.Boards > maxBoards, "%d boards: want 1 to %d", t.Boards, maxBoards),
	)
}

func (t Conditions) hasTeams() bool { return t.Kind == Teams || t.Kind == Consultation }

// boards returns how many players of a team play at once. The sides of a consultation game
// have one board.
func (t Conditions) boards() int { return max(t.Boards, 1) }

// mostMembers returns how many players can join a team.
func (t Conditions) mostMembers() int {
	if t.Kind == Consultation {
		return maxSide
	}
	return MaxPlayers / len(t.Teams)
}

// team returns a team by its number, or nil.
func (s *State) team(number int) *team {
	if number < 1 || number > len(s.teams) {
		return nil
	}
	return s.teams[number-1]
}

// enlist puts a player who joins at the end of their team's order, unless it has them.
func (s *State) enlist(p Entrant) {
	for i, t := range s.teams {
		at := slices.Index(t.order, p.ID)
		switch {
		case i+1 == p.Team && at < 0:
			t.order = append(t.order, p.ID)
		case i+1 != p.Team && at >= 0:
			t.order = slices.Delete(t.order, at, at+1)
			s.dismiss(p.ID)
		}
	}
}

// dismiss ends the captaincy of a player who leaves a team.
func (s *State) dismiss(id string) {
	for _, t := range s.teams {
		if t.captain == id {
			t.captain = ""
		}
	}
}

// changeTeam applies an event of a captain or an order.
func (s *State) changeTeam(e Event) error {
	t := s.team(e.Team)
	if t == nil {
		return play.Refuse(BadTerms, "team %d: want 1 to %d", e.Team, len(s.teams))
	}
	t.changes++
	if e.Kind == Appointed {
		t.captain = e.ID
		return nil
	}
	t.order = reorder(t.order, e.Order)
	return nil
}

// reorder returns the same IDs, some of them first.
func reorder(all, first []string) []string {
	rest := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return slices.Contains(first, id) })
	return append(slices.Clone(first), rest...)
}

// checkTeam refuses a player who joins a team that does not exist, that is full, or that is
// not theirs once the games have started. before is nil if they have not joined before.
func (s *State) checkTeam(p Entrant, before *entrant) error {
	if !s.terms.hasTeams() {
		return play.RefuseIf(p.Team != 0, BadTerms, "team %d: only a team match has teams", p.Team)
	}
	t := s.team(p.Team)
	if t == nil {
		return play.Refuse(BadTerms, "team %d: want 1 to %d", p.Team, len(s.teams))
	}
	most, members := s.terms.mostMembers(), s.members(t)
	hasPlace := before != nil && before.Team == p.Team && (!before.hasLeft || before.seed > 0)
	switch {
	case s.stage == Running && before != nil && before.Team != p.Team:
		return play.Refuse(Started, "the games have started: you can join only your own team again")
	case !hasPlace && len(members) >= most:
		return play.Refuse(Full, "team %q: %d players, which is the limit", t.name, most)
	case !hasPlace && s.isGuest(p) && s.guests(members) >= forGuests(most):
		return errGuestsFull()
	}
	return nil
}

// members returns the players of a team who have not left, the first board first.
func (s *State) members(t *team) (all []*entrant) {
	for _, id := range t.order {
		if p := s.entrant(id); p != nil && !p.hasLeft {
			all = append(all, p)
		}
	}
	return all
}

// lineup returns the players of a team who play, the first board first.
func (s *State) lineup(t *team) []*entrant {
	all := s.members(t)
	return all[:min(len(all), s.terms.boards())]
}

// byBoard returns all active players, one team after the other.
func (s *State) byBoard() (all []*entrant) {
	for _, t := range s.teams {
		all = append(all, s.members(t)...)
	}
	return all
}

// opponents returns how many can meet: active players, or teams that have some.
func (s *State) opponents() (n int) {
	if !s.terms.hasTeams() {
		return len(s.active())
	}
	for _, t := range s.teams {
		if len(s.lineup(t)) > 0 {
			n++
		}
	}
	return n
}

// checkPlayers refuses to start a tournament that too few have joined.
func (s *State) checkPlayers() error {
	n := s.opponents()
	if s.terms.hasTeams() {
		return play.RefuseIf(n < len(s.teams), TooFew, "%d of %d teams have players: want at least one in each", n, len(s.teams))
	}
	return play.RefuseIf(n < 2, TooFew, "%d players: want at least two", n)
}

// teamRound returns the pairings of a round, without their numbers. Teams meet by Berger's
// tables, their players by board. The first team has seat 1 on odd boards, the second on
// even ones. A player without an opponent has a bye.
func (s *State) teamRound(round int) (pairings []Pairing) {
	for _, teams := range s.meetings(round) {
		home, away := s.lineup(s.team(teams[0])), s.lineup(s.team(teams[1]))
		for board := 1; board <= max(len(home), len(away)); board++ {
			p := Pairing{Board: board}
			switch i := board - 1; {
			case i >= len(away):
				p.First = home[i].ID
			case i >= len(home):
				p.First = away[i].ID
			case board%2 == 1:
				p.First, p.Second = home[i].ID, away[i].ID
			default:
				p.First, p.Second = away[i].ID, home[i].ID
			}
			pairings = append(pairings, p)
		}
	}
	return pairings
}

// meetings returns the numbers of the teams that meet in a round.
func (s *State) meetings(round int) (teams [][2]int) {
	for _, places := range bergerPlaces(len(s.teams), round) {
		if max(places[0], places[1]) < len(s.teams) {
			teams = append(teams, [2]int{places[0] + 1, places[1] + 1})
		}
	}
	return teams
}

// Order says who of a team plays on which board: the players it names come first, in this
// order. After the start it holds from the next round on.
type Order struct {
	By      string // the team's captain, or the organizer
	Team    int
	Players []string // IDs
}

func (c Order) decide(d *decision) error {
	t := d.team(c.Team)
	switch {
	case t == nil:
		return play.Refuse(BadTerms, "team %d: the tournament has %d teams", c.Team, len(d.teams))
	case c.By != d.organizer && c.By != t.captain:
		return play.Refuse(NotYours, "only the organizer and its captain can order a team's boards")
	}
	for i, id := range c.Players {
		if !slices.Contains(t.order, id) || slices.Contains(c.Players[:i], id) {
			return play.Refuse(NotIn, "%q: want each player of team %q at most once", id, t.name)
		}
	}
	if slices.Equal(reorder(t.order, c.Players), t.order) {
		return nil
	}
	return d.change(t, Event{Kind: Ordered, Team: c.Team, Order: c.Players})
}

// Appoint makes a player the captain of their team, in place of its captain.
type Appoint struct{ By, ID string }

func (c Appoint) decide(d *decision) error {
	if c.By != d.organizer {
		return play.Refuse(NotYours, "only the organizer can name captains")
	}
	p := d.entrant(c.ID)
	if p == nil || p.hasLeft || d.team(p.Team) == nil {
		return play.Refuse(NotIn, "%q is not in a team", c.ID)
	}
	t := d.team(p.Team)
	if t.captain == c.ID {
		return nil
	}
	return d.change(t, Event{Kind: Appointed, Team: p.Team, ID: c.ID})
}

func (d *decision) change(t *team, e Event) error {
	if t.changes >= maxTeamChanges {
		return play.Refuse(play.TooMany, "team %q has changed %d times, which is the limit", t.name, maxTeamChanges)
	}
	d.emit(e)
	return nil
}

// Encounter is the meeting of two teams in a round.
type Encounter struct {
	Round  int        `json:"round" doc:"From 1"`
	Teams  [2]int     `json:"teams" doc:"Their numbers, from 1; the first has seat 1 on odd boards"`
	Points [2]float64 `json:"points" doc:"The games each has won, counting halves and boards left empty"`
	Over   bool       `json:"over,omitempty" doc:"Whether all its games are over"`
}

// Encounters returns the meetings of the rounds so far.
func (s *State) Encounters() (all []Encounter) {
	if !s.terms.hasTeams() {
		return nil
	}
	for i := range min(s.round, s.rounds) {
		for _, teams := range s.meetings(i + 1) {
			all = append(all, s.encounter(i+1, teams))
		}
	}
	return all
}

func (s *State) encounter(round int, teams [2]int) Encounter {
	e := Encounter{Round: round, Teams: teams, Over: true}
	for _, m := range s.matches {
		if m.round != round {
			continue
		}
		for _, id := range []string{m.First, m.Second} {
			side := -1
			if p := s.entrant(id); p != nil {
				side = slices.Index(teams[:], p.Team)
			}
			if side < 0 {
				continue
			}
			e.Over = e.Over && m.isOver
			if e.Points[side] += m.score(id); m.isBye() {
				e.Points[side] += float64(s.terms.legs())
			}
		}
	}
	return e
}

// TeamPlacing is a row of the standings of a team match. Teams with the same rank are equal
// by all tie-breaks.
type TeamPlacing struct {
	Rank        int     `json:"rank" doc:"From 1; teams that no tie-break tells apart have the same"`
	Team        int     `json:"team" doc:"Its number, from 1"`
	Name        string  `json:"name" doc:"As in the terms"`
	Points      int     `json:"points" doc:"Two for each encounter won, one for each drawn"`
	BoardPoints float64 `json:"boardPoints" doc:"Games won, counting halves"`
	Played      int     `json:"played" doc:"Encounters that are over"`
	Captain     string  `json:"captain,omitempty" doc:"The ID of the player who orders the boards"`
	// Players are the IDs of those who have not left, the first board first.
	Players []string `json:"players" doc:"The IDs of its players, the first board first; those after the last board are reserves"`
}

// TeamStandings returns all teams of a team match, the leader first. Ties are broken by
// board points, then by the encounters of the teams that are equal.
func (s *State) TeamStandings() (all []TeamPlacing) {
	for i, t := range s.teams {
		all = append(all, TeamPlacing{Team: i + 1, Name: t.name, Captain: t.captain, Players: idsOf(s.members(t))})
	}
	encounters := s.Encounters()
	for _, e := range encounters {
		for side, number := range e.Teams {
			one := &all[number-1]
			one.BoardPoints += e.Points[side]
			if e.Over {
				one.Played++
				one.Points += e.points(side)
			}
		}
	}
	direct := directPoints(all, encounters)
	order := func(a, b TeamPlacing) int {
		return cmp.Or(b.Points-a.Points, cmp.Compare(b.BoardPoints, a.BoardPoints), direct[b.Team]-direct[a.Team])
	}
	slices.SortStableFunc(all, order)
	for i, place := range rating.Places(all, func(a, b TeamPlacing) bool { return s.stage != Open && order(a, b) == 0 }) {
		all[i].Rank = place
	}
	return all
}

// points returns how many points an encounter that is over is worth to a side: none if
// neither team had anybody to play.
func (e Encounter) points(side int) int {
	if e.Points == [2]float64{} {
		return 0
	}
	return 1 + cmp.Compare(e.Points[side], e.Points[1-side])
}

// directPoints returns, by team, the points of encounters with teams that have the same
// points and board points.
func directPoints(all []TeamPlacing, encounters []Encounter) map[int]int {
	points := map[int]int{}
	for _, e := range encounters {
		a, b := all[e.Teams[0]-1], all[e.Teams[1]-1]
		if e.Over && a.Points == b.Points && a.BoardPoints == b.BoardPoints {
			points[a.Team] += e.points(0)
			points[b.Team] += e.points(1)
		}
	}
	return points
}

// winningTeam returns the name of the team that alone is first, or "".
func (s *State) winningTeam() string {
	all := s.TeamStandings()
	if all[1].Rank == 1 {
		return ""
	}
	return all[0].Name
}
