package server

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"thera/internal/cluster/bus"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// people are the browsers of people, each at one of the programs that serve a store.
type people struct {
	t       *testing.T
	urls    []string
	cookies map[string]string
}

// serveSites runs several programs on one store.
func serveSites(t *testing.T, programs int, c SiteConfig) *people {
	t.Helper()
	p := &people{t: t, cookies: map[string]string{}}
	c.Log = slog.New(slog.DiscardHandler)
	for range programs {
		site, err := OpenSite(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		site.Start()
		listener := httptest.NewServer(site)
		t.Cleanup(func() {
			site.Disconnect()
			listener.Close()
			if err := site.Close(); err != nil {
				t.Error(err)
			}
		})
		p.urls = append(p.urls, listener.URL+"/api/v1")
	}
	return p
}

// ask sends a request to program n as somebody, and keeps the cookie.
func (p *people) ask(n int, who, method, path, body string) (status int, text string) {
	p.t.Helper()
	header := http.Header{}
	if p.cookies[who] != "" {
		header.Set("Cookie", p.cookies[who])
	}
	res, text := accounttest.Send(p.t, http.DefaultClient, method, p.urls[n]+path, body, header)
	for _, c := range res.Cookies() {
		if account.IsIdentity(c) {
			p.cookies[who] = c.Name + "=" + c.Value
		}
	}
	return res.StatusCode, text
}

// must asks program 0 for what has to succeed and returns a field of the answer, one of
// an object in it with a dot.
func (p *people) must(who, method, path, body, field string) string {
	p.t.Helper()
	status, text := p.ask(0, who, method, path, body)
	if status >= 300 {
		p.t.Fatalf("%s: %s %s: %d %s", who, method, path, status, text)
	}
	var answer any
	_ = json.Unmarshal([]byte(text), &answer)
	for name := range strings.SplitSeq(field, ".") {
		object, _ := answer.(map[string]any)
		answer = object[name]
	}
	value, _ := answer.(string)
	return value
}

// eventually waits until a condition holds: nodes hear from each other a little later.
func (p *people) eventually(what string, holds func() (bool, string)) {
	p.t.Helper()
	got := ""
	defer func() {
		if p.t.Failed() {
			p.t.Logf("%s: the last answer is %s", what, got)
		}
	}()
	storetest.Until(p.t, what, func() (ok bool) {
		ok, got = holds()
		return ok
	})
}

// Somebody who deletes the account disappears everywhere, on all nodes: from the lobby,
// tournaments, games, studies and classes. The game ends without them.
func TestDeparture(t *testing.T) {
	t.Run("one program", func(t *testing.T) { depart(t, serveSites(t, 1, SiteConfig{Store: storetest.SQLite(t)})) })
	t.Run("two nodes", func(t *testing.T) {
		depart(t, serveSites(t, 2, SiteConfig{Store: storetest.Postgres(t), Bus: bus.Config{URL: storetest.StartBus(t, nil).URL}}))
	})
}

func depart(t *testing.T, p *people) {
	t.Helper()
	const terms = `"game":"hermit","variant":"3x3","clock":"3d","rated":false`
	for _, name := range []string{"ann", "bob", "organizer"} {
		p.must(name, "POST", "/account", `{"name":"the-`+name+`","password":"an unusual sentence"}`, "")
	}
	p.must("ann", "POST", "/seeks", `{`+terms+`}`, "")
	p.must("ann", "POST", "/challenges", `{`+terms+`,"to":"the-bob"}`, "")
	challenge := p.must("bob", "POST", "/challenges", `{`+terms+`,"to":"the-ann","seat":1}`, "challenge.id")
	game := p.must("ann", "POST", "/challenges/"+challenge+"/accept", "", "game")
	contest := p.must("organizer", "POST", "/contests", `{"kind":"swiss","name":"Cup","game":"hermit","clock":"5+3","players":"all"}`, "id")
	p.must("ann", "POST", "/contests/"+contest+"/join", "", "")
	p.must("ann", "PUT", "/study/0123456789", `{"title":"Mine","audience":"public","version":0,"text":"[Game \"hermit\"]\n[Start \"... 1\"]\n"}`, "")
	invitation := p.must("ann", "POST", "/classes", `{"name":"Klas"}`, "invitation")
	p.must("pupil", "POST", "/invitation/"+invitation, `{"name":"Zoë"}`, "")

	last := len(p.urls) - 1 // everything is looked at from there
	read := func(who, path string) string {
		_, text := p.ask(last, who, "GET", path, "")
		return text
	}
	pages := []string{"/seeks", "/account/challenges", "/contests/" + contest, "/game/" + game, "/studies", "/game/" + game + "/record"}
	for _, path := range pages {
		p.eventually(path+" before", func() (bool, string) { text := read("bob", path); return strings.Contains(text, "the-ann"), text })
	}
	if status, text := p.ask(0, "ann", "DELETE", "/account", `{"name":"the-ann"}`); status != http.StatusConflict || !strings.Contains(text, `"reason":"classes"`) {
		t.Fatalf("a teacher without a choice: %d %s", status, text)
	}
	p.must("ann", "DELETE", "/account", `{"name":"the-ann","classes":"close"}`, "")
	for _, path := range pages {
		p.eventually(path, func() (bool, string) { text := read("bob", path); return !strings.Contains(text, "the-ann"), text })
	}
	for path, want := range map[string]string{
		"/game/" + game:        `"reason":"aborted"`,
		"/contests/" + contest: `"standings":[]`,
		"/player/the-ann":      `"reason":"unknown-player"`,
	} {
		p.eventually(path, func() (bool, string) {
			text := read("bob", path)
			return strings.Contains(text, want), text
		})
	}
	p.eventually("the pupil", func() (bool, string) {
		text := read("pupil", "/account")
		return strings.Contains(text, `"player":null`), text
	})
}
