package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/class"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// people makes a store, in which Ann and Bob have played a rated game, "over",
// and play another one, "live". Cid has never played. Cid teaches the class Klas, of
// Zoë, and Bob the class Other; their IDs are in KLAS and OTHER.
func people(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	s, err := store.Open(ctx, ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { ts.Check(s.Close()) }()
	now := play.Instant(1_700_000_000_000)
	accounts, err := account.New(ctx, account.Config{Store: s, Now: func() play.Instant { return now }})
	ts.Check(err)
	var players []play.Player
	var teachers []account.Who
	for _, name := range []string{"Ann", "Bob", "Cid"} {
		signed, err := accounts.SignUp(ctx, account.Who{}, name, "correct horse", "a browser")
		ts.Check(err)
		players, teachers = append(players, signed.Who.Player), append(teachers, signed.Who)
	}
	classes := class.New(class.Config{Store: s, Accounts: accounts})
	for name, teacher := range map[string]account.Who{"Klas": teachers[2], "Other": teachers[1]} {
		made, err := classes.Make(ctx, teacher, name)
		ts.Check(err)
		ts.Setenv(strings.ToUpper(name), made.ID)
		if name == "Klas" {
			_, _, err = classes.Join(ctx, account.Who{}, made.Invitation, "Zoë", "a browser")
			ts.Check(err)
		}
	}
	for _, statement := range []string{
		`INSERT INTO studies (id, owner, title, audience, games, chapters, version, created_at, updated_at, words, body, listed)
			VALUES ('0b6f5c1e', $1, 'Ads', 'public', ' hermit ', 1, 1, 1, 1, 'ads', 'ads', TRUE)`,
		`INSERT INTO contests (id, organizer, class, created_at, starts_at, ended_at, number, due_at, summary) VALUES ('cup', $1, '', 1, 1, 1, 0, 0, '{}')`,
	} {
		ts.Check(s.DB().Exec(ctx, statement, players[1].ID))
	}
	rules, err := catalog.Rules("hermit")
	ts.Check(err)
	control, err := play.ParseControl("3d")
	ts.Check(err)
	for id, turns := range map[string]int{"live": 1, "over": 2} {
		state, events, err := play.Create(rules, play.Setup{Game: "hermit", Variant: "7x7", Control: control, Rated: true, Players: players[:2]}, now)
		ts.Check(err)
		ts.Check(s.Append(ctx, state.Batch(id, events)))
		do := func(c play.Command) {
			state, events, err = state.Decide(now+play.Instant(state.Number())*1000, c)
			ts.Check(err)
			ts.Check(s.Append(ctx, state.Batch(id, events)))
		}
		for ply := range turns {
			do(play.Turn{Seat: game.Seat(ply), Ply: ply + 1, Text: string(state.Position().Moves()[0])})
		}
		if id == "over" {
			do(play.Resign{Seat: 0})
		}
	}
}

// The clock of a server differs from that of the machine on which an operator bans somebody:
// the server finds what is new by its own.
func TestClockOfServer(t *testing.T) {
	ctx, address := t.Context(), storetest.SQLite(t)
	s := storetest.Open(t, address)
	ahead := play.Now() + 3_600_000
	if err := s.Beat(ctx, ahead); err != nil {
		t.Fatal(err)
	}
	site, _ := openSite(t, address)
	if now := site.Accounts.Now(); now < ahead {
		t.Fatalf("the accounts of the server have time %d, want that of its games, %d or more", now, ahead)
	}
	signed, err := site.Accounts.SignUp(ctx, account.Who{}, "Ann", "correct horse 9 battery", "a browser")
	if err != nil {
		t.Fatal(err)
	}
	a, err := openAdmin(ctx, adminFlags{store: address, reason: "cheats"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.store.Close() }()
	if now := a.accounts.Now(); now < ahead {
		t.Fatalf("operators have time %d, want that of the server, %d or more", now, ahead)
	}
	if err := a.accounts.Ban(ctx, a.by, "Ann"); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "the server has heard of the ban", func() bool {
		return site.Accounts.Still(signed.Who, account.Play) != nil
	})
}

// TestExportMeanwhile deletes all games as soon as the first is exported.
func TestExportMeanwhile(t *testing.T) {
	address := storetest.SQLite(t)
	s := storetest.Open(t, address)
	for _, id := range []string{"a", "b"} {
		playGame(t, s, id)
	}
	out := interrupter{interrupt: func() {
		if _, err := s.DeleteGuestGames(t.Context(), 1<<62); err != nil {
			t.Error(err)
		}
	}}
	var errs strings.Builder
	p := program{stdout: &out, stderr: &errs}
	if status := p.run(t.Context(), []string{"admin", "export", "--store", address}); status != 0 || strings.Count(out.String(), "[Game ") != 1 {
		t.Errorf("status %d, printed %q and %q, want the first game", status, out.String(), errs.String())
	}
}

// TestInterruptedAct has the store refuse the second step of commands that change many
// rows. The first is in the audit log.
func TestInterruptedAct(t *testing.T) {
	const many = `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 201) `
	for command, test := range map[string]struct{ prepare, refuse, want string }{
		"retention --delete": {
			``, `DELETE ON games WHEN (SELECT count(*) FROM games) = 1`,
			"retention Deleted 100 games of guests and 0 classes.",
		},
		"ratings --recompute": {
			many + `INSERT INTO ratings SELECT n, 'hermit', 'fast', 1500, 100, 0.06, 9, 9 FROM many`,
			`DELETE ON ratings WHEN (SELECT count(*) FROM ratings) = 1`,
			"ratings 200 put right",
		},
		"records --recount": {
			many + `INSERT INTO records SELECT n, 'hermit', 9, 9, 9, 0 FROM many`,
			`UPDATE ON records WHEN (SELECT count(*) FROM records WHERE won > 0) = 1`,
			"records 200 put right",
		},
	} {
		t.Run(command, func(t *testing.T) {
			address := storetest.SQLite(t)
			s := storetest.Open(t, address)
			if test.prepare == "" {
				for n := range 101 {
					playGame(t, s, fmt.Sprint("game", n))
				}
			} else if err := s.DB().Exec(t.Context(), test.prepare); err != nil {
				t.Fatal(err)
			}
			if _, err := s.DB().Writer().ExecContext(t.Context(), `CREATE TRIGGER refuse BEFORE `+test.refuse+` BEGIN SELECT RAISE(ABORT, 'refused'); END`); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := runOnTerminal(t.Context(), append([]string{"admin"}, strings.Fields(command+" --store "+address)...)...)
			if status != 1 || stdout != "" || !strings.Contains(stderr, "refused") {
				t.Errorf("status %d, printed %q and %q", status, stdout, stderr)
			}
			_, stdout, _ = runOnTerminal(t.Context(), "admin", "audit", "--store", address)
			if !strings.HasSuffix(stdout, "  "+test.want+"\n") {
				t.Errorf("the audit log is %q, want %q", stdout, test.want)
			}
		})
	}
}

// playGame starts a game of guests and ends it.
func playGame(t *testing.T, s *store.Store, id string) {
	t.Helper()
	state := startGame(t, s, id)
	for ply := range 2 {
		act(t, s, id, &state, play.Turn{Seat: game.Seat(ply), Ply: ply + 1, Text: string(state.Position().Moves()[0])})
	}
	act(t, s, id, &state, play.Resign{Seat: 0})
}

func act(t *testing.T, s *store.Store, id string, state **play.State, c play.Command) {
	t.Helper()
	after, events, err := (*state).Decide((*state).At()+1000, c)
	if err == nil {
		err = s.Append(t.Context(), after.Batch(id, events))
	}
	if err != nil {
		t.Fatal(err)
	}
	*state = after
}

// startGame starts a casual game of guests.
func startGame(t *testing.T, s *store.Store, id string) *play.State {
	t.Helper()
	rules := gametest.Must(t, catalog.Rules, "hermit")
	control := gametest.Must(t, play.ParseControl, "1d")
	setup := play.Setup{Game: "hermit", Variant: "7x7", Control: control}
	for _, guest := range []string{"guest-ann", "guest-bob"} {
		setup.Players = append(setup.Players, play.Player{ID: guest, Name: guest, Kind: play.Guest})
	}
	state, events, err := play.Create(rules, setup, 1000)
	if err == nil {
		err = s.Append(t.Context(), state.Batch(id, events))
	}
	if err != nil {
		t.Fatal(err)
	}
	return state
}
