package class

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// Pupil is a row of a class's table: a member.
type Pupil struct {
	Player play.Player      `json:"player" doc:"The member, under the name used in the class"`
	Score  store.ClassScore `json:"score" doc:"Of the member's games in the class"`
	Joined play.Instant     `json:"joined" doc:"When the member joined"`
	Seen   play.Instant     `json:"seen,omitempty" doc:"About when the member was last seen"`
	// Program is nil for a member who has not handed one in.
	Program *Program `json:"program,omitempty" doc:"Missing for a member who has not handed one in"`
}

// Program is a member's program.
type Program struct {
	Player play.Player      `json:"player" doc:"The program's account"`
	Score  store.ClassScore `json:"score" doc:"Of the program's games in the class"`
	Seen   play.Instant     `json:"seen,omitempty" doc:"About when its token was last used"`
}

// entry is a stored row of a member or a program.
type entry struct {
	player       play.Player
	owner        string
	joined, seen play.Instant
}

// Table returns the members of a class, sorted by name, to anybody who may see it. Only
// the teacher learns when they were last seen.
func (c *Classes) Table(ctx context.Context, who account.Who, id string) ([]Pupil, error) {
	one, role, err := c.Get(ctx, who, id)
	if err != nil {
		return nil, err
	}
	return c.rows(ctx, one.ID, role)
}

// rows returns the table of a class as somebody with a role in it sees it.
func (c *Classes) rows(ctx context.Context, id string, role Role) ([]Pupil, error) {
	entries, err := database.List(ctx, c.db.Reader(), func(e *entry) []any {
		return []any{&e.player.ID, &e.player.Name, &e.player.Kind, &e.player.Class, &e.owner, &e.joined, &e.seen}
	}, `SELECT a.id, a.name, a.kind, a.class, m.owner, m.joined_at,
			(SELECT coalesce(max(at), 0) FROM (SELECT seen_at AS at FROM sessions WHERE account = a.id
				UNION ALL SELECT used_at AS at FROM tokens WHERE account = a.id) AS used)
		FROM class_members m JOIN accounts a ON a.id = m.account
		WHERE m.class = $1`, id)
	if err != nil {
		return nil, err
	}
	store.SortByName(entries, func(e entry) (name, id string) { return e.player.Name, e.player.ID })
	scores, err := c.Store.ClassScores(ctx, id)
	if err != nil {
		return nil, err
	}
	programs := map[string]*Program{}
	for _, e := range entries {
		if e.owner != "" {
			programs[e.owner] = &Program{e.player, scores[e.player.ID], e.seenBy(role)}
		}
	}
	rows := []Pupil{}
	for _, e := range entries {
		if e.owner == "" {
			rows = append(rows, Pupil{e.player, scores[e.player.ID], e.joined, e.seenBy(role), programs[e.player.ID]})
		}
	}
	return rows, nil
}

// seenBy returns when somebody was last seen, 0 if the role may not know.
func (e entry) seenBy(to Role) play.Instant {
	if to != Teacher {
		return 0
	}
	return e.seen
}

// Games returns games of a class, newest first, to anybody who may see it.
func (c *Classes) Games(ctx context.Context, who account.Who, id string, search store.Search) ([]play.Summary, error) {
	one, _, err := c.Get(ctx, who, id)
	if err != nil {
		return nil, err
	}
	if search.Player != "" && !isWord(search.Player) {
		return []play.Summary{}, nil
	}
	search.Class = one.ID
	games, err := c.Store.Games(ctx, search)
	return append([]play.Summary{}, games...), err
}

// tableOf returns a class's table: a header, and a row for each member and each program.
func tableOf(rows []Pupil) [][]string {
	lines := [][]string{{"name", "program", "games", "won", "lost", "going on", "joined", "last seen"}}
	line := func(name, program string, s store.ClassScore, joined, seen play.Instant) {
		lines = append(lines, []string{
			name, program, strconv.Itoa(s.Games), strconv.Itoa(s.Won), strconv.Itoa(s.Games - s.Won), strconv.Itoa(s.GoingOn), at(joined), at(seen),
		})
	}
	for _, r := range rows {
		line(r.Player.Name, "", r.Score, r.Joined, r.Seen)
		if r.Program != nil {
			line(r.Player.Name, r.Program.Player.Name, r.Program.Score, 0, r.Program.Seen)
		}
	}
	return lines
}

// contestNames returns the names of the tournaments of a class, by ID.
func (c *Classes) contestNames(ctx context.Context, id string) (map[string]string, error) {
	type contest struct{ id, summary string }
	all, err := database.List(ctx, c.db.Reader(), func(one *contest) []any { return []any{&one.id, &one.summary} },
		`SELECT id, summary FROM contests WHERE class = $1`, id)
	names := map[string]string{}
	for _, one := range all {
		var brief struct{ Terms struct{ Name string } }
		if err := json.Unmarshal([]byte(one.summary), &brief); err != nil {
			return nil, err
		}
		names[one.id] = brief.Terms.Name
	}
	return names, err
}

// gamesTableOf returns a table of games: a header, and a row for each, with the names of their
// contests by ID.
func gamesTableOf(games []play.Summary, contests map[string]string) [][]string {
	lines := [][]string{{"id", "game", "variant", "clock", "players", "winners", "reason", "turns", "began", "ended", "contest", "contest name", "player ids"}}
	for _, g := range games {
		var players, ids, winners []string
		for _, p := range g.Players {
			players, ids = append(players, p.Name), append(ids, p.ID)
		}
		for _, seat := range g.Winners {
			winners = append(winners, g.Players[seat-1].Name)
		}
		lines = append(lines, []string{
			g.ID, g.Game, g.Variant, g.Control.String(), strings.Join(players, "; "), strings.Join(winners, "; "),
			g.Reason, strconv.Itoa(g.Ply), at(g.At), at(g.Ended), g.Tournament, contests[g.Tournament], strings.Join(ids, "; "),
		})
	}
	return lines
}

// at formats a time for a table, "" for none.
func at(t play.Instant) string {
	if t == 0 {
		return ""
	}
	return time.UnixMilli(int64(t)).UTC().Format("2006-01-02 15:04:05")
}
