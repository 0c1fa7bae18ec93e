package moderation

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Suspect is a player whose games stand out, and why.
type Suspect struct {
	Suspicion Kind         `json:"suspicion" enum:"engine,sandbagging,accounts" doc:"What the games look like: help from an engine, losing on purpose, or several accounts"`
	Game      string       `json:"game,omitempty" doc:"The name of the game; missing for all"`
	ID        string       `json:"-"`
	Player    string       `json:"player" doc:"The player's name"`
	Rating    float64      `json:"rating,omitempty" doc:"On average in the games that were looked at; missing for accounts"`
	Score     float64      `json:"score" doc:"How much the player stands out: about 1 in 100 honest players reaches 3"`
	Evidence  Evidence     `json:"evidence" doc:"What the suspicion rests on, under its name"`
	At        play.Instant `json:"at" doc:"When it was computed"`
}

// Evidence is what a suspicion rests on; one field is set.
type Evidence struct {
	Engine      *EngineEvidence      `json:"engine,omitempty" doc:"How the turns compare with an engine's"`
	Sandbagging *SandbaggingEvidence `json:"sandbagging,omitempty" doc:"How the player loses"`
	Accounts    *AccountsEvidence    `json:"accounts,omitempty" doc:"What the player shares with another account"`
}

// Flag is the score from which a moderator should look at a player.
const Flag = 3

// Search bounds what FindSuspects looks at.
type Search struct {
	Entry   catalog.Entry
	Players int    // those who have played most
	Games   int    // the latest of each
	Nodes   uint64 // for each position
	// Since leaves out earlier games.
	Since play.Instant
	// Report, if not nil, is called after each player.
	Report func(done, of int)
}

// DefaultSearch returns a search in a game that takes about ten minutes on one processor
// where there are enough players.
func DefaultSearch(entry catalog.Entry) Search {
	return Search{Entry: entry, Players: 200, Games: 10, Nodes: 4000}
}

const suspectsKept = 100 // of each suspicion

// FindSuspects looks through stored games, and stores who stands out instead of those of
// the last time.
func (s *Service) FindSuspects(ctx context.Context, search Search) ([]Suspect, error) {
	ids, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT seats.player FROM games
		JOIN seats ON seats.game = games.id JOIN accounts ON accounts.id = seats.player
		WHERE games.game = $1 AND games.rated_number > 0 AND games.ended_at >= $2 AND accounts.kind = $3 AND accounts.closed_at = 0
		GROUP BY seats.player ORDER BY count(*) DESC, seats.player LIMIT $4`,
		search.Entry.Game.Name(), search.Since, play.Person, search.Players)
	if err != nil {
		return nil, err
	}
	var all []habits
	outcomes := map[string][]outcome{}
	for i, id := range ids {
		games, ended, err := s.examinePlayer(ctx, search, id)
		if err != nil {
			return nil, err
		}
		all = append(all, habitsOf(id, games))
		outcomes[id] = ended
		if search.Report != nil {
			search.Report(i+1, len(ids))
		}
	}
	found := engineSuspects(all)
	found = append(found[:min(len(found), suspectsKept)], sandbaggingSuspects(outcomes)...)
	shared, err := s.sharedAccounts(ctx, search.Since)
	if err != nil {
		return nil, err
	}
	for i := range found {
		found[i].Game = search.Entry.Game.Name()
	}
	found = append(found, shared[:min(len(shared), suspectsKept)]...)
	return s.keep(ctx, search.Entry.Game.Name(), found)
}

// examinePlayer examines the latest games of a player.
func (s *Service) examinePlayer(ctx context.Context, search Search, player string) (games []examined, ended []outcome, err error) {
	ids, err := database.List(ctx, s.db.Reader(), database.Texts, `SELECT games.id FROM games JOIN seats ON seats.game = games.id
		WHERE seats.player = $1 AND games.game = $2 AND games.rated_number > 0 AND games.ended_at >= $3
		ORDER BY games.rated_number DESC LIMIT $4`, player, search.Entry.Game.Name(), search.Since, search.Games)
	if err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		log, err := s.Store.Events(ctx, id, 0)
		if err != nil {
			return nil, nil, err
		}
		g, err := PlayedFrom(id, search.Entry, log)
		if err != nil {
			return nil, nil, err
		}
		seat := slices.Index(g.Players[:], player)
		looks, err := examine(ctx, search.Entry, g, seat, search.Nodes)
		if err != nil {
			return nil, nil, err
		}
		games = append(games, examined{id, g.Ratings[seat], looks})
		o, err := outcomeOf(ctx, search, g, seat)
		if err != nil {
			return nil, nil, err
		}
		ended = append(ended, o)
	}
	return games, ended, nil
}

func outcomeOf(ctx context.Context, search Search, g Played, seat int) (outcome, error) {
	o := outcome{id: g.ID, rating: g.Ratings[seat], other: g.Ratings[1-seat], won: g.Winner == seat, plies: len(g.Turns)}
	if o.won || !g.Resigned {
		return o, nil
	}
	o.resigned = true
	pos, err := search.Entry.Game.Parse(g.Start)
	for _, t := range g.Turns {
		if err == nil {
			pos, err = pos.Play(t.Move)
		}
	}
	if err != nil {
		return o, err
	}
	info, err := judge(ctx, search.Entry, pos, search.Nodes)
	o.chance = info.Score.WinProbability()
	if int(pos.Turn()) != seat {
		o.chance = 1 - o.chance
	}
	return o, err
}

// PlayedFrom reads a finished rated game from its log. Turns that were taken back don't
// count, though rated games have none.
func PlayedFrom(id string, entry catalog.Entry, log []play.Event) (Played, error) {
	sheet, err := play.Record(id, log, entry.Game)
	if err != nil {
		return Played{}, err
	}
	setup := log[0].Setup
	if len(setup.Players) != 2 || sheet.Winners.Len() != 1 {
		return Played{}, fmt.Errorf("game %q: want one of two players, with a winner", id)
	}
	g := Played{ID: id, Game: setup.Game, Start: sheet.Start}
	for i, p := range setup.Players {
		g.Players[i], g.Ratings[i] = p.ID, float64(p.Rating)
		if sheet.Winners.Has(game.Seat(i)) {
			g.Winner = i
		}
	}
	last := log[0].At
	for _, e := range log {
		switch e.Kind {
		case play.Turned:
			turn := PlayedTurn{Move: e.Turn}
			// The first turns wait for players to arrive.
			if !e.Planned && e.Ply > len(setup.Players) {
				turn.Spent = time.Duration(max(1, e.At-last)) * time.Millisecond
			}
			g.Turns = append(g.Turns, turn)
			last = e.At
		case play.Clocked:
			last += play.Instant(e.Given) // an outage
		case play.TookBack:
			g.Turns = g.Turns[:e.Ply]
		case play.Resigned, play.Left:
			g.Resigned = true
		}
	}
	return g, nil
}

// sharedAccounts finds accounts that may be of one person.
func (s *Service) sharedAccounts(ctx context.Context, since play.Instant) ([]Suspect, error) {
	type sighting struct{ mark, account string }
	seen, err := database.List(ctx, s.db.Reader(), func(g *sighting) []any { return []any{&g.mark, &g.account} },
		`SELECT s.mark, s.account FROM sightings s JOIN accounts a ON a.id = s.account WHERE a.class = '' ORDER BY s.mark, s.account`)
	if err != nil {
		return nil, err
	}
	marks := map[string][]string{}
	for _, g := range seen {
		marks[g.mark] = append(marks[g.mark], g.account)
	}
	ids := map[string]bool{}
	for p := range sharedBy(marks) {
		ids[p[0]], ids[p[1]] = true, true
	}
	players := slices.Collect(maps.Keys(ids))
	wins, err := s.tally(ctx, `SELECT won.player, lost.player, count(*) FROM seats won JOIN seats lost ON lost.game = won.game AND NOT lost.won JOIN games ON games.id = won.game
		WHERE won.player IN KEYS AND won.won AND games.rated_number > 0 AND games.ended_at >= $1 GROUP BY won.player, lost.player`, players, since)
	if err != nil {
		return nil, err
	}
	played, err := s.tally(ctx, `SELECT seats.player, '', count(*) FROM seats JOIN games ON games.id = seats.game
		WHERE seats.player IN KEYS AND games.rated_number > 0 AND games.ended_at >= $1 GROUP BY seats.player`, players, since)
	games := map[string]int{}
	for p, n := range played {
		games[p[0]] = n
	}
	return accountsSuspects(marks, wins, games), err
}

// tally reads how many rated games there are since a time, for each pair or player that the
// query groups by.
func (s *Service) tally(ctx context.Context, query string, players []string, since play.Instant) (map[pair]int, error) {
	type row struct {
		pair
		games int
	}
	rows, err := database.ListIn(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.pair[0], &r.pair[1], &r.games} }, query, players, since)
	all := map[pair]int{}
	for _, r := range rows {
		all[r.pair] = r.games
	}
	return all, err
}

// keep stores suspects instead of those found before, and returns them with their names.
// It leaves out accounts that have been closed since the search began.
func (s *Service) keep(ctx context.Context, game string, found []Suspect) ([]Suspect, error) {
	now := s.Accounts.Now()
	for i := range found {
		found[i].At = now
	}
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		// Closing takes its locks in this order too.
		isOpen, err := s.lockOpen(ctx, tx, idsOf(found))
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(one Suspect) bool {
			e := one.Evidence.Accounts
			return !isOpen[one.ID] || e != nil && !isOpen[e.Other]
		})
		if _, err := tx.ExecContext(ctx, `DELETE FROM suspects WHERE game = $1 OR game = ''`, game); err != nil {
			return err
		}
		for _, one := range found {
			text, err := json.Marshal(one)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO suspects (suspicion, game, player, score, evidence, at) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT DO NOTHING`, one.Suspicion, one.Game, one.ID, one.Score, string(text), one.At); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, s.name(ctx, found)
}

// lockOpen locks those of some accounts that are open.
func (s *Service) lockOpen(ctx context.Context, tx *sql.Tx, ids []string) (isOpen map[string]bool, err error) {
	isOpen = map[string]bool{}
	slices.Sort(ids) // or two searches could wait for each other
	for _, id := range slices.Compact(ids) {
		err := s.Store.LockAccount(ctx, tx, id)
		if err := database.IgnoreNotFound(err); err != nil {
			return nil, err
		}
		isOpen[id] = err == nil
	}
	return isOpen, nil
}

// idsOf returns the IDs of suspects, and those in the evidence.
func idsOf(found []Suspect) (ids []string) {
	for _, one := range found {
		ids = append(ids, one.ID)
		if e := one.Evidence.Accounts; e != nil {
			ids = append(ids, e.Other)
		}
	}
	return ids
}

// name fills in names, also in the evidence. The store has IDs only: accounts can be
// renamed and deleted.
func (s *Service) name(ctx context.Context, found []Suspect) error {
	names, err := s.Store.Names(ctx, idsOf(found))
	if err != nil {
		return err
	}
	for i := range found {
		found[i].Player = names[found[i].ID].Name
		if e := found[i].Evidence.Accounts; e != nil {
			e.Other = names[e.Other].Name
		}
	}
	return nil
}

// Suspects returns the stored suspects, those who stand out most first, at most 200.
func (s *Service) Suspects(ctx context.Context) ([]Suspect, error) { return s.suspects(ctx, ``) }

func (s *Service) suspects(ctx context.Context, where string, args ...any) ([]Suspect, error) {
	type row struct{ id, text string }
	rows, err := database.List(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.id, &r.text} },
		`SELECT player, evidence FROM suspects `+where+` ORDER BY score DESC, player LIMIT $1`, append([]any{reportsListed}, args...)...)
	if err != nil {
		return nil, err
	}
	found := make([]Suspect, len(rows))
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.text), &found[i]); err != nil {
			return nil, fmt.Errorf("suspect %q: %w", r.id, err)
		}
		found[i].ID = r.id
	}
	return found, s.name(ctx, found)
}
