package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Count is how many games of a kind a player has played.
type Count struct {
	Game    string `json:"game" doc:"The name of the game"`
	Games   int    `json:"games" doc:"Those that have ended, without aborted ones"`
	Won     int    `json:"won" doc:"How many of these they won"`
	Rated   int    `json:"rated" doc:"How many of these were rated"`
	GoingOn int    `json:"goingOn" doc:"Those in progress"`
}

// Counts returns how many games a player has played, by game.
func (s *Store) Counts(ctx context.Context, player string) ([]Count, error) {
	return database.List(ctx, s.db.Reader(), func(c *Count) []any { return []any{&c.Game, &c.Games, &c.Won, &c.Rated, &c.GoingOn} },
		`SELECT game, games, won, rated, going_on FROM records WHERE player = $1 AND games + going_on > 0 ORDER BY game`, player)
}

// Against is a player's record against an opponent in games for two.
type Against struct {
	Player play.Player  `json:"player" doc:"The opponent; guests have no name"`
	Games  int          `json:"games" doc:"The number of games"`
	Won    int          `json:"won" doc:"How many of these the player won"`
	Last   play.Instant `json:"last" doc:"When the last one started"`
}

// ByOpponent returns a player's records against others in a game outside classes, ""
// for all games, the most frequent opponents first.
func (s *Store) ByOpponent(ctx context.Context, player, game string, limit int) ([]Against, error) {
	return database.List(ctx, s.db.Reader(), func(a *Against) []any {
		return []any{&a.Player.ID, &a.Player.Name, &a.Player.Kind, &a.Games, &a.Won, &a.Last}
	}, `
		SELECT o.opponent, coalesce(accounts.name, ''), coalesce(accounts.kind, 'guest'), o.games, o.won, o.last_at
		FROM (SELECT * FROM opponents WHERE player = $1 AND game = $2 AND games > 0
			ORDER BY games DESC, last_at DESC, opponent DESC LIMIT $3) AS o LEFT JOIN accounts ON accounts.id = o.opponent
		ORDER BY o.games DESC, o.last_at DESC, o.opponent DESC`, player, game, limit)
}

// Side is a player's record at a seat of a variant.
type Side struct {
	Game    string `json:"game" doc:"The name of the game"`
	Variant string `json:"variant" doc:"The variant it started with"`
	Seat    int    `json:"seat" doc:"From 1, who starts"`
	Games   int    `json:"games" doc:"The number of games"`
	Won     int    `json:"won" doc:"How many of these they won"`
}

// BySide returns a player's records in a game, "" for all games, by game, variant and
// seat, those with the most games if there are more than limit.
func (s *Store) BySide(ctx context.Context, player, game string, limit int) ([]Side, error) {
	sides, err := database.List(ctx, s.db.Reader(), func(r *Side) []any { return []any{&r.Game, &r.Variant, &r.Seat, &r.Games, &r.Won} },
		`SELECT game, variant, seat, games, won FROM sides WHERE player = $1 AND ($2 = '' OR game = $2) AND games > 0
			ORDER BY games DESC LIMIT $3`, player, game, limit)
	slices.SortFunc(sides, func(a, b Side) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Seat, b.Seat))
	})
	return sides, err
}

// ContestScore is the results of two players in the games of a tournament or ladder in
// which the first has seat 1.
type ContestScore struct {
	First, Second string
	Games, Won    int // Won is by the first
}

// ContestScores returns the results of all pairs of players in a tournament or ladder.
func (s *Store) ContestScores(ctx context.Context, contest string) ([]ContestScore, error) {
	return database.List(ctx, s.db.Reader(), func(c *ContestScore) []any { return []any{&c.First, &c.Second, &c.Games, &c.Won} },
		`SELECT first, second, games, won FROM contest_scores WHERE contest = $1 AND games > 0 ORDER BY first, second`, contest)
}

// ClassScore is the record of a class's member.
type ClassScore struct {
	Games   int `json:"games" doc:"That have ended, but for those that were aborted"`
	Won     int `json:"won" doc:"Games that the account won"`
	GoingOn int `json:"goingOn" doc:"Games in progress"`
}

// ClassScores returns the records of a class's members and their programs, by ID.
func (s *Store) ClassScores(ctx context.Context, class string) (map[string]ClassScore, error) {
	type row struct {
		player string
		ClassScore
	}
	rows, err := database.List(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.player, &r.Games, &r.Won, &r.GoingOn} }, `
		SELECT records.player, sum(records.games), sum(records.won), sum(records.going_on)
		FROM accounts JOIN records ON records.player = accounts.id WHERE accounts.class = $1 AND accounts.class <> '' GROUP BY records.player`, class)
	scores := map[string]ClassScore{}
	for _, r := range rows {
		scores[r.player] = r.ClassScore
	}
	return scores, err
}

// counterTable is a table of counters: rows of keys and of numbers that only change by
// addition. So what several transactions add is right in any order.
type counterTable struct {
	name   string
	keys   []string
	counts []string
	latest string // a column that keeps the largest number instead of the sum; "" for none
	// recount is the query that counts again from the games.
	recount string
}

const (
	recordTable = iota
	sideTable
	opponentTable
	contestTable
)

// hasEnded is the condition of seats in games with a result.
const hasEnded = `outcome IN ('won', 'lost')`

var counterTables = [...]counterTable{
	recordTable: {
		name: "records", keys: []string{"player", "game"}, counts: []string{"games", "won", "rated", "going_on"},
		recount: `SELECT player, rules, count(CASE WHEN ` + hasEnded + ` THEN 1 END), count(CASE WHEN won THEN 1 END),
			count(CASE WHEN rated AND ` + hasEnded + ` THEN 1 END), count(CASE WHEN outcome = 'going-on' THEN 1 END)
			FROM seats GROUP BY player, rules`,
	},
	sideTable: {
		name: "sides", keys: []string{"player", "game", "variant", "seat"}, counts: []string{"games", "won"},
		recount: `SELECT s.player, s.rules, g.variant, CAST(s.seat AS TEXT), count(*), count(CASE WHEN s.won THEN 1 END)
			FROM seats s JOIN games g ON g.id = s.game WHERE s.` + hasEnded + ` GROUP BY s.player, s.rules, g.variant, s.seat`,
	},
	opponentTable: {
		name: "opponents", keys: []string{"player", "game", "opponent"}, counts: []string{"games", "won"}, latest: "last_at",
		recount: `SELECT player, rules, other, count(*), count(CASE WHEN won THEN 1 END), max(at)
			FROM seats WHERE other <> '' AND other <> player AND class = '' AND ` + hasEnded + ` GROUP BY player, rules, other
			UNION ALL SELECT player, '', other, count(*), count(CASE WHEN won THEN 1 END), max(at)
			FROM seats WHERE other <> '' AND other <> player AND class = '' AND ` + hasEnded + ` GROUP BY player, other`,
	},
	contestTable: {
		name: "contest_scores", keys: []string{"contest", "first", "second"}, counts: []string{"games", "won"},
		recount: `SELECT contest, player, other, count(*), count(CASE WHEN won THEN 1 END)
			FROM seats WHERE contest <> '' AND other <> '' AND seat = 1 AND ` + hasEnded + ` GROUP BY contest, player, other`,
	},
}

func (t *counterTable) columns() []string {
	columns := slices.Concat(t.keys, t.counts)
	if t.latest != "" {
		columns = append(columns, t.latest)
	}
	return columns
}

// counterKey has the values of a row's keys, the rest empty.
type counterKey [4]string

func (k counterKey) compare(other counterKey) int { return slices.Compare(k[:], other[:]) }

// counterRow has the values of a row's counts, and of its latest as the last one.
type counterRow [5]int64

// counters are what to add to the counters of players. The zero value adds nothing.
type counters [len(counterTables)]map[counterKey]counterRow

func (c *counters) add(table int, key counterKey, latest play.Instant, counts ...int64) {
	if c[table] == nil {
		c[table] = map[counterKey]counterRow{}
	}
	row := c[table][key]
	for i, n := range counts {
		row[i] += n
	}
	row[len(row)-1] = max(row[len(row)-1], int64(latest))
	c[table][key] = row
}

// begin counts a game that starts.
func (c *counters) begin(setup *play.Setup) {
	for _, p := range setup.Players {
		c.add(recordTable, counterKey{p.ID, setup.Game}, 0, 0, 0, 0, 1)
	}
}

// finish counts a game that has ended.
func (c *counters) finish(f *finishedGame) {
	for i, player := range f.players {
		if !f.hasResult() {
			c.add(recordTable, counterKey{player, f.game}, 0, 0, 0, 0, -1)
			continue
		}
		won := number(f.wonBy(i))
		c.add(recordTable, counterKey{player, f.game}, 0, 1, won, number(f.rated), -1)
		c.add(sideTable, counterKey{player, f.game, f.variant, fmt.Sprint(i + 1)}, 0, 1, won)
		if len(f.players) == 2 && f.class == "" && f.players[0] != f.players[1] {
			for _, game := range []string{"", f.game} {
				c.add(opponentTable, counterKey{player, game, f.players[1-i]}, f.at, 1, won)
			}
		}
	}
	if f.contest != "" && f.hasResult() && len(f.players) == 2 {
		c.add(contestTable, counterKey{f.contest, f.players[0], f.players[1]}, 0, 1, number(f.wonBy(0)))
	}
}

// countsOf returns what finished games have added to the counters.
func countsOf(games ...*finishedGame) (c counters) {
	for _, f := range games {
		c.finish(f)
	}
	for key, row := range c[recordTable] {
		row[3] = 0 // the end of a game takes away what its start has added
		c[recordTable][key] = row
	}
	return c
}

// negate makes the counters take away what they would add.
func (c *counters) negate() {
	for _, rows := range c {
		for key, row := range rows {
			for i := range len(row) - 1 {
				row[i] = -row[i]
			}
			rows[key] = row
		}
	}
}

func number(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// write adds the counters to the tables, in the order of their keys.
func (c *counters) write(ctx context.Context, tx *sql.Tx) error {
	for i, rows := range c {
		if err := counterTables[i].addUp(ctx, tx, rows); err != nil {
			return err
		}
	}
	return nil
}

const maxRows = 200 // of one statement

func (t *counterTable) addUp(ctx context.Context, tx *sql.Tx, rows map[counterKey]counterRow) error {
	keys := make([]counterKey, 0, len(rows))
	for key := range rows {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, counterKey.compare)
	for some := range slices.Chunk(keys, maxRows) {
		var values []string
		var args []any
		for _, key := range some {
			first := len(args)
			args = append(args, t.args(key, rows[key])...)
			values = append(values, database.ValuesFrom(first+1, len(args)-first))
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO `+t.name+` (`+strings.Join(t.columns(), ", ")+`) VALUES `+strings.Join(values, ", ")+
			` ON CONFLICT (`+strings.Join(t.keys, ", ")+`) DO UPDATE SET `+t.sums(), args...); err != nil {
			return err
		}
	}
	return nil
}

func (t *counterTable) args(key counterKey, row counterRow) (args []any) {
	for i, name := range t.keys {
		if name == "seat" {
			args = append(args, int(key[i][0]-'0'))
		} else {
			args = append(args, key[i])
		}
	}
	for i := range t.counts {
		args = append(args, row[i])
	}
	if t.latest != "" {
		args = append(args, row[len(row)-1])
	}
	return args
}

// sums returns the assignments that add a row to one that exists.
func (t *counterTable) sums() string {
	var set []string
	for _, c := range t.counts {
		set = append(set, fmt.Sprintf("%[2]s = %[1]s.%[2]s + excluded.%[2]s", t.name, c))
	}
	if t.latest != "" {
		set = append(set, fmt.Sprintf("%[2]s = CASE WHEN excluded.%[2]s > %[1]s.%[2]s THEN excluded.%[2]s ELSE %[1]s.%[2]s END", t.name, t.latest))
	}
	return strings.Join(set, ", ")
}

// Recount counts all games again and returns how many rows of counters and how many
// games differ. With write it adds the differences; with an error it returns how many of
// them it has added. Games may start and end meanwhile: what they add does not depend on
// what is there.
func (s *Store) Recount(ctx context.Context, write bool) (wrong int, err error) {
	corrected, err := s.completeSeats(ctx, write)
	if err != nil {
		return corrected, err
	}
	wrong = corrected
	var missing counters
	err = s.db.Snapshot(ctx, func(tx *sql.Tx) error {
		for i := range counterTables {
			t := &counterTables[i]
			counted, err := t.read(ctx, tx, t.recount)
			if err != nil {
				return err
			}
			stored, err := t.read(ctx, tx, t.query())
			if err != nil {
				return err
			}
			missing[i] = difference(counted, stored)
			wrong += len(missing[i])
		}
		return nil
	})
	if err != nil {
		return corrected, err
	}
	if !write {
		return wrong, nil
	}
	for i := range counterTables {
		added, err := s.addInSteps(ctx, &counterTables[i], missing[i])
		if corrected += added; err != nil {
			return corrected, err
		}
	}
	return wrong, nil
}

// completeSeats finds the games whose seats do not repeat what the games say, because
// an earlier version of the program has started or ended them, and with write completes
// them. With an error it returns how many it has completed.
func (s *Store) completeSeats(ctx context.Context, write bool) (games int, err error) {
	ids, err := database.List(ctx, s.db.Reader(), database.Texts,
		`SELECT DISTINCT game FROM seats WHERE rules = '' OR outcome = 'going-on' AND ended_at > 0`)
	if err != nil || !write {
		return len(ids), err
	}
	for some := range slices.Chunk(ids, maxRows) {
		args := make([]any, len(some))
		for i, id := range some {
			args[i] = id
		}
		in := ` seats.game IN ` + database.Values(len(some))
		err := s.db.Update(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `
				UPDATE seats SET class = g.class, contest = g.contest, rules = g.game, speed = g.speed, rated = g.rated,
					outcome = CASE WHEN g.ended_at = 0 THEN 'going-on' WHEN g.winners = 0 THEN 'aborted' WHEN seats.won THEN 'won' ELSE 'lost' END
				FROM games g WHERE g.id = seats.game AND`+in, args...)
			if err == nil {
				_, err = tx.ExecContext(ctx, `
				UPDATE seats SET other = o.player FROM seats o WHERE o.game = seats.game AND o.seat = 3 - seats.seat AND`+in+`
					AND NOT EXISTS (SELECT 1 FROM seats third WHERE third.game = seats.game AND third.seat = 3)`, args...)
			}
			return err
		})
		if err != nil {
			return games, err
		}
		games += len(some)
	}
	return games, nil
}

// addInSteps adds rows in short transactions, between which turns are written. It returns
// how many it has added, even with an error.
func (s *Store) addInSteps(ctx context.Context, t *counterTable, rows map[counterKey]counterRow) (added int, err error) {
	for len(rows) > 0 {
		some := map[counterKey]counterRow{}
		for key, row := range rows {
			if some[key] = row; len(some) == maxRows {
				break
			}
		}
		if err := s.db.Update(ctx, func(tx *sql.Tx) error { return t.addUp(ctx, tx, some) }); err != nil {
			return added, err
		}
		added += len(some)
		for key := range some {
			delete(rows, key)
		}
	}
	return added, nil
}

func (t *counterTable) query() string {
	columns := t.columns()
	for i, c := range columns {
		if c == "seat" {
			columns[i] = "CAST(seat AS TEXT)"
		}
	}
	return `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + t.name
}

func (t *counterTable) read(ctx context.Context, tx *sql.Tx, query string) (map[counterKey]counterRow, error) {
	type row struct {
		key    counterKey
		values counterRow
	}
	rows, err := database.List(ctx, tx, func(r *row) (fields []any) {
		for i := range t.keys {
			fields = append(fields, &r.key[i])
		}
		for i := range t.counts {
			fields = append(fields, &r.values[i])
		}
		if t.latest != "" {
			fields = append(fields, &r.values[len(r.values)-1])
		}
		return fields
	}, query)
	all := make(map[counterKey]counterRow, len(rows))
	for _, r := range rows {
		all[r.key] = r.values
	}
	return all, err
}

// difference returns what has to be added to stored rows.
func difference(counted, stored map[counterKey]counterRow) map[counterKey]counterRow {
	missing := map[counterKey]counterRow{}
	for key, want := range counted {
		has := stored[key]
		last := len(want) - 1
		if [4]int64(has[:last]) != [4]int64(want[:last]) || has[last] < want[last] {
			for i := range len(want) - 1 {
				want[i] -= has[i]
			}
			missing[key] = want
		}
	}
	for key, has := range stored {
		if _, ok := counted[key]; !ok && has != (counterRow{}) {
			for i := range has {
				has[i] = -has[i]
			}
			if has[len(has)-1] = 0; has != (counterRow{}) {
				missing[key] = has
			}
		}
	}
	return missing
}
