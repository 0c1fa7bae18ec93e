package moderation_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/moderation"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var root = account.Act{Actor: "root", Reason: "because"}

// site is a service with its operations, and people: ann, bob and cid are players, mod
// and max moderators.
type site struct {
	*accounttest.Site
	*moderation.Service
	t  *testing.T
	id map[string]string // by name
}

func open(t *testing.T, address string) *site {
	t.Helper()
	s := &site{Site: accounttest.Open(t, address), t: t, id: map[string]string{}}
	var err error
	s.Service, err = moderation.New(t.Context(), moderation.Config{Store: s.Store, Accounts: s.Accounts})
	must(t, err)
	(&moderation.API{Service: s.Service, Reports: accounttest.Wide}).Register(s.Kit)
	for _, name := range []string{"ann", "bob", "cid", "mod", "max"} {
		var in struct{ Player play.Player }
		must(t, json.Unmarshal([]byte(s.Join(name, name)), &in))
		s.id[name] = in.Player.ID
	}
	must(t, s.SetModerator(t.Context(), root, "mod", true))
	must(t, s.SetModerator(t.Context(), root, "max", true))
	return s
}

// play plays a rated game of Hermit that the first player wins.
func (s *site) play(id, winner, loser string) {
	s.t.Helper()
	rules, err := catalog.Rules("hermit")
	must(s.t, err)
	setup := play.Setup{Game: "hermit", Variant: "3x3", Control: play.Control{Initial: 300_000}, Rated: true}
	for _, name := range []string{winner, loser} {
		setup.Players = append(setup.Players, play.Player{ID: s.id[name], Name: name, Kind: play.Person, Rating: 1500})
	}
	state, events, err := play.Create(rules, setup, 1000)
	for n := 0; ; n++ {
		must(s.t, err)
		must(s.t, s.Store.Append(s.t.Context(), state.Batch(id, events)))
		switch {
		case n < 2:
			state, events, err = state.Decide(state.At()+3000, play.Turn{Seat: game.Seat(n), Ply: n + 1, Text: string(state.Position().Moves()[0])})
		case n == 2:
			state, events, err = state.Decide(state.At()+3000, play.Resign{Seat: 1})
		default:
			return
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err error, want account.Reason) {
	t.Helper()
	if r, ok := err.(*account.Refusal); !ok || r.Reason != want { //nolint:errorlint // refusals are not wrapped here
		t.Errorf("%v, want a refusal for the reason %q", err, want)
	}
}

func (s *site) who(name string) account.Who {
	return account.Who{Player: play.Player{ID: s.id[name], Name: name, Kind: play.Person}, Scopes: account.Scopes{account.Play, account.Admin}}
}

func TestReport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, address)
		s.play("game", "ann", "bob")
		for _, test := range []struct {
			what string
			moderation.Complaint
			want account.Reason // "" if it is stored
		}{
			{"a player", moderation.Complaint{Player: "Bob", Kind: moderation.Behavior, Text: "  never\nmoves\x07 "}, ""},
			{"the same again", moderation.Complaint{Player: "bob", Kind: moderation.EngineHelp}, moderation.Reported},
			{"a game", moderation.Complaint{Game: "game", Kind: moderation.Other, Text: "a strange end"}, ""},
			{"a player in a game", moderation.Complaint{Game: "game", Player: "bob", Kind: moderation.EngineHelp}, ""},
			{"a player in another's game", moderation.Complaint{Game: "game", Player: "cid", Kind: moderation.EngineHelp}, moderation.NotInGame},
			{"nothing", moderation.Complaint{Kind: moderation.EngineHelp}, moderation.BadText},
			{"oneself", moderation.Complaint{Player: "ann", Kind: moderation.EngineHelp}, account.Wrong},
			{"nobody", moderation.Complaint{Player: "zed", Kind: moderation.EngineHelp}, play.UnknownPlayer},
			{"no game", moderation.Complaint{Game: "none", Kind: moderation.EngineHelp}, moderation.NoGame},
			{"an unknown kind", moderation.Complaint{Player: "cid", Kind: "x"}, moderation.BadKind},
			{"no words", moderation.Complaint{Player: "cid", Kind: moderation.Other, Text: " "}, moderation.BadText},
			{"too many words", moderation.Complaint{Player: "cid", Kind: moderation.Other, Text: strings.Repeat("é", 501)}, moderation.BadText},
		} {
			err := s.Report(t.Context(), s.who("ann"), test.Complaint)
			if test.want == "" {
				must(t, err)
				continue
			}
			t.Log(test.what)
			refused(t, err, test.want)
		}
		open, err := s.Reports(t.Context(), moderation.Page{})
		must(t, err)
		texts := map[string]string{} // by player and game
		for _, r := range open {
			texts[r.Player+" "+r.Game] = r.Text + " " + r.Reporter
		}
		if want := map[string]string{"bob ": "never moves ann", " game": "a strange end ann", "bob game": " ann"}; !maps.Equal(texts, want) {
			t.Errorf("open: %q, want %q", texts, want)
		}
		gone := s.who("max")
		must(t, s.Accounts.CloseFor(t.Context(), root, account.Closing{Name: "max"}))
		if p := httpkit.ProblemOf(s.Report(t.Context(), gone, moderation.Complaint{Player: "cid", Kind: moderation.EngineHelp})); p.Reason != string(account.SignIn) {
			t.Errorf("a report of a closed account: %+v", p)
		}
		// A report about a player can be made again once it is closed, about a game never.
		for _, r := range open {
			must(t, s.CloseReport(t.Context(), root, r.ID))
		}
		must(t, s.Report(t.Context(), s.who("ann"), moderation.Complaint{Player: "bob", Kind: moderation.EngineHelp}))
		refused(t, s.Report(t.Context(), s.who("ann"), moderation.Complaint{Game: "game", Kind: moderation.EngineHelp}), moderation.Reported)
	})
}

// TestReportsAreBounded lets one player report again and again.
func TestReportsAreBounded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, address)
		const games = 40
		for n := range games {
			s.play(fmt.Sprint("game", n), "ann", "bob")
		}
		var all sync.WaitGroup
		for n := range games {
			all.Go(func() {
				err := s.Report(t.Context(), s.who("cid"), moderation.Complaint{Game: fmt.Sprint("game", n), Kind: moderation.EngineHelp})
				if refusal, refused := errors.AsType[*account.Refusal](err); err != nil && (!refused || refusal.Reason != account.TooMany) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		open, err := s.Reports(t.Context(), moderation.Page{})
		must(t, err)
		if len(open) != 20 {
			t.Errorf("%d open reports by one player, want 20", len(open))
		}
	})
}

// TestPagesOfReports pages through reports of which several were made at the same time.
func TestPagesOfReports(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, address)
		ids := []string{"e", "a", "b", "d", "c"} // in the order of the list
		for i, id := range ids {
			must(t, s.Store.DB().Exec(t.Context(), `INSERT INTO reports (id, reporter, player, game, kind, text, at, closed_at) VALUES ($1, $2, '', $3, 'other', 'x', $4, 0)`,
				id, s.id["ann"], id, 1000*((i+2)/3)+1))
		}
		var got []string
		for query := "limit=2"; ; {
			var page []moderation.Report
			must(t, json.Unmarshal([]byte(s.Must("mod", "GET", "moderation/reports?"+query, "")), &page))
			for _, r := range page {
				got = append(got, r.ID)
			}
			if len(page) < 2 || len(got) > len(ids) {
				break
			}
			last := page[len(page)-1]
			query = fmt.Sprintf("limit=2&after=%d&afterId=%s", last.At, last.ID)
		}
		if !slices.Equal(got, ids) {
			t.Errorf("pages %q, want %q", got, ids)
		}
	})
}

func TestWarnAndMute(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, ctx := open(t, address), t.Context()
		must(t, s.Warn(ctx, root, "ann"))
		warned, err := s.Warnings(ctx, s.id["ann"])
		must(t, err)
		if len(warned) != 1 || warned[0].Text != "because" {
			t.Fatalf("warnings %+v", warned)
		}
		refused(t, s.Confirm(ctx, s.id["bob"], warned[0].ID), account.NotFound)
		must(t, s.Warn(ctx, root, "ann"))
		must(t, s.Confirm(ctx, s.id["ann"], warned[0].ID))
		refused(t, s.Confirm(ctx, s.id["ann"], warned[0].ID), account.NotFound)
		left, err := s.Warnings(ctx, s.id["ann"])
		must(t, err)
		if len(left) != 1 || left[0].ID == warned[0].ID {
			t.Fatalf("left are %+v, want the other warning", left)
		}
		must(t, s.Confirm(ctx, s.id["ann"], left[0].ID))
		if warned, err = s.Warnings(ctx, s.id["ann"]); err != nil || len(warned) > 0 {
			t.Errorf("%v: confirmed, still %+v", err, warned)
		}
		refused(t, s.Warn(ctx, account.Act{Actor: "root"}, "ann"), moderation.NoReason)

		must(t, s.Mute(ctx, root, "ann", 0))
		must(t, s.Mute(ctx, root, "bob", 0))
		refused(t, s.Silenced(s.id["ann"]), moderation.Muted)
		refused(t, s.Report(ctx, s.who("ann"), moderation.Complaint{Player: "bob", Kind: moderation.EngineHelp}), moderation.Muted)
		must(t, s.Unmute(ctx, root, "ann"))
		must(t, s.Silenced(s.id["ann"]))
		refused(t, s.Silenced(s.id["bob"]), moderation.Muted)
		if c, err := s.Case(ctx, "bob"); err != nil || c.Mute != "because" {
			t.Errorf("%+v, %v, want a mute", c, err)
		}
		refused(t, s.Unmute(ctx, root, "ann"), moderation.Nothing)
		must(t, s.Mute(ctx, root, "ann", 1)) // long ago
		must(t, s.Silenced(s.id["ann"]))
	})
}

// reports returns the open reports.
func (s *site) reports() (open []moderation.Report) {
	s.t.Helper()
	must(s.t, json.Unmarshal([]byte(s.Must("mod", "GET", "moderation/reports", "")), &open))
	return open
}

// TestClosedReports lets one player report more often than reports may be open, and a
// moderator close one of several.
func TestClosedReports(t *testing.T) {
	s, ctx := open(t, storetest.SQLite(t)), t.Context()
	for range 21 {
		must(t, s.Report(ctx, s.who("cid"), moderation.Complaint{Player: "ann", Kind: moderation.EngineHelp}))
		must(t, s.CloseReport(ctx, root, s.reports()[0].ID))
	}
	for _, about := range []string{"bob", "mod", "max"} {
		must(t, s.Report(ctx, s.who("ann"), moderation.Complaint{Player: about, Kind: moderation.EngineHelp}))
	}
	by := moderation.By(s.who("mod"), "because")
	for _, r := range s.reports() {
		if r.Player != "bob" {
			refused(t, s.CloseReport(ctx, by, r.ID), account.NotModerator)
			continue
		}
		must(t, s.CloseReport(ctx, by, r.ID))
		refused(t, s.CloseReport(ctx, by, r.ID), account.NotFound)
	}
	if left := s.reports(); len(left) != 2 {
		t.Errorf("open: %+v, want those about moderators", left)
	}
}

// TestReportsAboutOne has as many open reports about ann, and closed ones about bob, as are
// wanted.
func TestReportsAboutOne(t *testing.T) {
	s, ctx := open(t, storetest.SQLite(t)), t.Context()
	for n := range 100 {
		for about, closed := range map[string]int{"ann": 0, "bob": 2} {
			must(t, s.Store.DB().Exec(ctx, `INSERT INTO reports (id, reporter, player, game, kind, text, at, closed_at) VALUES ($1, $2, $3, $1, 'engine', '', 1, $4)`,
				fmt.Sprint(about, n), s.id["max"], s.id[about], closed))
		}
	}
	refused(t, s.Report(ctx, s.who("cid"), moderation.Complaint{Player: "ann", Kind: moderation.EngineHelp}), account.TooMany)
	must(t, s.Report(ctx, s.who("cid"), moderation.Complaint{Player: "bob", Kind: moderation.EngineHelp}))
}

// TestClassGame keeps games of classes from everybody, moderators too.
func TestClassGame(t *testing.T) {
	s, ctx := open(t, storetest.SQLite(t)), t.Context()
	s.play("game", "ann", "bob")
	must(t, s.Store.DB().Exec(ctx, `UPDATE games SET class = 'c' WHERE id = 'game'`))
	refused(t, s.Report(ctx, s.who("cid"), moderation.Complaint{Game: "game", Kind: moderation.EngineHelp}), moderation.NoGame)
	refused(t, s.Void(ctx, moderation.By(s.who("mod"), "because"), "game"), moderation.NoGame)
}

// TestModeratorsAndModerators lets moderators act on each other and on their own games.
func TestModeratorsAndModerators(t *testing.T) {
	s, ctx := open(t, storetest.SQLite(t)), t.Context()
	s.play("own", "bob", "mod")
	must(t, s.Report(ctx, s.who("ann"), moderation.Complaint{Player: "mod", Kind: moderation.EngineHelp}))
	reports, err := s.Reports(ctx, moderation.Page{})
	must(t, err)
	by := moderation.By(s.who("mod"), "because")
	for what, err := range map[string]error{
		"ban":              s.Ban(ctx, by, "max", 0),
		"mute":             s.Mute(ctx, by, "max", 0),
		"warn":             s.Warn(ctx, by, "mod"),
		"void an own loss": s.Void(ctx, by, "own"),
		"close a report":   s.CloseReport(ctx, by, reports[0].ID),
	} {
		t.Log(what)
		refused(t, err, account.NotModerator)
	}
	must(t, s.Void(ctx, root, "own"))
	refused(t, s.Void(ctx, root, "own"), moderation.NotVoidable)
	must(t, s.Ban(ctx, root, "max", 0))
	acts, err := s.Acts(ctx)
	must(t, err)
	if len(acts) == 0 || !slices.ContainsFunc(acts, func(a moderation.AuditEntry) bool {
		return a.Act == "void" && a.Actor == "root" && a.Object == "own" && a.Reason == "because"
	}) {
		t.Errorf("acts %+v", acts)
	}
}

// TestActs checks that moderators see only what is about fair play.
func TestActs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, ctx := open(t, address), t.Context()
		for _, what := range []string{"close-class", "handover-class", "remove-member", "retention", "records", "backup"} {
			must(t, s.Accounts.Note(ctx, root, what, "object", ""))
		}
		must(t, s.Warn(ctx, root, "ann"))
		must(t, s.Ban(ctx, root, "bob", 0))
		must(t, s.Accounts.Unban(ctx, root, "bob"))
		must(t, s.Accounts.Note(ctx, root, account.ActAbort, "game", ""))
		acts, err := s.Acts(ctx)
		must(t, err)
		var got []string
		for _, a := range acts {
			got = append(got, a.Act)
		}
		slices.Sort(got)
		if want := []string{"abort", "ban", "moderator-add", "moderator-add", "unban", "warn"}; !slices.Equal(got, want) {
			t.Errorf("acts %q, want %q", got, want)
		}
	})
}

// TestActsStayWithTheAccount gives the name of a player to somebody else.
func TestActsStayWithTheAccount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, ctx := open(t, address), t.Context()
		must(t, s.Warn(ctx, root, "bob"))
		must(t, s.Mute(ctx, root, "bob", 0))
		must(t, s.Ban(ctx, root, "bob", 0))
		must(t, s.Accounts.Unban(ctx, root, "bob"))
		must(t, s.Accounts.Rename(ctx, root, "bob", "player"))
		s.Join("another", "bob")
		for name, want := range map[string]int{"bob": 0, "player": 5} {
			c, err := s.Case(ctx, name)
			must(t, err)
			if len(c.Acts) != want || slices.ContainsFunc(c.Acts, func(a moderation.AuditEntry) bool { return a.Object != name }) {
				t.Errorf("%s: %+v, want %d acts on this name", name, c.Acts, want)
			}
		}
		if data := s.Must("another", "GET", "account/data", ""); strings.Contains(data, root.Reason) {
			t.Errorf("somebody else gets %s", data)
		}
	})
}

// TestSuspectsHavePresentNames finds two accounts on one network. One of them is then
// renamed, and later deleted.
func TestSuspectsHavePresentNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, ctx := open(t, address), t.Context()
		s.play("game", "ann", "bob")
		at := httpkit.WithRequest(ctx, &httpkit.Request{Client: "203.0.113.7"})
		s.Saw(at, s.id["ann"])
		s.Saw(at, s.id["bob"])
		others := func(found []moderation.Suspect, err error) map[string]string {
			t.Helper()
			must(t, err)
			names := map[string]string{}
			for _, one := range found {
				names[one.Player] = one.Evidence.Accounts.Other
			}
			return names
		}
		want := func(got map[string]string, want map[string]string) {
			t.Helper()
			if !maps.Equal(got, want) {
				t.Errorf("suspects %q, want %q", got, want)
			}
		}
		want(others(s.FindSuspects(ctx, moderation.Search{Entry: catalog.Hermit(), Players: 2, Games: 1, Nodes: 10})), map[string]string{"ann": "bob", "bob": "ann"})
		want(others(s.Suspects(ctx)), map[string]string{"ann": "bob", "bob": "ann"})
		if c, err := s.Case(ctx, "ann"); err != nil || len(c.Suspects) != 1 || c.Suspects[0].Player != "ann" {
			t.Errorf("%v: the case of ann has the suspects %+v, want ann", err, c.Suspects)
		}
		suspects, err := s.Suspects(ctx)
		must(t, err)
		won := 0
		for _, one := range suspects {
			e := one.Evidence.Accounts
			if won += e.Won; e.Games != 1 || e.Share != 1 {
				t.Errorf("%s: evidence %+v, want one game, and that no other", one.Player, e)
			}
		}
		if won != 1 {
			t.Errorf("%d wins in one game", won)
		}
		must(t, s.Accounts.Rename(ctx, root, "bob", "robert"))
		want(others(s.Suspects(ctx)), map[string]string{"ann": "robert", "robert": "ann"})
		must(t, s.Accounts.CloseFor(ctx, root, account.Closing{Name: "robert"}))
		want(others(s.Suspects(ctx)), map[string]string{})
	})
}

func TestNetworks(t *testing.T) {
	for text, want := range map[string]string{
		"203.0.113.7": "203.0.113.7/32", "203.0.113.7/24": "203.0.113.0/24", "10.0.0.0/8": "10.0.0.0/8",
		"2001:db8::7": "2001:db8::/64", "2001:db8::/48": "2001:db8::/48", "::ffff:203.0.113.7": "203.0.113.7/32",
		"0.0.0.0/0": "", "10.0.0.0/7": "", "2001:db8::/8": "", "2001:db8::/65": "", "ann": "", "": "", "fe80::1%eth0": "", "::ffff:1.2.3.0/120": "",
	} {
		network, err := moderation.ParseNetwork(text)
		if want == "" {
			t.Log(text)
			refused(t, err, moderation.BadNetwork)
		} else if err != nil || network.String() != want {
			t.Errorf("%s: %s, %v; want %s", text, network, err, want)
		}
	}
	storetest.Each(t, func(t *testing.T, address string) {
		s, ctx := open(t, address), t.Context()
		for _, text := range []string{"203.0.113.0/24", "192.0.2.0/24", "2001:db8::/48"} {
			must(t, s.BanNetwork(ctx, root, netip.MustParsePrefix(text), 0))
		}
		must(t, s.BanNetwork(ctx, root, netip.MustParsePrefix("198.51.100.0/24"), 1)) // it has ended long ago
		for client, isBarred := range map[string]bool{
			"203.0.113.7": true, "203.0.114.7": false, "198.51.100.1": false, "2001:db8:0:1::/64": true, "2001:db9::/64": false, "local": false, "unknown": false, "": false,
		} {
			if err := s.Barred(client); (err != nil) != isBarred {
				t.Errorf("%s: %v, want refused: %t", client, err, isBarred)
			}
		}
		must(t, s.LiftNetwork(ctx, root, netip.MustParsePrefix("203.0.113.0/24")))
		must(t, s.Barred("203.0.113.7"))
		refused(t, s.Barred("192.0.2.7"), account.Banned)
		refused(t, s.LiftNetwork(ctx, root, netip.MustParsePrefix("203.0.113.0/24")), moderation.Nothing)
		// Another program that uses the store hears of it from the audit log.
		other, err := moderation.New(ctx, moderation.Config{Store: s.Store, Accounts: s.Accounts})
		must(t, err)
		must(t, other.BanNetwork(ctx, root, netip.MustParsePrefix("203.0.113.0/24"), 0))
		must(t, s.Follow(ctx, store.Act{Act: "ban-network"}))
		refused(t, s.Barred("203.0.113.7"), account.Banned)
	})
}

// TestBannedNetwork asks for what a banned network may not do: new identities. Tests are
// clients of no address, so the ban is put in their place.
func TestBannedNetwork(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	must(t, s.BanNetwork(t.Context(), root, netip.MustParsePrefix("203.0.113.0/24"), 0))
	s.Kit.Barred = func(string) error { return s.Barred("203.0.113.7") }
	for _, request := range []string{"account/guest", "account", "session", "session/recovery", "account/passkey/options", "session/passkey/options"} {
		body := ""
		switch request {
		case "account", "session":
			body = `{"name":"eve","password":"correct horse battery"}`
		case "session/recovery":
			body = `{"name":"eve","code":"x"}`
		case "account/passkey/options":
			body = `{"name":"eve"}`
		}
		if text := s.Refused(http.StatusForbidden, "eve", "POST", request, body); !strings.Contains(text, `"reason":"banned"`) {
			t.Errorf("%s: %s", request, text)
		}
	}
	s.Must("ann", "GET", "account/sessions", "") // those who are signed in stay so
}

// TestExpiry lifts bans that have ended, once.
func TestExpiry(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s, ctx := open(t, address), t.Context()
		must(t, s.Ban(ctx, root, "ann", 1))
		must(t, s.Ban(ctx, root, "bob", s.Until(1)))
		must(t, s.Accounts.LiftExpired(ctx))
		must(t, s.Accounts.LiftExpired(ctx))
		for name, isBanned := range map[string]bool{"ann": false, "bob": true} {
			c, err := s.Case(ctx, name)
			must(t, err)
			lifted := 0
			for _, a := range c.Acts {
				if a.Act == "unban" {
					lifted++
				}
			}
			if (c.Ban != "") != isBanned || (lifted == 1) == isBanned {
				t.Errorf("%s: %+v, want banned: %t", name, c, isBanned)
			}
		}
	})
}

// TestTidy forgets mutes and bans of networks that have ended, and no others.
func TestTidy(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, address)
		ctx, stop := context.WithCancel(t.Context())
		for name, until := range map[string]play.Instant{"ann": 1, "bob": 0, "cid": s.Until(1)} {
			must(t, s.Mute(ctx, root, name, until))
		}
		for network, until := range map[string]play.Instant{"203.0.113.0/24": 1, "198.51.100.0/24": 0, "192.0.2.0/24": s.Until(1)} {
			must(t, s.BanNetwork(ctx, root, netip.MustParsePrefix(network), until))
		}
		var run sync.WaitGroup
		run.Go(func() { s.Run(ctx) })
		defer run.Wait()
		defer stop()
		left := func() string {
			all, err := database.List(ctx, s.Store.DB().Reader(), database.Texts, `SELECT name FROM mutes JOIN accounts ON id = player UNION SELECT network FROM network_bans ORDER BY 1`)
			must(t, err)
			return strings.Join(all, " ")
		}
		storetest.Until(t, "what has ended goes", func() bool { l := left(); return !strings.Contains(l, "ann") && !strings.Contains(l, "203") })
		if got := left(); got != "192.0.2.0/24 198.51.100.0/24 bob cid" {
			t.Errorf("left: %s", got)
		}
	})
}

// TestOperations asks for all operations as a visitor, a player, a moderator and a
// program with a moderator's token.
func TestOperations(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	s.play("game", "ann", "bob")
	var made struct{ Token string }
	must(t, json.Unmarshal([]byte(s.Must("mod", "POST", "account/tokens", `{"label":"x","scopes":["play","admin"]}`)), &made))
	s.Tokens["program"] = made.Token
	s.Must("guest", "POST", "account/guest", "")
	s.Must("bob", "POST", "reports", `{"player":"ann","game":"game","kind":"engine","text":"too good"}`)
	reports, err := s.Reports(t.Context(), moderation.Page{})
	must(t, err)
	for _, test := range []struct {
		request, body string
		want          string // the statuses for a visitor, a guest, a player, a moderator's program and a moderator
	}{
		{"GET moderation/reports", ``, "401 403 403 403 200"},
		{"POST moderation/reports/" + reports[0].ID, `{"reason":"seen"}`, "401 403 403 403 204"},
		{"GET moderation/player/ann", ``, "401 403 403 403 200"},
		{"POST moderation/player/ann", `{"do":"warn","reason":"play fair"}`, "401 403 403 403 204"},
		{"POST moderation/player/max", `{"do":"ban","reason":"x"}`, "401 403 403 403 403"},
		{"POST moderation/player/bob", `{"do":"ban","reason":" "}`, "401 403 403 403 422"},
		{"POST moderation/player/bob", `{"do":"ban","reason":"x","days":3}`, "401 403 403 403 204"},
		{"POST moderation/game/game", `{"do":"void","reason":"x"}`, "401 403 403 403 204"},
		{"POST moderation/game/game", `{"do":"void","reason":"x"}`, "401 403 403 403 409"},
		{"GET moderation/networks", ``, "401 403 403 403 200"},
		{"POST moderation/networks", `{"do":"ban","network":"203.0.113.0/24","reason":"x"}`, "401 403 403 403 204"},
		{"POST moderation/networks", `{"do":"lift","network":"all","reason":"x"}`, "401 403 403 403 422"},
		{"GET moderation/suspects", ``, "401 403 403 403 200"},
		{"GET moderation/acts", ``, "401 403 403 403 200"},
		{"POST reports", `{"player":"cid","kind":"engine"}`, "401 403 201 201 409"},
		{"GET account/warnings", ``, "401 403 200 200 200"},
	} {
		method, path, _ := strings.Cut(test.request, " ")
		var got []string
		for _, who := range []string{"visitor", "guest", "ann", "program", "mod"} {
			status, _ := s.Ask(who, method, path, test.body)
			got = append(got, fmt.Sprint(status))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s %s: %v, want %s", test.request, test.body, got, test.want)
		}
	}
	var warnings []moderation.Warning
	must(t, json.Unmarshal([]byte(s.Must("ann", "GET", "account/warnings", "")), &warnings))
	if len(warnings) != 1 || warnings[0].Text != "play fair" {
		t.Fatalf("warnings %+v", warnings)
	}
	s.Refused(http.StatusNotFound, "cid", "POST", "account/warnings/"+warnings[0].ID, "")
	s.Must("ann", "POST", "account/warnings/"+warnings[0].ID, "")
	if text := s.Must("mod", "GET", "moderation/player/ann", ""); !strings.Contains(text, `"actor":"mod"`) {
		t.Errorf("the actor is not named: %s", text)
	}
}
