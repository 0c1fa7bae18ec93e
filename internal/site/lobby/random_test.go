package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// Players do everything at the same time. Afterward listeners know the open
// offers, the store has those that stay, and each offer has become at most one
// game.
func TestRandomCrowd(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		for seed := range uint64(3) {
			crowd(t, address, seed)
		}
	})
}

// world is what all of a crowd know.
type world struct {
	*place
	seed    uint64
	players []play.Player

	mu     sync.Mutex
	offers []string          // ids
	games  map[string]string // ids by those of the offers that they were
}

func crowd(t *testing.T, address string, seed uint64) {
	t.Helper()
	w := &world{place: open(t, address, nil), seed: seed, games: map[string]string{}}
	for n := range 3 {
		w.players = append(w.players, guest(n), w.account(fmt.Sprint("P", seed, n)))
	}
	known, listening := w.follow(t.Context())
	var all sync.WaitGroup
	for n, who := range w.players {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			for range 60 {
				w.act(rng, who)
			}
		})
	}
	all.Wait()

	there := func() map[string]int { // they go by themselves after a while
		seeks := map[string]int{}
		for _, k := range w.Seeks("") {
			seeks[k.ID] = len(k.Players)
		}
		return seeks
	}
	storetest.Until(t, fmt.Sprintf("seed %d: a listener knows the seeks there are", seed), func() bool { return maps.Equal(known(), there()) })
	listening()
	for _, id := range live(t, w.store) {
		sum := w.summary(id)
		var ids []string
		for _, p := range sum.Players {
			ids = append(ids, p.ID)
		}
		slices.Sort(ids)
		if len(slices.Compact(ids)) != len(sum.Players) {
			t.Errorf("seed %d: somebody plays himself: %+v", seed, sum)
		}
	}
	before := w.lasting()
	w.stop()
	w.place = open(t, address, nil)
	if after := w.lasting(); !slices.Equal(before, after) {
		t.Errorf("seed %d: stored are %q, want %q", seed, after, before)
	}
	for _, p := range w.players {
		if err := w.Forget(t.Context(), p.ID); err != nil {
			t.Error(err)
		}
	}
	if left := w.lasting(); len(left) != 0 {
		t.Errorf("seed %d: %q are left of nobody", seed, left)
	}
	w.stop() // the next crowd comes to the same store
}

// act does something at random.
func (w *world) act(rng *rand.Rand, who play.Player) {
	ctx := w.t.Context()
	var made lobby.Made
	var err error
	from := ""
	switch rng.IntN(10) {
	case 0, 1, 2:
		made, err = w.Seek(ctx, who, anyTerms(rng))
	case 3, 4:
		to := ""
		if p := w.players[rng.IntN(len(w.players))]; rng.IntN(2) == 0 && p.Kind == play.Person {
			to = p.Name
		}
		made, err = w.Challenge(ctx, who, to, anyTerms(rng))
	case 5, 6, 7:
		if from = w.any(rng); rng.IntN(2) == 0 {
			made, err = w.Accept(ctx, who, from)
		} else {
			made, err = w.AcceptChallenge(ctx, who, from)
		}
	case 8:
		if err = w.Withdraw(ctx, who, w.any(rng)); err != nil {
			err = w.CancelChallenge(ctx, who, w.any(rng))
		}
	case 9:
		err = w.DeclineChallenge(ctx, who, w.any(rng))
	}
	if refused := (*play.Refusal)(nil); err != nil && !errors.As(err, &refused) {
		w.t.Errorf("seed %d: %v", w.seed, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case made.Game != "" && from != "" && w.games[from] != "":
		w.t.Errorf("seed %d: %q has become two games", w.seed, from)
	case made.Game != "":
		w.games[from] = made.Game
		if _, err := w.store.Summary(ctx, made.Game); err != nil {
			w.t.Errorf("seed %d: game %q: %v", w.seed, made.Game, err)
		}
		delete(w.games, "")
	case made.Seek != nil:
		w.offers = append(w.offers, made.Seek.ID)
	case made.Challenge != nil:
		w.offers = append(w.offers, made.Challenge.ID)
	}
}

// any returns an offer, mostly a new one.
func (w *world) any(rng *rand.Rand) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.offers) == 0 {
		return "none"
	}
	return w.offers[len(w.offers)-1-rng.IntN(min(len(w.offers), 12))]
}

func anyTerms(rng *rand.Rand) lobby.Terms {
	offer := terms([]string{"hermit 3x3 5+3", "hermit 3x3 3d", "santorini 3p none", "santorini 4p 5+3"}[rng.IntN(4)])
	if offer.Game == "hermit" {
		offer.Rated = rng.IntN(3) == 0
	}
	offer.Seat = rng.IntN(3)
	return offer
}

// lasting returns what is stored of all offers.
func (w *world) lasting() (all []string) {
	offers, err := w.store.Offers(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	have := map[string]bool{}
	for _, k := range w.Seeks("") {
		have[k.ID] = k.Terms.Control.Initial == 0
	}
	for _, p := range w.players {
		in, out := w.Challenges(p.ID)
		for _, c := range slices.Concat(in, out) {
			have[c.ID] = true
		}
	}
	for _, o := range offers {
		all = append(all, o.ID)
		if !have[o.ID] {
			w.t.Errorf("seed %d: %q is stored, and not there", w.seed, o.ID)
		}
		delete(have, o.ID)
	}
	for id, stays := range have {
		if stays {
			w.t.Errorf("seed %d: %q is there, and not stored", w.seed, id)
		}
	}
	return all
}

// follow listens to the lobby. It returns what a listener knows of its seeks, how
// many players are in each, and what ends that.
func (w *world) follow(ctx context.Context) (known func() map[string]int, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var mu sync.Mutex
	seeks := map[string]int{}
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for n, err := range w.Watch(ctx, play.Player{}, true) {
			if err != nil {
				return
			}
			mu.Lock()
			switch n.Event {
			case lobby.Hello:
				for _, k := range n.Seeks {
					seeks[k.ID] = len(k.Players)
				}
				close(ready)
			case lobby.Sought:
				seeks[n.Seek.ID] = len(n.Seek.Players)
			case lobby.SeekGone:
				delete(seeks, n.ID)
			}
			mu.Unlock()
		}
	}()
	<-ready
	return func() map[string]int {
			mu.Lock()
			defer mu.Unlock()
			return maps.Clone(seeks)
		}, func() {
			cancel()
			<-done
		}
}
