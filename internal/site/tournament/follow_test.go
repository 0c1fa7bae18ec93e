package tournament_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/stream"
	"thera/internal/site/tournament"
)

// TestSpectators wants all spectators to be sent the same frame, made once for several
// changes, and players to be told what concerns them.
func TestSpectators(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		organizer, ann := p.player("org", play.Person), p.player("ann", play.Person)
		id := p.must(p.Create(ctx, organizer, terms(tournament.RoundRobin))).ID
		var feeds []stream.Feed
		for range 1000 {
			feeds = append(feeds, p.follow(id, nobody, func() {}))
		}
		mine := p.follow(id, ann, func() {})
		read := func(feed stream.Feed, into any) []byte {
			text, err := feed.Next()
			if err == nil && text != nil {
				err = json.Unmarshal(text, into)
			}
			if err != nil {
				p.t.Fatal(err)
			}
			return text
		}
		var frame tournament.Changed
		var you tournament.YouChanged
		if read(mine, &frame); frame.Contest.Players != 0 {
			p.t.Errorf("ann first gets %+v", frame)
		}
		if read(mine, &you); you.Event != "contestYou" || you.You != (tournament.You{}) {
			p.t.Errorf("then %+v", you)
		}
		for _, feed := range feeds {
			read(feed, &frame)
		}
		p.must(p.Join(ctx, ann, id, 0))
		for n := range 3 {
			p.must(p.Join(ctx, p.player(string(rune('a'+n)), play.Person), id, 0))
		}
		time.Sleep(time.Minute)
		first := read(feeds[0], &frame)
		if frame.Contest.Players != 4 || frame.Contest.You != nil {
			p.t.Errorf("spectators get %+v", frame.Contest)
		}
		for _, feed := range feeds[1:] {
			if text := read(feed, &frame); &text[0] != &first[0] {
				p.t.Fatal("a frame is made for each spectator")
			}
		}
		if text := read(feeds[0], &frame); text != nil {
			p.t.Errorf("and also %s", text)
		}
		read(mine, &frame)
		if read(mine, &you); !you.You.In {
			p.t.Errorf("ann then gets %+v", you)
		}
		for _, feed := range append(feeds, mine) {
			feed.Close()
		}
	})
}

// TestNamesOfFollowed shows the present names to those who follow a tournament in which
// nothing else happens, and to those who come later.
func TestNamesOfFollowed(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		organizer, ann := p.player("org", play.Person), p.player("ann", play.Person)
		id := p.must(p.Create(ctx, organizer, terms(tournament.RoundRobin))).ID
		p.must(p.Join(ctx, ann, id, 0))
		names := func(feed stream.Feed) string {
			var frame tournament.Changed
			text, err := feed.Next()
			if err == nil && text != nil {
				err = json.Unmarshal(text, &frame)
			}
			if err != nil {
				p.t.Fatal(err)
			}
			if text == nil {
				return "nothing"
			}
			return frame.Contest.Organizer.Name + " " + frame.Contest.Standings[0].Player.Name
		}
		first := p.follow(id, nobody, func() {})
		if got := names(first); got != "Norg Nann" {
			p.t.Errorf("first there are %s", got)
		}
		for i, step := range []struct{ id, want string }{{"ann", "Norg New"}, {"org", "New New"}, {"other", "nothing"}} {
			p.player("other", play.Person)
			act := store.Act{ID: step.id, At: 5, Actor: "root", Act: "rename"}
			if err := p.store.Rename(ctx, step.id, "New", "new"+step.id, act); err != nil {
				p.t.Fatal(err)
			}
			time.Sleep(time.Second)
			if got := names(first); got != step.want {
				p.t.Errorf("after renaming %d there are %s, want %s", i, got, step.want)
			}
		}
		second := p.follow(id, nobody, func() {})
		if got := names(second); got != "New New" {
			p.t.Errorf("who comes later sees %s", got)
		}
		if list, err := p.List(ctx, nobody, "", 10); err != nil || len(list) != 1 || list[0].Organizer.Name != "New" {
			p.t.Errorf("%v: the list is %+v, want the organizer's new name", err, list)
		}
		first.Close()
		second.Close()
	})
}

// TestFollowClass lets only those follow a tournament of a class who may see it.
func TestFollowClass(t *testing.T) {
	inBubble(t, func(p *place) {
		of := terms(tournament.RoundRobin)
		of.Class = "c"
		id := p.must(p.Create(p.t.Context(), p.player("teacher", play.Person), of)).ID
		member := account.Who{Player: play.Player{ID: "pupil", Class: "c"}}
		p.follow(id, member, func() {}).Close()
		for _, missing := range []string{id, "none"} {
			_, err := new(account.Connections).Guard(nobody, func() {}, func(k *account.Connection) (stream.Feed, error) {
				return p.Follow(p.t.Context(), nobody, k, missing, func() {})
			})
			if !errors.Is(err, tournament.ErrNotFound) {
				p.t.Errorf("nobody follows it: %v", err)
			}
		}
	})
}

// TestDeletedWhileFollowed deletes a tournament, as with its class, while somebody follows it
// and before its game ends: the others continue.
func TestDeletedWhileFollowed(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		organizer := p.player("org", play.Person)
		of := terms(tournament.RoundRobin)
		of.Control, _ = play.ParseControl("3d")
		begin := func() (id, game string) {
			id = p.must(p.Create(ctx, organizer, of)).ID
			for _, name := range []string{"ann", "bob"} {
				p.must(p.Join(ctx, p.player(name, play.Person), id, 0))
			}
			return id, p.must(p.Do(ctx, organizer, id, start)).Boards[0].Games[0]
		}
		deleted, game := begin()
		defer p.follow(deleted, nobody, func() {}).Close()
		for _, statement := range []string{`DELETE FROM contest_events WHERE contest = $1`, `DELETE FROM contests WHERE id = $1`} {
			if err := p.store.DB().Exec(ctx, statement, deleted); err != nil {
				p.t.Fatal(err)
			}
		}
		p.playOut(game)
		time.Sleep(time.Minute)
		other, game := begin()
		p.playOut(game)
		p.until(other, ended)
	})
}
