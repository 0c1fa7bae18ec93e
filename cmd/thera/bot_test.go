package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"thera/game/gametest"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/bot"
	"thera/internal/site/server"
	"thera/internal/site/store/storetest"
	"thera/web"
)

// openServer runs the whole service in this process, and returns its address.
func openServer(t *testing.T) (url string) {
	t.Helper()
	_, url = openSite(t, storetest.SQLite(t))
	return url
}

// openSite runs the whole service in this process with a store.
func openSite(t *testing.T, store string) (site *server.Site, url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	site, err := server.OpenSite(ctx, server.SiteConfig{
		Store: store, Page: fstest.MapFS{"index.html": {}}, Puzzles: web.Puzzles(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	site.Start()
	listener := httptest.NewServer(site)
	t.Cleanup(func() {
		cancel()
		site.Disconnect()
		listener.CloseClientConnections()
		listener.Close()
		if err := site.Close(); err != nil {
			t.Error(err)
		}
	})
	return site, listener.URL
}

// newBot makes a bot account on a server, and returns its token.
func newBot(t *testing.T, url, name string) (token string) {
	t.Helper()
	cookie := ""
	ask := func(path, body string) (answer struct {
		Token string `json:"token"`
	},
	) {
		res, text := accounttest.Send(t, http.DefaultClient, http.MethodPost, url+"/api/v1/"+path, body, http.Header{"Cookie": {cookie}})
		if res.StatusCode >= 300 {
			t.Fatalf("%s: %d %s", path, res.StatusCode, text)
		}
		for _, c := range res.Cookies() {
			if account.IsIdentity(c) {
				cookie = c.Name + "=" + c.Value
			}
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatalf("%s: %s", path, text)
		}
		return answer
	}
	ask("account", `{"name":"`+name+`","password":"correct horse battery"}`)
	ask("account/bot", "")
	return ask("account/tokens", `{"label":"test","scopes":["bot"]}`).Token
}

// link puts a program of this test's binary into a folder, and returns its path.
func link(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, path)
	}
	if err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	return path
}

// played is a bot that plays in a test, and what it has reported.
type played struct {
	t    *testing.T
	name string
	stop context.CancelFunc
	err  error
	done chan struct{}

	mu      sync.Mutex
	reports []bot.Report
	changed chan struct{} // closed at each report
}

// playAs has a bot play by the command line's flags and command.
func playAs(t *testing.T, url, name, token string, change func(*bot.Config), command ...string) *played {
	t.Helper()
	flags := botFlags{server: url, token: token, accept: bot.Anything(), atOnce: 1, restarts: 2, idle: time.Second, lag: 1, think: 50 * time.Millisecond, patience: time.Minute, speeds: []string{"fast", "slow", "unlimited"}}
	config, err := flags.config(t.Context(), command)
	if err != nil {
		t.Fatal(err)
	}
	p := &played{t: t, name: name, done: make(chan struct{}), changed: make(chan struct{})}
	config.Report = p.hear
	if change != nil {
		change(&config)
	}
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() {
		defer close(p.done)
		p.err = bot.Run(ctx, config)
	}()
	t.Cleanup(p.leave)
	return p
}

func (p *played) hear(r bot.Report) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reports = append(p.reports, r)
	close(p.changed)
	p.changed = make(chan struct{})
}

// leave ends the bot.
func (p *played) leave() {
	p.stop()
	<-p.done
	if p.err != nil {
		p.t.Errorf("%s: %v", p.name, p.err)
	}
}

// wait waits for the nth report of an event and returns it.
func (p *played) wait(event string, n int) bot.Report {
	p.t.Helper()
	timer := time.After(5 * time.Minute)
	for over := false; ; {
		p.mu.Lock()
		changed, found := p.changed, 0
		for _, r := range p.reports {
			if r.Event == event {
				if found++; found == n {
					p.mu.Unlock()
					return r
				}
			}
		}
		p.mu.Unlock()
		if over {
			p.t.Fatalf("%s has ended: %v; its reports: %s", p.name, p.err, p.text())
		}
		select {
		case <-changed:
		case <-p.done:
			over = true // its last reports may be what is waited for
		case <-timer:
			p.t.Fatalf("%s: %d of %d reports %q; all: %s", p.name, found, n, event, p.text())
		}
	}
}

func (p *played) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	for _, r := range p.reports {
		fmt.Fprintf(&b, "\n%s", r)
	}
	return b.String()
}

// offer has a bot challenge another one.
func offer(t *testing.T, to, terms string) func(*bot.Config) {
	t.Helper()
	parsed := gametest.Must(t, bot.ParseTerms, terms)
	return func(c *bot.Config) {
		c.Idle, c.Offers = time.Millisecond, []bot.Offer{{To: to, Terms: parsed}}
	}
}

// TestBotPrograms has programs of all kinds play whole games with each other.
func TestBotPrograms(t *testing.T) {
	t.Parallel()
	url := openServer(t)
	thera, random := link(t, "thera"), link(t, "textbot")
	for i, test := range []struct {
		terms      string
		one, other []string
	}{
		{"hermit/5x5 5+3 rated", []string{"alphabeta:level=2"}, []string{"ugi,depth=2:" + thera, "engine"}},
		{"santorini none", []string{"mcts:nodes=200"}, []string{"random"}},
		{"amazons/10x10 10+5 rated", []string{"text:" + random, "honest"}, []string{"uci,depth=1:" + thera + " engine"}},
		{"amazons 15+10", []string{"text:" + random, "honest"}, []string{"text:" + random, "honest"}},
		{"amazons/6x6 none", []string{"ugi,nodes=500,position=moves:" + thera, "engine"}, []string{"alphabeta:nodes=500"}},
	} {
		t.Run(test.terms, func(t *testing.T) {
			t.Parallel()
			name := fmt.Sprintf("player%c", 'a'+i)
			one, other := name+"one", name+"two"
			only := func(c *bot.Config) {
				c.Games = strings.FieldsFunc(test.terms, func(r rune) bool { return r == '/' || r == ' ' })[:1]
			}
			second := playAs(t, url, other, newBot(t, url, other), only, test.other...)
			second.wait(bot.Online, 1)
			challenge := offer(t, other, test.terms)
			first := playAs(t, url, one, newBot(t, url, one), func(c *bot.Config) { only(c); challenge(c) }, test.one...)
			a, b := first.wait(bot.Ended, 1), second.wait(bot.Ended, 1)
			if a.Game != b.Game || a.Reason != b.Reason || a.Result == b.Result || a.Fault != "" || b.Fault != "" || a.Result == bot.Aborted {
				t.Errorf("%s\n%s", first.text(), second.text())
			}
		})
	}
}

// TestBotMisbehaves has programs that crash, flood, sleep, print garbage, cheat, lie
// or fork lose their games, with the reason, while another game continues.
func TestBotMisbehaves(t *testing.T) {
	t.Parallel()
	url := openServer(t)
	program := link(t, "textbot")
	other := newBot(t, url, "steady")
	steady := playAs(t, url, "steady", other, func(c *bot.Config) { c.AtOnce = 20 }, "alphabeta:nodes=100")
	steady.wait(bot.Online, 1)
	for how, want := range map[string]struct{ fault, detail, words string }{
		"honest":  {"", "", ""},
		"crash":   {"crash", "restarted 2 times", "oh no"},
		"flood":   {"crash", "killed for a flood of output", "and complain"},
		"sleep":   {"silence", "no answer within ", ""},
		"garbage": {"illegal move", "xyzzy", ""},
		"cheat":   {"illegal move", "a1-a2(a1)", "he he"},
		"claim":   {"illegal move", "White wins.", ""},
		"fork":    {"silence", "no answer within ", "started "},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			name := "a" + how
			challenge, token := offer(t, "steady", "amazons none"), newBot(t, url, name)
			patience := time.Minute
			if want.fault == "silence" { // of the others nobody wants an answer soon
				patience = 3 * time.Second
			}
			var p *played
			var end bot.Report
			for ; ; patience = time.Minute {
				p = playAs(t, url, name, token, func(c *bot.Config) {
					challenge(c)
					c.Patience = patience
					if how == "flood" { // once is enough
						c.Restarts = 0
					}
				}, "text:"+program, how)
				end = p.wait(bot.Ended, 1)
				if patience == time.Minute || strings.Contains(end.Words, want.words) {
					break
				}
				p.leave() // a busy machine was silent before the program could be
			}
			if string(end.Fault) != want.fault || !strings.Contains(end.Detail, want.detail) || !strings.Contains(end.Words, want.words) ||
				want.fault != "" && (end.Result != bot.Lost || end.Reason != "resigned") || want.fault == "" && end.Reason == "resigned" {
				t.Errorf("%s", p.text())
			}
			for _, line := range strings.Split(end.Words, "\n") {
				var id int
				if n, _ := fmt.Sscanf(line, "started %d", &id); n == 1 {
					storetest.Until(t, fmt.Sprintf("process %d has ended", id), func() bool {
						process, err := os.FindProcess(id)
						return err != nil || process.Signal(syscall.Signal(0)) != nil
					})
				}
			}
		})
	}
}

// TestBotTokenIsHidden looks for the token in the places that a bot's program can see.
func TestBotTokenIsHidden(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("thera_anothersecretsecret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tokenFile := range []string{"", file} {
		t.Setenv(tokenVariable, "thera_secretsecretsecret")
		f := botFlags{server: "http://localhost:1", tokenFile: tokenFile, speeds: []string{"fast"}, idle: 1, think: 1, patience: 1, level: 1}
		config, err := f.config(t.Context(), nil)
		if err != nil || config.Client == nil || os.Getenv(tokenVariable) != "" {
			t.Errorf("token file %q: %v, %q in the environment", tokenFile, err, os.Getenv(tokenVariable))
		}
	}
}
