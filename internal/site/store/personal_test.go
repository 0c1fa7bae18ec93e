package store_test

import (
	"cmp"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// Somebody who adds a table has to say what its owner sees of it, and what is left
// when an account is closed.
func TestHoldingsKnowAllTables(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		known := store.Holdings()
		for _, table := range tables(t, s) {
			if !slices.Contains(known, table) {
				t.Errorf("table %s: want it in holdings, in personal.go", table)
			}
		}
	})
}

func tables(t *testing.T, s *store.Store) []string {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'`
	if s.Shared() {
		query = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version'`
	}
	all, err := database.List(t.Context(), s.DB().Reader(), database.Texts, query)
	must(t, err)
	return all
}

// TestNoTablesAreRead wants the closing of an account, during which turns wait, and the
// download of what is stored about it to read as a whole only tables that stay small.
func TestNoTablesAreRead(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	small := []string{"suspects", "ladder_ready", "seeks"}
	for _, statements := range []map[string]string{store.Forgetting(), store.Telling()} {
		for table, statement := range statements {
			steps, err := database.List(t.Context(), s.DB().Reader(), func(detail *string) []any { return []any{new(int), new(int), new(int), detail} },
				`EXPLAIN QUERY PLAN `+statement, "ann")
			must(t, err)
			for _, step := range steps {
				if strings.HasPrefix(step, "SCAN "+table) && !slices.Contains(small, table) {
					t.Errorf("%s: %s", step, statement)
				}
			}
		}
	}
}

// livesAs fills the tables with what an account can leave in them, one row in each that
// its owner can download. Each secret contains the name.
func livesAs(t *testing.T, s *store.Store, id, name string) {
	t.Helper()
	ctx, secret := t.Context(), "secret of "+name
	must(t, s.AddAccount(ctx, store.Account{ID: id, Name: name, Folded: "folded " + id, Kind: play.Person, Password: secret}, []string{secret},
		store.Passkey{ID: "key of " + id, Account: id, Credential: `{"secret": "of ` + name + `"}`}))
	_, err := s.AddSession(ctx, store.Session{Hash: secret, Account: id, Agent: "Firefox of " + name, Expires: 100}, 1)
	must(t, err,
		s.AddToken(ctx, store.Token{Hash: secret, Account: id, Label: name + "'s bot", Scopes: "play"}, 1),
		s.AddSubscription(ctx, store.Subscription{Endpoint: "https://push.example/" + name, Player: id, Session: secret}, 20),
		s.PutOffer(ctx, store.Offer{ID: "seek of " + id, Maker: id, Text: `{"game":"hermit"}`}),
		s.PutOffer(ctx, store.Offer{ID: "challenge of " + id, Maker: "bob", Receiver: id, IsChallenge: true, Text: "{}"}),
	)
	begin(t, s, "game of "+id, 0, setupOf(t, true, id, "rival of "+id)).play(true)
	for _, statement := range []string{
		`INSERT INTO studies VALUES ('study of ID', 'ID', 'Of NAME', 'public', ' hermit ', 1, 1, 5, 5, 'name', 'by NAME', TRUE)`,
		`INSERT INTO study_words VALUES ('NAME', 'study of ID')`,
		`INSERT INTO puzzle_attempts VALUES ('ID', 'p', 'hermit', TRUE, 5)`,
		`INSERT INTO puzzle_solvers VALUES ('ID', 'hermit', 1500, 100, 0.06, 5)`,
		`INSERT INTO mistakes VALUES ('ID', 'm', 1, FALSE, 0, 5, '{"by":"NAME"}')`,
		`INSERT INTO mistake_versions VALUES ('ID', 1)`,
		`INSERT INTO rating_starts VALUES ('ID', 'hermit', 1500, 100, 0.06)`,
		`INSERT INTO ladder_ready VALUES ('hermit', 'ID', 1, 5, 5)`,
		`INSERT INTO ladder_pairings VALUES ('ladder of ID', 1, 5, 'bob', 'ID', 1, 1)`,
		`INSERT INTO contests VALUES ('cup of ID', 'ID', '', 1, 0, 0, 1, 0, '{}')`,
		`INSERT INTO contest_events VALUES ('cup of ID', 2, '{"number":2,"event":"joined","player":{"id":"ID"}}')`,
		`INSERT INTO classes VALUES ('class of ID', 'ID', 'ID', 'invitation of ID', TRUE, FALSE, 5)`,
		`INSERT INTO class_members VALUES ('ID', 'another class', '', 'secret of NAME', 5)`,
		`INSERT INTO analyses (game, state, positions, nodes, judged, worker, owner, beat, version, asker) VALUES ('game of ID', 'done', 1, 1, '', '', '', 1, 1, 'ID')`,
		`INSERT INTO audit (id, at, actor, act, object, detail, reason) VALUES ('act on ID', 1, 'root', 'warn', 'ID', '', '')`,
		`INSERT INTO reports (id, reporter, player, game, kind, text, at, closed_at) VALUES ('report of ID', 'ID', 'bob', '', 'other', 'NAME', 1, 0)`,
		`INSERT INTO warnings (id, player, text, at, seen_at) VALUES ('warning of ID', 'ID', 'NAME', 1, 0)`,
		`INSERT INTO mutes (player, reason, at, expires_at) VALUES ('ID', 'NAME', 1, 0)`,
		`INSERT INTO suspects (suspicion, game, player, score, evidence, at) VALUES ('engine', 'hermit', 'ID', 1, '{"by":"NAME"}', 1)`,
		`INSERT INTO sightings (mark, account, week) VALUES ('NAME', 'ID', 1)`,
		`INSERT INTO declines (player, sender, at) VALUES ('ID', 'bob', 1)`,
		`INSERT INTO plans (game, seat, number, lines) VALUES ('game of ID', 1, 1, '[]')`,
	} {
		if err := s.DB().Exec(ctx, strings.NewReplacer("ID", id, "NAME", name).Replace(statement)); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// Everything that is stored about an account is shown to its owner, without secrets,
// without what others have planned, and nothing about another account.
func TestPersonalData(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		livesAs(t, s, "zed", "Zedekiah")
		livesAs(t, s, "ann", "Annabel")
		rows := map[string]int{}
		var text strings.Builder
		for one, err := range s.PersonalData(t.Context(), "ann") {
			must(t, err)
			rows[one.Table]++
			line, err := json.Marshal(one)
			must(t, err)
			text.Write(line)
		}
		for _, table := range slices.AppendSeq([]string{"games"}, maps.Keys(store.Telling())) {
			want := 1
			if table == "opponents" {
				want = 2 // in this game and in all
			}
			if rows[table] != want {
				t.Errorf("%d rows of %s, want %d", rows[table], table, want)
			}
		}
		for _, word := range []string{"secret", "zed", "Zedekiah"} {
			if strings.Contains(text.String(), word) {
				t.Errorf("%s in %s", word, text.String())
			}
		}
		for _, want := range []string{`"offer":{"game":"hermit"}`, `"solved":true`, `"event":"ended"`, `"unused":1`} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s is missing in %s", want, text.String())
			}
		}
	})
}

// More games than fit into one page come once each.
func TestPersonalGames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		must(t, s.AddAccount(t.Context(), store.Account{ID: "ann", Folded: "ann", Kind: play.Person}, nil))
		const games = 120
		for n := range games {
			begin(t, s, id(n), play.Instant(n/40), setupOf(t, false, "ann", "bob"))
		}
		seen := map[any]bool{}
		for one, err := range s.PersonalData(t.Context(), "ann") {
			must(t, err)
			if one.Table == "games" {
				if seen[one.Row["id"]] {
					t.Errorf("game %v comes twice", one.Row["id"])
				}
				seen[one.Row["id"]] = true
			}
		}
		if len(seen) != games {
			t.Errorf("%d games, want %d", len(seen), games)
		}
	})
}

// Of a closed account no text is left in any table, and the classes that it taught are
// shut or somebody else's. What is stored about another account stays.
func TestNothingIsLeft(t *testing.T) {
	for heir, want := range map[string]string{"": "ann", "bob": "bob"} {
		each(t, func(t *testing.T, s *store.Store) {
			ctx := t.Context()
			must(t, s.AddAccount(ctx, store.Account{ID: "bob", Name: "Bob", Folded: "bob", Kind: play.Person}, nil))
			livesAs(t, s, "zed", "Zedekiah")
			others := dump(t, s)
			livesAs(t, s, "ann", "Annabel")
			if !strings.Contains(dump(t, s), "Annabel") {
				t.Fatal("the name is nowhere before, so the test finds nothing")
			}
			must(t, s.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 9, Heir: heir, MaxClasses: 1, NewInvitation: rand.Text}))
			for line := range strings.Lines(dump(t, s)) {
				if strings.Contains(line, "Annabel") {
					t.Errorf("left is %s", line)
				}
			}
			kept(t, s, others, "zed")
			var teacher string
			var isOpen bool
			must(t, s.DB().Row(ctx, []any{&teacher, &isOpen}, `SELECT teacher, open FROM classes WHERE id = 'class of ann'`))
			if teacher != want || isOpen {
				t.Errorf("the class is %s's, open %t, want it %s's and shut", teacher, isOpen, want)
			}
			must(t, s.CloseAccounts(ctx, store.Closing{Accounts: []string{"zed"}, At: 9}))
			ann, zed := store.Departure{ID: "ann", At: 9}, store.Departure{ID: "zed", At: 9}
			must(t, s.DeleteDeparture(ctx, store.Departure{ID: "ann", At: 8}))
			for _, want := range [][]store.Departure{{ann, zed}, {zed}, {zed}} {
				if left, err := s.Departures(ctx); err != nil || !slices.Equal(left, want) {
					t.Errorf("departures %+v, %v, want %+v", left, err, want)
				}
				must(t, s.DeleteDeparture(ctx, ann))
			}
		})
	}
}

// TestClosedHeir closes nothing if the heir has left meanwhile, because nobody would close
// the classes then.
func TestClosedHeir(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for _, id := range []string{"ann", "bob"} {
			must(t, s.AddAccount(ctx, store.Account{ID: id, Name: id, Folded: id, Kind: play.Person}, nil))
		}
		must(t, s.CloseAccounts(ctx, store.Closing{Accounts: []string{"bob"}, At: 9}))
		if err := s.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 10, Heir: "bob", MaxClasses: 1, NewInvitation: rand.Text}); !errors.Is(err, store.ErrNotFound) || !errors.Is(err, store.ErrNoHeir) {
			t.Errorf("closed in favor of a closed account: %v", err)
		}
		if ann, err := s.Account(ctx, "ann"); err != nil || ann.Closed != 0 {
			t.Errorf("%+v, %v, want an open account", ann, err)
		}
	})
}

// Two requests that close the same accounts don't wait for each other, whatever their order:
// a member is removed with their program while the class is closed.
func TestClosedTwice(t *testing.T) {
	ctx, s := t.Context(), open(t, storetest.Patient(storetest.Postgres(t)))
	for _, id := range []string{"a", "b"} {
		must(t, s.AddAccount(ctx, store.Account{ID: id, Name: id, Folded: id, Kind: play.Person}, nil))
	}
	meanwhile := storetest.Meanwhile{T: t, DB: s.DB()}
	var errs [2]error
	must(t, s.DB().Update(ctx, func(tx *sql.Tx) error {
		err := s.LockAccount(ctx, tx, "a")
		for i, ids := range [][]string{{"a", "b"}, {"b", "a"}} {
			meanwhile.Do(func() { errs[i] = s.CloseAccounts(ctx, store.Closing{Accounts: ids, At: 9}) })
		}
		return err
	}))
	meanwhile.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(cmp.Or(errs[0], errs[1]), store.ErrNotFound) {
		t.Errorf("%v and %v, want that one request closes both accounts and the other finds none", errs[0], errs[1])
	}
}

// However many teachers leave at once, the one who takes over their classes teaches as
// many as are allowed.
func TestFullHeir(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		const most, teachers = 5, 8 // as many as winners tries
		must(t, s.AddAccount(ctx, store.Account{ID: "heir", Name: "heir", Folded: "heir", Kind: play.Person}, nil))
		for i := range teachers {
			teacher := fmt.Sprint("teacher", i)
			must(t, s.AddAccount(ctx, store.Account{ID: teacher, Name: teacher, Folded: teacher, Kind: play.Person}, nil))
			must(t, s.DB().Exec(ctx, `INSERT INTO classes (id, name, teacher, invitation, open, public, created_at) VALUES ($1, $1, $1, $1, $2, $2, 1)`, teacher, false))
		}
		var next atomic.Int64
		if n := winners(func() error {
			err := s.CloseAccounts(ctx, store.Closing{Accounts: []string{fmt.Sprint("teacher", next.Add(1)-1)}, At: 9, Heir: "heir", MaxClasses: most, NewInvitation: rand.Text})
			if err != nil && !errors.Is(err, store.ErrFull) {
				t.Error(err)
			}
			return err
		}); n != most {
			t.Errorf("%d classes handed over, want %d", n, most)
		}
	})
}

// kept wants the rows of an earlier dump that a text is in to be as they were.
func kept(t *testing.T, s *store.Store, earlier, text string) {
	t.Helper()
	now := dump(t, s)
	for line := range strings.Lines(earlier) {
		if strings.Contains(line, text) && !strings.Contains(now, line) {
			t.Errorf("changed or gone: %s", line)
		}
	}
}

// A game that is deleted takes nothing of another with it.
func TestGuestGameAlone(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	begin(t, s, "old", 0, setupOf(t, false, "g1", "g2")).play(true)
	begin(t, s, "new", 50_000, setupOf(t, false, "g1", "g2"))
	before := dump(t, s)
	if n, err := s.DeleteGuestGames(t.Context(), 40_000); n != 1 || err != nil {
		t.Errorf("%d games are deleted, %v, want 1", n, err)
	}
	kept(t, s, before, `"new"`)
}

// dump returns all rows of all tables as text.
func dump(t *testing.T, s *store.Store) string {
	t.Helper()
	var all strings.Builder
	for _, table := range tables(t, s) {
		rows, err := s.Rows(t.Context(), `SELECT * FROM `+table)
		must(t, err)
		for _, row := range rows {
			text, err := json.Marshal(row)
			must(t, err)
			all.WriteString(table + " " + string(text) + "\n")
		}
	}
	return all.String()
}

// Only old games that concern no account are deleted. Without a clock that is from the last
// event, as such a game need not end.
func TestGuestGames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Name: "Ann", Folded: "ann", Kind: play.Person}, nil),
			s.AddAccount(ctx, store.Account{ID: "house", Name: "hermit-1", Folded: "hermitl", Kind: play.Bot}, nil),
			s.AddAccount(ctx, store.Account{ID: "robot", Name: "Robot", Folded: "robot", Kind: play.Bot, Password: "x"}, nil))
		for name, players := range map[string][]string{
			"guests": {"g1", "g2"}, "with a house bot": {"g1", "house"}, "with an account": {"g1", "ann"}, "with a bot of somebody": {"robot", "g2"},
			"of house bots": {"house", "house"},
		} {
			begin(t, s, name, 0, setupOf(t, false, players...)).play(true)
		}
		begin(t, s, "in progress", 0, setupOf(t, false, "g1", "g2"))
		for name, players := range map[string][]string{
			"left": {"g1", "g2"}, "left by one": {"g1", "house"}, "played": {"g1", "g2"}, "left to an account": {"g1", "ann"},
		} {
			setup := setupOf(t, false, players...)
			setup.Control = play.Control{}
			g := begin(t, s, name, 0, setup)
			g.move()
			if name == "played" {
				g.do(50_000, turn(g.state))
			}
		}
		begin(t, s, "new", 50_000, setupOf(t, false, "g1", "g2")).play(true)
		if n, err := s.CountGuestGames(ctx, 40_000); n != 4 || err != nil {
			t.Errorf("%d games, %v, want 4", n, err)
		}
		if n, err := s.DeleteGuestGames(ctx, 40_000); n != 4 || err != nil {
			t.Errorf("%d games are deleted, %v, want 4", n, err)
		}
		ids, err := s.GameIDs(ctx, "", 100)
		if want := []string{"in progress", "left to an account", "new", "of house bots", "played", "with a bot of somebody", "with an account"}; err != nil || !slices.Equal(ids, want) {
			t.Errorf("left are %q, %v, want %q", ids, err, want)
		}
		if text := dump(t, s); strings.Contains(text, "with a house bot") || strings.Contains(text, "left by one") {
			t.Error("a deleted game is left in another table")
		}
		if wrong, err := s.Recount(ctx, false); wrong != 0 || err != nil {
			t.Errorf("%d counters are wrong, %v", wrong, err)
		}
	})
}

// Each step of a deletion leaves the counters right, because the program may end after
// any of them. A game that somebody else has deleted counts once, and one whose guest has
// signed up or come back since it was found stays.
func TestGuestGamesInSteps(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "house", Name: "hermit-1", Folded: "hermitl", Kind: play.Bot}, nil))
		begin(t, s, "lost", 0, setupOf(t, false, "g1", "house")).play(true)
		begin(t, s, "won", 0, setupOf(t, false, "house", "g1")).play(true)
		begin(t, s, "aborted", 0, setupOf(t, false, "house", "g2")).do(1000, play.Cancel{})
		begin(t, s, "kept", 0, setupOf(t, false, "g2", "house")).play(true)
		setup := setupOf(t, false, "house", "g1")
		setup.Control = play.Control{}
		begin(t, s, "left", 0, setup)
		back := begin(t, s, "come back", 0, setup)
		back.do(2_000_000, turn(back.state))
		begin(t, s, "signed up", 0, setupOf(t, false, "g3", "g4")).play(true)
		must(t, s.AddAccount(ctx, store.Account{ID: "g3", Name: "Ann", Folded: "ann", Kind: play.Person}, nil))
		for _, step := range [][]string{{"won", "aborted", "left", "come back", "signed up"}, {"won", "lost"}} {
			must(t, store.DeleteGames(ctx, s, 1_000_000, step...))
			if wrong, err := s.Recount(ctx, false); wrong != 0 || err != nil {
				t.Errorf("without %q %d counters are wrong, %v", step, wrong, err)
			}
		}
		if all, err := s.Counts(ctx, "house"); err != nil || len(all) != 1 || all[0].Games != 1 || all[0].GoingOn != 1 {
			t.Errorf("%+v, %v, want one game that has ended and one in progress", all, err)
		}
		for _, kept := range []string{"signed up", "come back"} {
			if _, err := s.Game(ctx, kept); err != nil {
				t.Errorf("the game of a guest who has %s: %v", kept, err)
			}
		}
	})
}
