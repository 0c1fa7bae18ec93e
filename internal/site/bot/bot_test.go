package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"thera/game/gametest"
	"thera/internal/catalog/setup"
	"thera/internal/lab/match"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

func control(t *testing.T, text string) play.Control {
	t.Helper()
	return gametest.Must(t, play.ParseControl, text)
}

func TestRefuses(t *testing.T) {
	challenge := func(clock string, rated bool, from User) *Challenge {
		c := control(t, clock)
		return &Challenge{Variant: "10x10", Rated: rated, Speed: c.Speed(), TimeControl: TimeControl{Show: c}, Challenger: from}
	}
	person, robot := User{Name: "ann", Rating: 1500}, User{Name: "robby", Title: TitleBot}
	with := func(change func(*Accept)) Accept {
		a := Anything()
		change(&a)
		return a
	}
	for _, test := range []struct {
		accept Accept
		one    *Challenge
		want   string // in the reason; "" if it is taken
	}{
		{Anything(), challenge("5+3", true, person), ""},
		{Anything(), challenge("5+3", false, robot), ""},
		{Anything(), challenge("3d", false, person), "correspondence"},
		{with(func(a *Accept) { a.Speeds = nil }), challenge("none", false, person), ""},
		{with(func(a *Accept) { a.Variants = []string{"6x6"} }), challenge("5+3", false, person), "6x6"},
		{with(func(a *Accept) { a.Shortest = control(t, "3+5") }), challenge("5+3", false, person), "at least 3+5"},
		{with(func(a *Accept) { a.Longest = control(t, "3+5") }), challenge("5+3", false, person), "at most 3+5"},
		{with(func(a *Accept) { a.Shortest, a.Longest = control(t, "3+0"), control(t, "10+5") }), challenge("5+3", false, person), ""},
		{with(func(a *Accept) { a.Rated = false }), challenge("5+3", true, person), "want casual"},
		{with(func(a *Accept) { a.Casual = false }), challenge("5+3", false, person), "want rated"},
		{with(func(a *Accept) { a.Bots = false }), challenge("5+3", false, robot), "want people"},
		{with(func(a *Accept) { a.People = false }), challenge("5+3", false, person), "want bots"},
		{with(func(a *Accept) { a.Lowest = 1600 }), challenge("5+3", false, person), "rating 1500"},
		{with(func(a *Accept) { a.Highest = 1400 }), challenge("5+3", false, person), "rating 1500"},
		{with(func(a *Accept) { a.Highest = 1400 }), challenge("5+3", false, robot), ""},
	} {
		if got := test.accept.Refuses(test.one); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.one, got, test.want)
		}
	}
	drafted := challenge("5+3", false, person)
	drafted.Powers = setup.ByDrafted
	if got := Anything().Refuses(drafted); !strings.Contains(got, "draft") {
		t.Errorf("a draft: %q", got)
	}
}

// TestTryAny checks that a program is good enough that plays one of the boards that the bot
// may be asked to play.
func TestTryAny(t *testing.T) {
	other := errors.New("it plays other boards")
	o := opener{known: map[string]error{"hermit 6x6": other, "hermit 8x8": nil, "hermit 4x4": other, "amazons 10x10": nil}}
	for _, test := range []struct {
		config Config
		want   error
	}{
		{Config{}, other},
		{Config{Accept: Accept{Variants: []string{"8x8"}}}, nil},
		{Config{Accept: Accept{Variants: []string{"4x4", "3p", "8x8"}}}, nil},
		{Config{Accept: Accept{Variants: []string{"4x4"}}}, other},
		{Config{Offers: []Offer{{Terms: lobby.Terms{Game: "hermit", Variant: "8x8"}}}}, nil},
		{Config{Offers: []Offer{{Terms: lobby.Terms{Game: "amazons", Variant: "10x10"}}}}, other},
	} {
		if err := o.tryAny(t.Context(), "hermit", test.config.boards("hermit")); !errors.Is(err, test.want) {
			t.Errorf("%+v: %v, want %v", test.config, err, test.want)
		}
	}
}

// runBot has a bot act on events, and returns the paths of its requests.
func runBot(t *testing.T, command string, known map[string]error) (events chan<- news, requests <-chan string) {
	t.Helper()
	paths := make(chan string, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case paths <- strings.TrimPrefix(r.URL.Path, "/api/v1/"):
		case <-t.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	client, err := NewClient(server.URL, "secret")
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Client: client, Games: []string{"amazons"}, Accept: Anything(), AtOnce: 10}
	config.Player = match.Spec{Kind: "ugi", Command: []string{"sh", "-c", command}}
	b := &bot{Config: config, tables: map[string]context.CancelFunc{}, days: map[string]bool{}, ended: make(chan string), tried: make(chan trial)}
	b.player, b.offers = opener{&b.Config, known}, offers{bot: b}
	ctx, stop := context.WithCancel(t.Context())
	all := make(chan news)
	b.playing.Go(func() { _ = b.run(ctx, ctx, all) })
	t.Cleanup(func() {
		stop()
		b.playing.Wait()
	})
	return all, paths
}

func challengeTo(t *testing.T, id, variant, position string) news {
	return news{event: Event{Type: TypeChallenge, Challenge: &Challenge{
		ID: id, Game: "amazons", Variant: variant, InitialFEN: position, Speed: play.Fast, TimeControl: TimeControl{Show: control(t, "5+3")}, Challenger: User{ID: "ann", Name: "ann"},
	}}}
}

// A program that takes its time to say whether it can play a challenge does not keep the bot
// from a game that begins meanwhile.
func TestSlowTrial(t *testing.T) {
	events, requests := runBot(t, "cat >/dev/null", nil) // says nothing until it may end
	events <- challengeTo(t, "c", "10x10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b")
	events <- news{event: Event{Type: TypeGameStart, Game: &Game{ID: "g"}}}
	if got := <-requests; got != "bot/game/stream/g" {
		t.Errorf("%s, want the game followed first", got)
	}
}

// Challenges with positions, each of which has to be tried, don't hold up the others.
func TestPositionsAreTriedLast(t *testing.T) {
	known := map[string]error{"amazons 6x6": nil}
	events, requests := runBot(t, "sleep 1", known) // can't play, but takes its time
	for n := range 3 {
		events <- challengeTo(t, fmt.Sprint("c", n), "10x10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b")
	}
	events <- challengeTo(t, "usual", "6x6", "")
	for range 2 {
		if got := <-requests; got == "challenge/usual/accept" {
			return
		}
	}
	t.Error("it waits for more than one other challenge")
}

// A bot accepts what its program can play, and declines what it can't.
func TestTrials(t *testing.T) {
	known := map[string]error{"amazons 10x10": nil, "amazons 6x6": errors.New("it plays other boards")}
	events, requests := runBot(t, "", known)
	for _, test := range [][2]string{{"6x6", "decline"}, {"10x10", "accept"}, {"6x6", "decline"}} {
		events <- challengeTo(t, "c", test[0], "")
		if got, want := <-requests, "challenge/c/"+test[1]; got != want {
			t.Errorf("%s on %s, want %s", got, test[0], want)
		}
	}
}

func TestParseTerms(t *testing.T) {
	for text, want := range map[string]string{
		"amazons 5+3":                "amazons 10x10 5+3 false",
		"amazons/6x6 3d rated":       "amazons 6x6 3d true",
		" santorini  none casual ":   "santorini 2p none false",
		"amazons":                    "",
		"amazons 5+3 rated now":      "",
		"amazons 5+3 ranked":         "",
		"chess 5+3":                  "",
		"amazons/7x7 5+3":            "",
		"amazons five":               "",
		"hermit/3x3 0.25+0 rated":    "hermit 3x3 0.25+0 true",
		"santorini/2p:pan,atlas 5+3": "santorini 2p:pan,atlas 5+3 false",
	} {
		got, err := ParseTerms(text)
		said := strings.Join([]string{got.Game, got.Variant, got.Control.String(), map[bool]string{true: "true", false: "false"}[got.Rated]}, " ")
		if (err != nil) != (want == "") || err == nil && said != want {
			t.Errorf("%q: %q, %v; want %q", text, said, err, want)
		}
	}
	const want = `want GAME/VARIANT CLOCK and rated or casual, as in "amazons/6x6 5+3 rated"`
	if _, err := ParseTerms("amazons"); err == nil || err.Error() != want {
		t.Errorf("without a clock: %v, want %s", err, want)
	}
}

// TestLimitWithShorterClock tells a program what each player's clock gains, if one of them has a
// quarter of the other's times.
func TestLimitWithShorterClock(t *testing.T) {
	full := &Full{Clock: &Clock{Initial: 240_000, Increment: 8000}, Seat: 2, Players: make([]User, 2)}
	state := State{WInc: 8000, BInc: 2000, Clocks: []play.Millis{240_000, 60_000}}
	limits, _ := (&table{bot: &bot{Config: Config{Client: new(Client)}}}).limit(full, state, time.Now())
	if one, two := limits.Clocks[0].Increment, limits.Clocks[1].Increment; one != 8*time.Second || two != 2*time.Second {
		t.Errorf("a turn adds %v and %v, want 8s and 2s", one, two)
	}
}

func TestReport(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for want, r := range map[string]Report{
		"03:04:05 g1 ended: lost, resigned against ann: illegal move of the program, e9\n  the program wrote:\n  | oh\n  | no": {
			Event: Ended, Game: "g1", Result: Lost, Reason: "resigned", Opponents: []string{"ann"}, Fault: "illegal move", Detail: "e9", Words: "oh\nno\n",
		},
		"03:04:05 c1 declined from ann: amazons 6x6, 5+3, rated, no": {
			Event: Declined, Challenge: "c1", Opponents: []string{"ann"}, Rules: "amazons 6x6", Clock: "5+3", Rated: true, Detail: "no",
		},
		"03:04:05 g1 played: 3. d1-d2(d1), 1.5 s, of 60.0 s": {Event: Played, Game: "g1", Ply: 3, Turn: "d1-d2(d1)", Spent: 1500, Left: 60000},
	} {
		if r.At = at; r.String() != want {
			t.Errorf("%q, want %q", r.String(), want)
		}
	}
}
