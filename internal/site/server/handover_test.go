package server

import (
	"strings"
	"testing"

	"thera/internal/cluster/bus"
	"thera/internal/site/store/storetest"
)

// A teacher who hands a class over leaves what is played in it, on all nodes: the pupil's game
// ends, and nobody is paired with them or asked for their vote.
func TestHandOver(t *testing.T) {
	t.Run("one program", func(t *testing.T) { handOver(t, serveSites(t, 1, SiteConfig{Store: storetest.SQLite(t)})) })
	t.Run("two nodes", func(t *testing.T) {
		handOver(t, serveSites(t, 2, SiteConfig{Store: storetest.Postgres(t), Bus: bus.Config{URL: storetest.StartBus(t, nil).URL}}))
	})
}

func handOver(t *testing.T, p *people) {
	for _, name := range []string{"ann", "bob"} {
		p.must(name, "POST", "/account", `{"name":"the-`+name+`","password":"an unusual sentence"}`, "")
	}
	class := p.must("ann", "POST", "/classes", `{"name":"Klas"}`, "id")
	invitation := p.must("ann", "GET", "/class/"+class, "", "invitation")
	p.must("pupil", "POST", "/invitation/"+invitation, `{"name":"Zoë"}`, "")
	var games, contests [2]string
	for i, of := range []string{`"round-robin"`, `"consultation","teams":["Red","Blue"],"voting":3600`} {
		contests[i] = p.must("ann", "POST", "/contests", `{"kind":`+of+`,"name":"Cup","game":"hermit","variant":"3x3","clock":"3d","players":"people","class":"`+class+`"}`, "id")
		for j, name := range []string{"ann", "pupil"} {
			team := ""
			if i == 1 {
				team = "?team=" + string(rune('1'+j))
			}
			p.must(name, "POST", "/contests/"+contests[i]+"/join"+team, "", "")
		}
		games[i] = p.must("ann", "POST", "/contests/"+contests[i]+"/start", "", "you.game")
	}
	p.must("ann", "GET", "/game/"+games[1]+"/votes", "", "")
	empty := p.must("bob", "POST", "/classes", `{"name":"Empty"}`, "id")
	p.must("bob", "PUT", "/class/"+empty, `{"name":"Empty","open":false,"public":false}`, "")
	agreed := p.must("bob", "GET", "/class/"+empty, "", "invitation")
	p.must("ann", "POST", "/class/"+class+"/handover", `{"to":"`+agreed+`"}`, "")

	last := len(p.urls) - 1 // everything is looked at from there
	eventually := func(who, path, want string) {
		t.Helper()
		p.eventually(who+" "+path, func() (bool, string) {
			_, text := p.ask(last, who, "GET", path, "")
			return strings.Contains(text, want), text
		})
	}
	eventually("pupil", "/game/"+games[0], `"reason":"resigned"`)
	for _, contest := range contests {
		eventually("bob", "/contests/"+contest, `"gone":true`)
	}
	eventually("ann", "/game/"+games[1]+"/votes", `"no-game"`)
	if _, text := p.ask(last, "ann", "GET", "/account/games", ""); strings.Contains(text, "Zoë") {
		t.Errorf("the earlier teacher still plays %s", text)
	}
}
