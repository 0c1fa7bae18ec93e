package bot_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/bot"
	"thera/internal/site/live"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// TestOnline lists the bots among many players. The accounts of the others are not read:
// there can be thousands.
func TestOnline(t *testing.T) {
	site, ctx := accounttest.Open(t, storetest.SQLite(t)), t.Context()
	heartbeat, err := room.NewHeartbeat(ctx, site.Store)
	if err != nil {
		t.Fatal(err)
	}
	house := room.NewHouse(room.Config{Rules: catalog.Rules, Log: site.Store, Heartbeat: heartbeat}, site.Store)
	l, err := lobby.New(ctx, lobby.Config{Store: site.Store, House: house, Rules: catalog.Rules})
	if err != nil {
		t.Fatal(err)
	}
	(&bot.API{Live: live.New(live.Config{
		House: house, Store: site.Store, Lobby: l, Rules: catalog.Rules, Games: catalog.Names(), Still: account.Who.Need,
		Connections: new(account.Connections), Log: slog.New(slog.DiscardHandler), Limits: live.DefaultLimits(),
	})}).Register(site.Kit)
	rename := func(from, to string) {
		if _, err := site.Store.DB().Writer().ExecContext(ctx, `ALTER TABLE accounts RENAME COLUMN `+from+` TO `+to); err != nil {
			t.Fatal(err)
		}
	}
	// online returns the answer while players listen.
	online := func(listening ...string) (body string) {
		ask := func() { body = site.Must("a visitor", "GET", "bot/online", "") }
		for _, id := range listening {
			inner := ask
			ask = func() {
				for _, err := range l.Watch(ctx, play.Player{ID: id}, false) {
					if err != nil {
						t.Fatal(err)
					}
					inner()
					return
				}
			}
		}
		ask()
		return body
	}
	id := func(text string) string {
		var in struct{ Player play.Player }
		if err := json.Unmarshal([]byte(text), &in); err != nil {
			t.Fatal(err)
		}
		return in.Player.ID
	}
	person, program := id(site.Join("ann", "Ann")), id(site.Join("robot", "Robot"))
	site.Must("robot", "POST", "account/bot", "")

	rename("banned_until", "lost") // without which no account can be read
	if got := online(person, "guest7"); got != "" {
		t.Errorf("among people: %s", got)
	}
	rename("lost", "banned_until")
	if got := online(person, program, "guest7"); !strings.Contains(got, `"Robot"`) || strings.Count(got, "\n") != 1 {
		t.Errorf("the bots online are %s, want Robot", got)
	}
}
