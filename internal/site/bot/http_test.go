package bot_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/bot"
	"thera/internal/site/live"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// open opens a site with the bot API and a lobby.
func open(t *testing.T, config lobby.Config) (*accounttest.Site, *lobby.Lobby) {
	t.Helper()
	site, ctx := accounttest.Open(t, storetest.SQLite(t)), t.Context()
	house := storetest.House(t, site.Store)
	config.Store, config.House, config.Rules = site.Store, house, catalog.Rules
	l, err := lobby.New(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	(&bot.API{Live: live.New(live.Config{
		House: house, Store: site.Store, Lobby: l, Rules: catalog.Rules, Games: catalog.Names(), Still: account.Who.Need,
		Connections: new(account.Connections), Log: slog.New(slog.DiscardHandler), Limits: live.DefaultLimits(),
	})}).Register(site.Kit)
	return site, l
}

// steady is a house bot, the only one.
var steady = play.Player{ID: "steady", Name: "Steady", Kind: play.Bot}

type house struct{}

func (house) Has(player string) bool { return player == steady.ID }

func (house) Choose(context.Context, play.Player, lobby.Terms, int, string) ([]play.Player, error) {
	return []play.Player{steady}, nil
}

// TestDraft challenges a house bot to a draft: a person gets it, and a program's request
// changes nothing.
func TestDraft(t *testing.T) {
	site, l := open(t, lobby.Config{
		Bots:  house{},
		Cards: func(string) setup.Cards { return setup.Cards{None: "mortal", Names: []string{"athena", "pan"}} },
		Find:  func(context.Context, string, string) (play.Player, error) { return steady, nil },
	})
	const terms = `{"game":"santorini","variant":"2p","clock":"3d","rated":false,"powers":"draft"}`
	site.Join("ann", "Ann")
	if got := site.Must("ann", "POST", "challenge/Steady", terms); !strings.Contains(got, `"draft":{`) {
		t.Errorf("%s, want the draft", got)
	}
	site.Join("robot", "Robot")
	site.Must("robot", "POST", "account/bot", "")
	var made struct{ Token string }
	if err := json.Unmarshal([]byte(site.Must("robot", "POST", "account/tokens", `{"label":"a","scopes":["bot"]}`)), &made); err != nil {
		t.Fatal(err)
	}
	site.Tokens["robot"] = made.Token
	site.Refused(422, "robot", "POST", "challenge/Steady", terms)
	if drafts := l.Drafts(steady.ID); len(drafts) != 1 {
		t.Errorf("the house bot is in %+v, want Ann's draft", drafts)
	}
}

// TestOnline lists the bots among many players. The accounts of the others are not read:
// there can be thousands.
func TestOnline(t *testing.T) {
	site, l := open(t, lobby.Config{})
	ctx := t.Context()
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
