package lobby_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// The first notice has a limited number of a player's drafts, challenges and games, of the
// games the most urgent.
func TestHelloIsLimited(t *testing.T) {
	const most, more = 200, 10
	for _, test := range []struct {
		name  string
		begin func(p *place)
		count func(n lobby.Notice) int
	}{
		{"drafts", func(p *place) {
			p.drafting("santorini 2p 3d", guest(1), guest(2))
			addCopies(t, p.store, most+more)
		}, func(n lobby.Notice) int { return len(n.Drafts) }},
		{"challenges", func(p *place) {
			p.must(p.Challenge(t.Context(), guest(1), "", terms("hermit 3x3 3d")))
			addCopies(t, p.store, most+more)
		}, func(n lobby.Notice) int { return len(n.Challenges) }},
		{"games", func(p *place) {
			for n := range most + more {
				players := []play.Player{guest(1), guest(2)}
				if n < more {
					players[0], players[1] = players[1], players[0]
				}
				if err := p.house.Begin(t.Context(), fmt.Sprintf("game%03d", n), play.Setup{Game: "hermit", Variant: "3x3", Players: players}); err != nil {
					t.Fatal(err)
				}
			}
		}, func(n lobby.Notice) int {
			return len(slices.DeleteFunc(n.Games, func(g play.Summary) bool { return g.Players[0].ID != "guest1" }))
		}},
	} {
		address := storetest.SQLite(t)
		p := open(t, address, nil)
		test.begin(p)
		p.stop()
		p = open(t, address, nil)
		ear := p.listen("guest1", false)
		if n := test.count(ear.first()); n != most {
			t.Errorf("%d %s, want %d", n, test.name, most)
		}
		ear.end()
	}
}

// The JSON of what all who look at the lobby hear is made once for all of them.
func TestNoticesAreEncodedOnce(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		texts := make(chan []byte, 2)
		for range cap(texts) {
			go func() {
				for n, err := range p.Watch(p.t.Context(), play.Player{}, true) {
					if err != nil {
						p.t.Error(err)
						return
					}
					if n.Event == lobby.Sought {
						texts <- n.Text()
						return
					}
				}
			}()
		}
		synctest.Wait()
		made := p.must(p.Seek(p.t.Context(), person(1), terms("hermit 3x3 3d")))
		one, other := <-texts, <-texts
		if &one[0] != &other[0] {
			p.t.Error("each listener has a text of its own")
		}
		var read lobby.Notice
		if err := json.Unmarshal(one, &read); err != nil || read.Seek == nil || read.Seek.ID != made.Seek.ID {
			p.t.Errorf("%s, %v", one, err)
		}
	})
}

// addCopies adds n copies of the only offer in the store, as a program with higher limits may
// have left them.
func addCopies(t *testing.T, s *store.Store, n int) {
	t.Helper()
	all, err := s.Offers(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("stored are %+v, %v, want one offer", all, err)
	}
	for i := range n {
		o := all[0]
		o.ID, o.Version = fmt.Sprint("copy", i), 0
		if err := s.PutOffer(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
}
