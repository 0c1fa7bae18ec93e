package practice

import (
	"errors"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"thera/game"
	"thera/internal/lab/puzzle"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var puzzles = []puzzle.Puzzle{
	{ID: "one", Game: "hermit", Grade: 900, Line: []game.Move{"Ra1"}},
	{ID: "two", Game: "hermit", Grade: 1200, Line: []game.Move{"Ra1", "Yb2", "Bc3"}},
	{ID: "three", Game: "amazons", Grade: 800, Line: []game.Move{"a1-a2(a1)"}},
}

// openPuzzles opens puzzles for the accounts ann, bob and a to h.
func openPuzzles(t *testing.T, address string) *API {
	t.Helper()
	s := storetest.Open(t, address)
	for _, id := range append(strings.Split("abcdefgh", ""), "ann", "bob") {
		if err := s.AddAccount(t.Context(), store.Account{ID: id, Name: id, Folded: id, Kind: play.Person}, nil); err != nil {
			t.Fatal(err)
		}
	}
	return New(Config{Store: s, Puzzles: puzzles})
}

// TestAttempt has attempts judged and rated, each puzzle once.
func TestAttempt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		trials := openPuzzles(t, address)
		try := func(who, id string, now play.Instant, turns ...game.Move) Attempted {
			t.Helper()
			r, err := trials.Attempt(t.Context(), who, id, turns, now)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		first := try("ann", "one", 1, "Ra1")
		if !first.Solved || !first.Rated || first.Rating.Rating <= 1000 || first.Puzzle.Rating >= 900 || first.Puzzle.Tries != 1 || first.Puzzle.Solved != 1 {
			t.Errorf("solved: %+v", first)
		}
		again := try("ann", "one", 2)
		if again.Solved || again.Rated || again.Rating != first.Rating || again.Puzzle != first.Puzzle || again.At != 1 {
			t.Errorf("tried again: %+v, want nothing to change from %+v", again, first)
		}
		if half := try("ann", "two", 3, "Ra1"); half.Solved || half.Rating.Rating >= first.Rating.Rating || half.Puzzle.Rating <= 1200 {
			t.Errorf("half of the turns: %+v", half)
		}
		if whole := try("bob", "two", 4, "Ra1", "Bc3"); !whole.Solved || whole.Puzzle.Tries != 2 || whole.Puzzle.Solved != 1 {
			t.Errorf("all turns: %+v", whole)
		}
		if other := try("ann", "three", 5, "a1-a2(a1)"); other.Rating.Rating <= 1000 || other.Rating == first.Rating {
			t.Errorf("another game: %+v, want a rating of its own", other)
		}
		if _, err := trials.Attempt(t.Context(), "ann", "four", nil, 6); !errors.Is(err, ErrNoPuzzle) {
			t.Errorf("no puzzle: %v", err)
		}

		known, err := trials.Known(t.Context(), "ann", "hermit")
		if err != nil || len(known.Puzzles) != 2 || known.Puzzles["one"] != first.Puzzle || known.Mine == nil {
			t.Fatalf("known: %+v, %v", known, err)
		}
		if want := map[string]bool{"one": true, "two": false}; !maps.Equal(known.Mine.Tried, want) || known.Mine.At != 3 {
			t.Errorf("mine: %+v, want %v", known.Mine, want)
		}
		if known, err := trials.Known(t.Context(), "", "amazons"); err != nil || known.Mine != nil || len(known.Puzzles) != 1 {
			t.Errorf("a visitor: %+v, %v", known, err)
		}
		if _, err := trials.Known(t.Context(), "ann", "chess"); !errors.Is(err, ErrNoPuzzle) {
			t.Errorf("chess: %v", err)
		}
	})
}

// TestAttemptsAtOnce has many try one puzzle at the same time, and one account many
// times: each account counts once.
func TestAttemptsAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		trials := openPuzzles(t, address)
		const people = 8
		var all sync.WaitGroup
		for i := range 2 * people {
			all.Go(func() {
				if _, err := trials.Attempt(t.Context(), string(rune('a'+i%people)), "one", []game.Move{"Ra1"}, 2); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		known, err := trials.Known(t.Context(), "", "hermit")
		if got := known.Puzzles["one"]; err != nil || got.Tries != people || got.Solved != people {
			t.Errorf("%+v, %v; want %d tries", got, err, people)
		}
	})
}

// TestAttemptsClosed forgets the attempts of an account that is closed.
func TestAttemptsClosed(t *testing.T) {
	site, trials := servePuzzles(t)
	site.Join("ann", "ann")
	site.Must("ann", "POST", "puzzle/one/attempt", `{"turns":["Ra1"]}`)
	ann, err := site.Store.AccountNamed(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	if known, err := trials.Known(t.Context(), ann.ID, "hermit"); err != nil || known.Mine == nil || !known.Mine.Tried["one"] {
		t.Fatalf("%+v, %v; want an attempt", known, err)
	}
	if err := site.Store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{ann.ID}, At: 5}); err != nil {
		t.Fatal(err)
	}
	if known, err := trials.Known(t.Context(), ann.ID, "hermit"); err != nil || known.Mine != nil || known.Puzzles["one"].Tries != 1 {
		t.Errorf("%+v, %v; want the puzzle's result alone", known, err)
	}
}

// TestAttemptsRefused has attempts of nobody and of guests refused, and of what is not there.
func TestAttemptsRefused(t *testing.T) {
	site, _ := servePuzzles(t)
	site.Must("guest", "POST", "account/guest", "")
	site.Join("ann", "ann")
	site.Refused(http.StatusUnauthorized, "nobody", "POST", "puzzle/one/attempt", `{"turns":[]}`)
	site.Refused(http.StatusForbidden, "guest", "POST", "puzzle/one/attempt", `{"turns":[]}`)
	site.Refused(http.StatusNotFound, "ann", "POST", "puzzle/four/attempt", `{"turns":[]}`)
	site.Refused(http.StatusUnprocessableEntity, "ann", "POST", "puzzle/one/attempt", `{}`)
	site.Must("nobody", "GET", "puzzles/hermit", "")
	site.Refused(http.StatusNotFound, "nobody", "GET", "puzzles/chess", "")
}

// serve serves accounts and puzzles.
func servePuzzles(t *testing.T) (*accounttest.Site, *API) {
	t.Helper()
	site := accounttest.Open(t, storetest.SQLite(t), "hermit")
	trials := New(Config{Store: site.Store, Puzzles: puzzles})
	trials.Register(site.Kit)
	return site, trials
}
