package practice

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"thera/game"
	"thera/hermit"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func serveMistakes(t *testing.T, address string, puts httpkit.Rate) (*accounttest.Site, *API) {
	t.Helper()
	site := accounttest.Open(t, address, "hermit")
	a := New(Config{Store: site.Store, Games: []game.Game{hermit.Rules()}, Puts: puts})
	a.Register(site.Kit)
	site.Join("ann", "ann")
	site.Join("bob", "bob")
	return site, a
}

// mistake returns one of many mistakes.
func mistake(n int, repetitions ...Repetition) Card {
	return Card{Game: "hermit", Puzzle: fmt.Sprint("p", n), Added: play.Instant(n + 1), Repetitions: append([]Repetition{}, repetitions...)}
}

func played(repetitions ...Repetition) Card {
	return Card{Game: "hermit", Position: ".../.../... 1", Played: "Ra1", Better: "Rb2", Answer: "Yb2", Won: true, Reasons: []string{"parity"}, Added: 5, Repetitions: append([]Repetition{}, repetitions...)}
}

func body(t *testing.T, cards ...Card) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"cards": cards})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// heard returns what has changed for somebody since a version.
func heard(t *testing.T, site *accounttest.Site, who string, after int64) (c CardChanges) {
	t.Helper()
	if err := json.Unmarshal([]byte(site.Must(who, "GET", fmt.Sprint("mistakes?after=", after), "")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestDevices has two devices of an account repeat the same mistake: both hear of both.
func TestDevices(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site, _ := serveMistakes(t, address, accounttest.Wide)
		if got := heard(t, site, "ann", 0); got.Version != 0 || got.More || len(got.Cards) != 0 {
			t.Errorf("at first: %+v", got)
		}
		site.Must("ann", "POST", "mistakes", body(t, played(Repetition{10, Again}), mistake(1)))
		first := heard(t, site, "ann", 0)
		site.Must("ann", "POST", "mistakes", body(t, played(Repetition{20, Good})))
		got := heard(t, site, "ann", first.Version)
		if want := played(Repetition{10, Again}, Repetition{20, Good}); len(got.Cards) != 1 || !reflect.DeepEqual(got.Cards[0], want) {
			t.Errorf("since the first: %+v, want %+v", got, want)
		}
		site.Must("ann", "POST", "mistakes", body(t, played(Repetition{10, Again})))
		if again := heard(t, site, "ann", got.Version); len(again.Cards) != 0 {
			t.Errorf("sent twice: %+v, want no change", again)
		}
		if all := heard(t, site, "ann", 0); len(all.Cards) != 2 {
			t.Errorf("all: %+v", all)
		}
		if lost := heard(t, site, "ann", 1000); lost.Version >= 1000 || len(lost.Cards) != 0 {
			t.Errorf("a version that the server does not know: %+v", lost)
		}
		if others := heard(t, site, "bob", 0); len(others.Cards) != 0 {
			t.Errorf("bob sees %+v", others)
		}
	})
}

// TestDevicesAtOnce has many devices send at the same time: everything is heard of in order.
func TestDevicesAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site, a := serveMistakes(t, address, accounttest.Wide)
		ann, err := site.Store.AccountNamed(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		const devices = 8
		var all sync.WaitGroup
		for n := range devices {
			all.Go(func() {
				if err := a.putCards(t.Context(), ann.ID, []Card{played(Repetition{play.Instant(10 + n), Good})}, 100); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got := heard(t, site, "ann", 0)
		if got.Version != devices || len(got.Cards) != 1 || len(got.Cards[0].Repetitions) != devices {
			t.Errorf("%+v, want %d repetitions", got, devices)
		}
	})
}

// TestBounds stores more mistakes than an account may have: the best known ones make room.
// A device that hears of all of them does so in pages.
func TestBounds(t *testing.T) {
	site, _ := serveMistakes(t, storetest.SQLite(t), accounttest.Wide)
	const extra = 2
	for first := 0; first < maxCards+extra; first += maxPut {
		var cards []Card
		for n := first; n < min(first+maxPut, maxCards+extra); n++ {
			repetitions := []Repetition{}
			if n == 7 || n == 8 || n == 9 {
				repetitions = []Repetition{{play.Instant(100 - n), Good}}
			}
			cards = append(cards, mistake(n, repetitions...))
		}
		site.Must("ann", "POST", "mistakes", body(t, cards...))
	}
	var ids []string
	changes := CardChanges{More: true}
	for changes.More {
		changes = heard(t, site, "ann", changes.Version)
		if len(changes.Cards) > cardPage {
			t.Errorf("%d cards at a time", len(changes.Cards))
		}
		for _, c := range changes.Cards {
			ids = append(ids, c.Puzzle)
		}
	}
	if len(ids) != maxCards || slices.Contains(ids, "p9") || slices.Contains(ids, "p8") || !slices.Contains(ids, "p7") {
		t.Errorf("%d mistakes, want %d without p8 and p9, which went well longest ago", len(ids), maxCards)
	}
}

// TestMistakesRefused has mistakes of nobody and of guests refused, and those that can't be right.
func TestMistakesRefused(t *testing.T) {
	site, _ := serveMistakes(t, storetest.SQLite(t), accounttest.Wide)
	site.Must("guest", "POST", "account/guest", "")
	good := body(t, played())
	for who, want := range map[string]int{"nobody": http.StatusUnauthorized, "guest": http.StatusForbidden} {
		site.Refused(want, who, "GET", "mistakes", "")
		site.Refused(want, who, "POST", "mistakes", good)
	}
	for name, test := range map[string]struct {
		change func(*Card)
		want   string
	}{
		"game":          {func(c *Card) { c.Game = "chess" }, "is unknown here"},
		"position":      {func(c *Card) { c.Position = "..." }, "position: hermit position"},
		"spelling":      {func(c *Card) { c.Position = ".../.../...  1" }, "want it as the rules write it"},
		"played":        {func(c *Card) { c.Played = "Zz9" }, "played: hermit move"},
		"no turn":       {func(c *Card) { c.Played = "" }, "played: hermit move"},
		"nothing":       {func(c *Card) { c.Better = "" }, "want another turn"},
		"same":          {func(c *Card) { c.Better = c.Played }, "want another turn"},
		"better":        {func(c *Card) { c.Better = "Rz9" }, "better: hermit move"},
		"answer":        {func(c *Card) { c.Answer = c.Played }, "answer: illegal move"},
		"reason":        {func(c *Card) { c.Reasons = []string{"<script>"} }, "want at most 4, of lower-case letters"},
		"puzzle":        {func(c *Card) { c.Puzzle = "one" }, "want neither"},
		"puzzle's name": {func(c *Card) { *c = Card{Game: "hermit", Puzzle: "a b", Added: 1, Repetitions: []Repetition{}} }, "expected string to match pattern"},
		"time":          {func(c *Card) { c.Added = 0 }, "expected number >= 1"},
		"grade":         {func(c *Card) { c.Repetitions = []Repetition{{1, "easy"}} }, "expected value to be one of"},
		"long":          {func(c *Card) { c.Position = strings.Repeat(".", 301) }, "expected length <= 300"},
		"repetitions":   {func(c *Card) { c.Repetitions = slices.Repeat([]Repetition{{1, Good}}, 41) }, "expected array length <= 40"},
	} {
		c := played()
		test.change(&c)
		if text := site.Refused(http.StatusUnprocessableEntity, "ann", "POST", "mistakes", body(t, mistake(1), c)); !strings.Contains(text, test.want) {
			t.Errorf("%s: %s, want %q", name, text, test.want)
		}
	}
	site.Refused(http.StatusUnprocessableEntity, "ann", "POST", "mistakes", `{"cards":[]}`)
	site.Refused(http.StatusUnprocessableEntity, "ann", "POST", "mistakes", body(t, slices.Repeat([]Card{played()}, maxPut+1)...))
	site.Refused(http.StatusUnprocessableEntity, "ann", "GET", "mistakes?after=-1", "")
	site.Refused(http.StatusRequestEntityTooLarge, "ann", "POST", "mistakes", strings.Repeat(" ", maxBody)+good)
	if got := heard(t, site, "ann", 0); len(got.Cards) != 0 {
		t.Errorf("stored are %+v, want nothing", got)
	}
}

// TestRate makes somebody wait who sends without pause.
func TestRate(t *testing.T) {
	site, _ := serveMistakes(t, storetest.SQLite(t), httpkit.Rate{PerSecond: 0.001, Burst: 2})
	for n := range 2 {
		site.Must("ann", "POST", "mistakes", body(t, mistake(n)))
	}
	site.Refused(http.StatusTooManyRequests, "ann", "POST", "mistakes", body(t, mistake(3)))
	site.Must("bob", "POST", "mistakes", body(t, mistake(3)))
}

// TestMistakesClosed has the owner download what is stored, and forgets it when the account is
// closed; what is sent later is not stored.
func TestMistakesClosed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site, a := serveMistakes(t, address, accounttest.Wide)
		site.Must("ann", "POST", "mistakes", body(t, played(Repetition{10, Hard})))
		if text := site.Must("ann", "GET", "account/data", ""); !strings.Contains(text, `"table":"mistakes"`) || !strings.Contains(text, `"grade":"hard"`) {
			t.Errorf("downloaded: %s", text)
		}
		ann, err := site.Store.AccountNamed(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		if err := site.Store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{ann.ID}, At: 5}); err != nil {
			t.Fatal(err)
		}
		if err := a.putCards(t.Context(), ann.ID, []Card{played()}, 100); err == nil {
			t.Error("a closed account can store mistakes")
		}
		if left, err := a.cardsSince(t.Context(), ann.ID, 0); err != nil || left.Version != 0 || len(left.Cards) != 0 {
			t.Errorf("left are %+v, %v", left, err)
		}
	})
}

// What comes while an account is being closed is not stored after it.
func TestClosedMeanwhile(t *testing.T) {
	site, a := serveMistakes(t, storetest.Patient(storetest.Postgres(t)), accounttest.Wide)
	ctx, db, trials := t.Context(), site.Store.DB(), New(Config{Store: site.Store, Puzzles: puzzles})
	site.Must("ann", "POST", "mistakes", body(t, played(Repetition{10, Hard})))
	ann, err := site.Store.AccountNamed(ctx, "ann")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(ctx, `INSERT INTO mutes (player, reason, at, expires_at) VALUES ($1, '', 1, 0)`, ann.ID); err != nil {
		t.Fatal(err)
	}
	meanwhile := storetest.Meanwhile{T: t, DB: db}
	do := func(what string, do func() error, refused bool) {
		meanwhile.Do(func() {
			if is := httpkit.ProblemOf(do()).Reason == string(account.SignIn); is != refused {
				t.Errorf("%s is refused: %v, want %v", what, is, refused)
			}
		})
	}
	err = db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE mutes SET reason = reason`) // which is removed after cards and attempts
		do("closing", func() error { return site.Store.CloseAccounts(ctx, store.Closing{Accounts: []string{ann.ID}, At: 5}) }, false)
		do("a card", func() error { return a.putCards(ctx, ann.ID, []Card{played()}, 100) }, true)
		do("an attempt", func() error {
			_, err := trials.Attempt(ctx, ann.ID, "one", nil, 100)
			return err
		}, true)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	meanwhile.Wait()
	var left int
	if err := db.Row(ctx, []any{&left}, `SELECT (SELECT count(*) FROM mistakes) + (SELECT count(*) FROM puzzle_attempts)`); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}
