package tournament_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"thera/hermit"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
	"thera/internal/site/stream"
	"thera/internal/site/tournament"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// place is a director with everything it needs.
type place struct {
	*tournament.Director
	t       *testing.T
	store   *store.Store
	house   *room.House
	lobby   *lobby.Lobby
	classes *classes
	ctx     context.Context // done when it stops
	stop    func()
}

// opening is a book of Hermit's first variant.
func opening(_ string, n int) (string, error) {
	pos, err := hermit.Rules().Start("")
	if err == nil {
		pos, err = pos.Play(pos.Moves()[n%3])
	}
	return fmt.Sprint(pos), err
}

func cardsOf(name string) setup.Cards {
	if name != "santorini" {
		return setup.Cards{}
	}
	return setup.Cards{None: "mortal", Names: []string{"athena", "pan"}}
}

// residents are house bots, which have accounts where a test makes them.
var residents = []play.Player{{ID: "house1", Name: "Nhouse1", Kind: play.Bot}, {ID: "house2", Name: "Nhouse2", Kind: play.Bot}}

// classes has one class, "c".
type classes struct {
	teacher  string
	isPublic bool
}

func (c *classes) Sees(ctx context.Context, who account.Who, class string) (bool, error) {
	teaches, err := c.Teaches(ctx, who, class)
	return class == "c" && (c.isPublic || who.Class == class) || teaches, err
}

func (c *classes) Teaches(_ context.Context, who account.Who, class string) (bool, error) {
	return class == "c" && who.ID == c.teacher, nil
}

// Outsiders returns the players "teacher" and "rival", unless they teach the class.
func (c *classes) Outsiders(_ context.Context, _ string, players []string) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(players), func(id string) bool { return id == c.teacher || id != "teacher" && id != "rival" }), nil
}

// nobody is who asks without a name, guest somebody without an account.
var (
	nobody = account.Who{}
	guest  = account.Who{Player: play.Player{ID: "guest1", Name: "guest-1", Kind: play.Guest}}
)

// open opens a director on a store, as a starting program does; stop ends it before the
// test does.
func open(t *testing.T, address string) *place {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, run, stop := storetest.Serve(t, s)
	house := storetest.House(t, s)
	l, err := lobby.New(ctx, lobby.Config{Store: s, House: house, Rules: catalog.Rules, Cards: cardsOf})
	if err != nil {
		t.Fatal(err)
	}
	group := &classes{teacher: "teacher"}
	h := tournament.NewDirector(tournament.DirectorConfig{Store: s, House: house, Lobby: l, Classes: group, Opening: opening, Residents: func(string) []play.Player { return residents }, Log: slog.New(slog.DiscardHandler)})
	run(house.Run, l.Run, h.Run)
	return &place{h, t, s, house, l, group, ctx, stop}
}

// player creates an account.
func (p *place) player(id string, kind play.PlayerKind) account.Who {
	p.t.Helper()
	err := p.store.AddAccount(p.t.Context(), store.Account{ID: id, Name: "N" + id, Folded: id, Kind: kind}, nil)
	if err != nil && !errors.Is(err, store.ErrExists) {
		p.t.Fatal(err)
	}
	return account.Who{Player: play.Player{ID: id, Name: "N" + id, Kind: kind}}
}

// pupil creates the account of a member of a class.
func (p *place) pupil(id string) account.Who {
	p.t.Helper()
	who := p.player(id, play.Guest)
	who.Class = "c"
	return who
}

// program plays each game it gets an event for, as a bot that follows its events
// does, until it is killed.
func (p *place) program(who account.Who) (kill func()) {
	ctx, kill := context.WithCancel(p.ctx)
	ready := make(chan struct{})
	go func() {
		for notice, err := range p.lobby.Watch(ctx, who.Player, false) {
			switch {
			case err != nil:
				return
			case notice.Event == lobby.Hello:
				for _, g := range notice.Games {
					p.turn(ctx, who, g.ID)
				}
				close(ready)
			case notice.Event == lobby.GameStart, notice.Event == lobby.GameTurn:
				p.turn(ctx, who, notice.Game.ID)
			}
		}
	}()
	<-ready
	return kill
}

// turn plays the middle turn, if it is the player's turn.
func (p *place) turn(ctx context.Context, who account.Who, id string) {
	r, leave, err := p.house.Enter(ctx, id)
	if err != nil {
		return
	}
	defer leave()
	s := r.State()
	seat := s.Position().Turn()
	if moves := s.Position().Moves(); len(moves) > 0 && !s.Over() && s.Setup().Players[seat].ID == who.ID {
		time.Sleep(time.Duration(100+len(who.ID)) * time.Millisecond)
		_, _ = r.Do(ctx, play.Turn{Seat: seat, Ply: s.Ply() + 1, Text: string(moves[len(moves)/2])}) // on an error it has lost, or gets another event
	}
}

func terms(kind tournament.Kind) tournament.Conditions {
	control, _ := play.ParseControl("1+1")
	return tournament.Conditions{Kind: kind, Name: "Cup", Game: "hermit", Variant: "3x3", Control: control, Players: tournament.Anybody}
}

func (p *place) must(v tournament.Contest, err error) tournament.Contest {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// see returns a tournament.
func (p *place) see(id string) tournament.Contest {
	p.t.Helper()
	return p.must(p.View(p.t.Context(), nobody, id, 0))
}

// until waits until a tournament is as it should be, as a spectator sees it.
func (p *place) until(id string, ok func(tournament.Contest) bool) tournament.Contest {
	p.t.Helper()
	woken := make(chan struct{}, 1)
	feed := p.follow(id, nobody, func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	defer feed.Close()
	for {
		text, err := feed.Next()
		if err != nil {
			p.t.Fatal(err)
		}
		if text == nil {
			select {
			case <-woken:
				continue
			case <-time.After(10 * time.Minute):
				p.t.Fatalf("nothing happens in %+v", p.see(id))
			}
		}
		var frame tournament.Changed
		if err := json.Unmarshal(text, &frame); err != nil || frame.Event != "contest" {
			p.t.Fatalf("%s: %v", text, err)
		}
		if ok(frame.Contest) {
			return frame.Contest
		}
	}
}

// follow follows a tournament as somebody.
func (p *place) follow(id string, who account.Who, wake func()) stream.Feed {
	p.t.Helper()
	feed, err := new(account.Connections).Guard(who, wake, func(k *account.Connection) (stream.Feed, error) {
		return p.Follow(p.t.Context(), who, k, id, wake)
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return feed
}

func ended(v tournament.Contest) bool { return v.Stage == tournament.Done }

func (p *place) refused(err error, want play.Reason) {
	p.t.Helper()
	var r *play.Refusal
	if !errors.As(err, &r) || r.Reason != want {
		p.t.Errorf("error %v, want a refusal %s", err, want)
	}
}

// Commands for [tournament.Director.Do].
func start(by string) tournament.Command { return tournament.Start{By: by} }

func cancel(by string) tournament.Command { return tournament.Cancel{By: by} }

func withdraw(who account.Who) func(string) tournament.Command {
	return func(string) tournament.Command { return tournament.Withdraw{ID: who.ID} }
}
