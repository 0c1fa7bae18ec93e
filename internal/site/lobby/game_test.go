package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// unreadable is a log that stores games and can't read them.
type unreadable struct{ room.Log }

func (unreadable) Events(context.Context, string, int) ([]play.Event, error) {
	return nil, errors.New("nothing can be read")
}

// TestBeginsOnce accepts a seek while no room can be opened: the game has begun all the
// same, and nobody can accept the seek again.
func TestBeginsOnce(t *testing.T) {
	t.Parallel()
	p := openLog(t, storetest.SQLite(t), lobby.Config{}, func(s *store.Store) room.Log { return unreadable{s} })
	seek := p.must(p.Seek(t.Context(), guest(1), terms("hermit 3x3 3d"))).Seek
	p.summary(p.must(p.Accept(t.Context(), guest(2), seek.ID)).Game)
	_, err := p.Accept(t.Context(), guest(3), seek.ID)
	p.refused(err, lobby.Gone)
}

// unanswered is a log that stores games without saying so, and can't be read, while a test
// wants that.
type unanswered struct {
	room.Log
	is atomic.Bool
}

func (u *unanswered) Append(ctx context.Context, b play.Batch) error {
	err := u.Log.Append(ctx, b)
	if u.is.Load() {
		err = errors.Join(err, errors.New("no answer"))
	}
	return err
}

func (u *unanswered) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	if u.is.Load() {
		return nil, errors.New("no answer")
	}
	return u.Log.Events(ctx, game, after)
}

// openUnanswered opens a lobby whose games are in such a log.
func openUnanswered(t *testing.T) (*place, *unanswered) {
	t.Helper()
	log := &unanswered{}
	return openLog(t, storetest.SQLite(t), lobby.Config{}, func(s *store.Store) room.Log {
		log.Log = s
		return log
	}), log
}

// TestSeekOfUnansweredGame accepts a seek, whose game begins although that seems to fail:
// the seek does not become a second game. Those who play it get it, also the one who
// accepts again, and others get nothing.
func TestSeekOfUnansweredGame(t *testing.T) {
	t.Parallel()
	for again, want := range map[int]play.Reason{2: "", 3: lobby.Gone} {
		t.Run(fmt.Sprint("guest", again), func(t *testing.T) {
			t.Parallel()
			p, log := openUnanswered(t)
			ear := p.listen("guest1", false)
			defer ear.end()
			seek := p.must(p.Seek(t.Context(), guest(1), terms("hermit 3x3 3d"))).Seek
			log.is.Store(true)
			if _, err := p.Accept(t.Context(), guest(2), seek.ID); err == nil {
				t.Fatal("accepted without an answer")
			}
			log.is.Store(false)
			made, err := p.Accept(t.Context(), guest(again), seek.ID)
			games := live(t, p.store)
			if len(games) != 1 || len(p.Seeks("")) > 0 {
				t.Fatalf("games %q and seeks %+v, want one game", games, p.Seeks(""))
			}
			if want != "" {
				p.refused(err, want)
			} else if err != nil || made.Game != games[0] {
				t.Errorf("%+v, %v, want game %s", made, err, games[0])
			}
			ear.wait(t, "gameStart hello")
		})
	}
}

// TestUnansweredGameIsAnnounced accepts a seek, whose game begins although that seems to fail,
// and nobody tries again: the players hear of it, and the seek is closed, when the log can be
// read.
func TestUnansweredGameIsAnnounced(t *testing.T) {
	t.Parallel()
	p, log := openUnanswered(t)
	ear := p.listen("guest1", false)
	defer ear.end()
	seek := p.must(p.Seek(t.Context(), guest(1), terms("hermit 3x3 3d"))).Seek
	log.is.Store(true)
	if _, err := p.Accept(t.Context(), guest(2), seek.ID); err == nil {
		t.Fatal("accepted without an answer")
	}
	log.is.Store(false)
	ear.wait(t, "gameStart hello")
	storetest.Until(t, "the seek is closed", func() bool {
		stored, err := p.store.Offers(t.Context())
		return err == nil && len(stored)+len(p.Seeks("")) == 0
	})
}

// Players get notices of their games, and find the one rematch.
func TestGames(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		hearAnn, hearBob := p.listen(ann.ID, false), p.listen(bob.ID, false)
		offer := terms("hermit 3x3 5+3")
		offer.Seat, offer.Rated = 1, true
		p.must(p.Seek(ctx, ann, offer))
		game := p.must(p.PlayNow(ctx, bob, lobby.Terms{Game: "hermit", Variant: "3x3", Control: offer.Control, Rated: true})).Game
		r, leave, err := p.house.Enter(ctx, game)
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		do := func(c play.Command) {
			t.Helper()
			if _, err := r.Do(ctx, c); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			s := r.State()
			do(play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])})
		}
		_, err = p.Rematch(ctx, game)
		p.refused(err, play.NotOffered)
		do(play.Resign{Seat: 0})
		hearAnn.wait(t, "gameEnd gameStart gameTurn hello")
		hearBob.wait(t, "gameEnd gameStart gameTurn hello")

		do(play.Offer{Seat: 1, Kind: play.Rematch})
		do(play.Accept{Seat: 0, Kind: play.Rematch})
		ids := make([]string, 8)
		var all sync.WaitGroup
		for i := range ids {
			all.Go(func() {
				var err error
				if ids[i], err = p.Rematch(ctx, game); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if len(slices.Compact(ids)) != 1 {
			t.Fatalf("rematches %q, want one", ids)
		}
		sum := p.summary(ids[0])
		if sum.Players[0].ID != bob.ID || sum.Players[1].ID != ann.ID || !sum.Rated || sum.Players[0].Rating <= 1500 || sum.Players[1].Rating >= 1500 {
			t.Errorf("%+v: want the seats exchanged, and the ratings as they are now", sum)
		}
		hearAnn.wait(t, "gameEnd gameStart gameStart gameTurn hello")
		hearAnn.end()
		hearBob.end()

		late := p.listen(ann.ID, false)
		if games := late.first().Games; len(games) != 1 || games[0].ID != ids[0] {
			t.Errorf("%+v, want the rematch", games)
		}
		late.end()
	})
}
