package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/lab/rating"
	"thera/santorini"
)

// newMatch returns a match of 20 games, which a test may change.
func newMatch(t *testing.T, g game.Game, variant string, players ...string) *Match {
	t.Helper()
	m := &Match{
		Entry:       testEntry(g),
		Variant:     variant,
		Games:       20,
		Book:        RandomOpenings(start(t, g, variant), 1, 7, nil),
		Seed:        7,
		Control:     Control{Nodes: 1},
		Patience:    time.Minute,
		Concurrency: 2,
	}
	for _, text := range players {
		s := gametest.Must(t, ParseSpec, text)
		m.Players = append(m.Players, s)
	}
	return m
}

// playAll plays a match and returns its games in order.
func playAll(t *testing.T, m *Match) []Result {
	t.Helper()
	log := NewLog()
	if _, err := m.Play(t.Context(), log, nil); err != nil {
		t.Fatal(err)
	}
	return gamesOf(log)
}

// gamesOf returns the games of a log without the times, which no two matches
// have alike.
func gamesOf(log *Log) []Result {
	games := log.Games()
	for n, g := range games {
		games[n].Date = ""
		for i := range g.Moves {
			g.Moves[i].Spent = 0
		}
	}
	return games
}

// TestPairs wants both games of a pair to have one opening, with the colors
// exchanged, and all else to follow from the seed.
func TestPairs(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "4x4", "drawer", "winner")
	games := playAll(t, m)
	if len(games) != m.Games {
		t.Fatalf("%d games, want %d", len(games), m.Games)
	}
	openings := map[game.Move]bool{}
	for i, g := range games {
		want := []string{"drawer", "winner"}
		if i%2 == 1 {
			slices.Reverse(want)
		}
		if g.Number != i+1 || !slices.Equal(g.Players, want) || g.Opening != 1 {
			t.Errorf("game %d: %+v", i+1, g)
		}
		if i%2 == 1 && g.Moves[0] != games[i-1].Moves[0] {
			t.Errorf("game %d begins with %v, its twin with %v", i+1, g.Moves[0], games[i-1].Moves[0])
		}
		openings[g.Moves[0].Move] = true
	}
	if len(openings) < 5 {
		t.Errorf("10 pairs have %d openings", len(openings))
	}

	m.Concurrency = 7
	if diff := cmp.Diff(games, playAll(t, m)); diff != "" {
		t.Errorf("played seven at a time: %s", diff)
	}
	m.Seed++
	if cmp.Equal(games, playAll(t, m)) {
		t.Error("another seed has the same games")
	}
}

// TestSeedOf wants seeds that programs with small numbers can read, and others for other
// games and matches.
func TestSeedOf(t *testing.T) {
	seen := map[uint64]bool{}
	for _, seed := range []uint64{0, 1, 1<<32 | 1, math.MaxUint64} {
		for _, number := range []uint64{1, 1 << 31, math.MaxUint64} {
			got := SeedOf(seed, number)
			if got < 1 || got > 1<<30 || seen[got] {
				t.Errorf("seed %d, game %d: %d, want another one from 1 to 2³⁰", seed, number, got)
			}
			seen[got] = true
		}
	}
}

// TestSharedSeats wants two players to share three and four seats in all ways,
// and to win the games that their seats win.
func TestSharedSeats(t *testing.T) {
	for _, test := range []struct {
		variant string
		want    []string // who has the seats, in the games of one opening
	}{
		{"3p", []string{"abb", "baa", "aab", "bba", "aba", "bab"}},
		{"4p", []string{
			"abbb", "baaa", "aabb", "bbaa", "abab", "baba", "aaab", "bbba", "abba", "baab", "aaba", "bbab", "abaa", "babb",
		}},
	} {
		m := newMatch(t, santorini.Rules(), test.variant, "winner:name=a", "drawer:name=b")
		m.Games = 2 * len(test.want)
		log := NewLog()
		standing, err := m.Play(t.Context(), log, nil)
		if err != nil {
			t.Fatal(err)
		}
		won := 0
		games := gamesOf(log)
		for i, g := range games {
			if got, want := strings.Join(g.Players, ""), test.want[i%len(test.want)]; got != want {
				t.Errorf("%s, game %d: seats %s, want %s", test.variant, g.Number, got, want)
			}
			if first := games[i/len(test.want)*len(test.want)]; g.Moves[0].Move != first.Moves[0].Move {
				t.Errorf("%s, game %d begins with %s, game %d with %s", test.variant, g.Number, g.Moves[0].Move, first.Number, first.Moves[0].Move)
			}
			if g.Players[g.Winner-1] == "a" {
				won++
			}
		}
		if _, got := standing.Of(0); got != won || len(games) != m.Games {
			t.Errorf("%s: %d of %d games won, want %d of %d", test.variant, got, len(games), won, m.Games)
		}
	}
}

// TestOrderOfSomeOut plays from an opening in which one seat of three is out already.
func TestOrderOfSomeOut(t *testing.T) {
	o := Order{
		Game: "santorini", Variant: "3p", Number: 1, Start: "00000/00100/00000/00020/00000 b2d4,x,b4d2 1",
		Players: []string{"random", "random", "random"}, Names: []string{"a", "b", "a"},
		Sides: []int{0, 1, 0}, Controls: make([]Control, 3), Seed: 1,
	}
	if g, err := o.Play(t.Context()); err != nil || g.Winner == 2 {
		t.Errorf("seat %d wins, %v; want seat 1 or 3", g.Winner, err)
	}
}

// TestOrderForOthers has an order that is for another number of seats in one respect.
func TestOrderForOthers(t *testing.T) {
	for what, change := range map[string]func(*Order){
		"players":  func(o *Order) { o.Players = o.Players[:1] },
		"names":    func(o *Order) { o.Names = o.Names[:1] },
		"controls": func(o *Order) { o.Controls = o.Controls[:1] },
		"sides":    func(o *Order) { o.Sides = o.Sides[:1] },
	} {
		o := Order{
			Game: "hermit", Variant: "3x3", Start: ".../.../... 1",
			Players: []string{"random", "random"}, Names: []string{"a", "b"}, Sides: []int{0, 1}, Controls: make([]Control, 2),
		}
		change(&o)
		if _, err := o.Play(t.Context()); err == nil || !strings.Contains(err.Error(), "want one for each seat") {
			t.Errorf("one of the %s is missing: %v", what, err)
		}
	}
}

// TestTeams wants partners to be one player's, and all of them to have won.
func TestTeams(t *testing.T) {
	m := newMatch(t, santorini.Rules(), "teams", "winner:name=a", "drawer:name=b")
	m.Games = 6
	log := NewLog()
	standing, err := m.Play(t.Context(), log, nil)
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for i, g := range gamesOf(log) {
		if got, want := strings.Join(g.Players, ""), []string{"abab", "baba"}[i%2]; got != want {
			t.Errorf("game %d: seats %s, want %s", g.Number, got, want)
		}
		r := m.Record(g)
		replayed := gametest.Must(t, r.Record().Replay, m.Entry.Game)
		if want := replayed[len(replayed)-1].Winners(); r.Winners != want || m.Summary(g).Winners != want || g.Winner != want.First().Number() {
			t.Errorf("game %d: won by %s, in its record %s: want %s", g.Number, m.Summary(g).Winners, r.Winners, want)
		}
		if g.Players[g.Winner-1] == "a" {
			won++
		}
	}
	if _, got := standing.Of(0); got != won {
		t.Errorf("%d games won, want %d", got, won)
	}
}

// TestRecordTags wants a record to say when and in which round its game was played, also
// when that was before the match was resumed.
func TestRecordTags(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "winner", "drawer", "drawer")
	m.Games, m.Event = 4, "a test"
	path := playedLog(t, m)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`"date":"[0-9-]*"`).ReplaceAll(text, []byte(`"date":"2001-02-03"`))
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	m.Games, m.Event = 6, "another test"
	log, err := OpenLog(path, m, true)
	if err != nil {
		t.Fatal(err)
	}
	defer closeLog(t, log)
	if _, err := m.Play(t.Context(), log, nil); err != nil {
		t.Fatal(err)
	}
	dates := map[string]int{}
	for i, g := range log.Games() {
		r := m.Record(g)
		if want := fmt.Sprintf("%d.%d", i/6+1, i%6+1); r.Tag("Round") != want || r.Tag("Event") != "another test" {
			t.Errorf("game %d has round %q of event %q, want %s of %q", g.Number, r.Tag("Round"), r.Tag("Event"), want, "another test")
		}
		dates[r.Tag("Date")]++
	}
	if dates["2001-02-03"] != 12 || dates[""] > 0 || len(dates) < 2 {
		t.Errorf("games by date: %v, want 12 in 2001 and 6 now", dates)
	}
}

// TestTable compares the standing with the games.
func TestTable(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "drawer", "winner", "drawer:name=other")
	log, reports := NewLog(), 0
	standing, err := m.Play(t.Context(), log, func(g Result, standing *Standing) {
		reports++
		if _, ok := log.games[g.Number]; !ok {
			t.Errorf("game %d was reported before it was kept", g.Number)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if reports != 60 || standing.Games() != 60 || m.Total() != 60 || !standing.Over() {
		t.Errorf("%d reports, %d games of %d", reports, standing.Games(), m.Total())
	}
	won, met := map[string]int{}, map[[2]string]int{}
	for _, g := range log.games {
		won[g.Players[g.Winner-1]]++
		met[[2]string(g.Players)]++
	}
	for i, name := range standing.Names {
		played, points := standing.Of(i)
		if played != 40 || points != won[name] {
			t.Errorf("%s: %d of %d, want %d of 40", name, points, played, won[name])
		}
		for j, other := range standing.Names {
			if i != j && met[[2]string{name, other}] != 10 {
				t.Errorf("%s was seat 1 against %s in %d games", name, other, met[[2]string{name, other}])
			}
			if standing.Between(i, j) != standing.Between(j, i).Reversed() {
				t.Errorf("%s and %s disagree", name, other)
			}
		}
	}
	if r := standing.Ratings(); !(r[1].Elo > r[0].Elo+50) || !(r[1].Elo > r[2].Elo+50) {
		t.Errorf("ratings %+v", r)
	}
}

func TestGauntlet(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "winner", "drawer", "drawer")
	m.Games, m.Gauntlet = 4, true
	games := playAll(t, m)
	if len(games) != 8 || m.Total() != 8 {
		t.Errorf("%d games", len(games))
	}
	for _, g := range games {
		if !slices.Contains(g.Players, "winner") {
			t.Errorf("game %d is between %v", g.Number, g.Players)
		}
	}
}

// TestMeetings checks that all who are to meet do, each pair once.
func TestMeetings(t *testing.T) {
	for players := 2; players <= 7; players++ {
		for _, gauntlet := range []bool{false, true} {
			m := &Match{Players: make([]Spec, players), Gauntlet: gauntlet}
			var want, got [][2]int
			for i := range players {
				for j := i + 1; j < players && (i == 0 || !gauntlet); j++ {
					want = append(want, [2]int{i, j})
				}
			}
			for n := range m.numMeetings() {
				got = append(got, m.meeting(n))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d players, gauntlet %v: %v, want %v", players, gauntlet, got, want)
			}
		}
	}
}

func TestNames(t *testing.T) {
	m := &Match{Players: []Spec{{Name: "a"}, {Name: "a"}, {Name: "b"}, {Name: "a (2)"}, {Name: "a"}, {Name: "a (2)"}}}
	if got, want := m.names(), []string{"a", "a (3)", "b", "a (2)", "a (4)", "a (2) (2)"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// TestSequentialMatch plays until the test is decided, and finds the same
// verdict after the same games however many are played at a time.
func TestSequentialMatch(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "winner", "drawer")
	m.Games, m.SPRT = 0, &rating.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	var standings []rating.Pentanomial
	for _, m.Concurrency = range []int{1, 4} {
		log := NewLog()
		standing, err := m.Play(t.Context(), log, nil)
		if err != nil || standing.Decision != rating.H1 || len(log.games) < standing.Games() {
			t.Errorf("%s after %d games, %v: %v", standing.Decision, standing.Games(), standing.Between(0, 1), err)
		}
		standings = append(standings, standing.Between(0, 1))
		// Once it is decided, there is nothing left to play.
		again, err := m.Play(t.Context(), log, func(Result, *Standing) { t.Error("played on") })
		if err != nil || again.Between(0, 1) != standing.Between(0, 1) {
			t.Errorf("resumed: %v, %v", again.Between(0, 1), err)
		}
	}
	if standings[0] != standings[1] {
		t.Errorf("%v one at a time, %v four at a time", standings[0], standings[1])
	}
	if llr := m.SPRT.LLR(standings[0]); llr < 2.944 {
		t.Errorf("accepted H1 at %v", llr)
	}
}

// TestInterrupted ends a match in the middle and resumes it.
func TestInterrupted(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "4x4", "drawer", "winner")
	want := playAll(t, m)
	ctx, interrupt := context.WithCancel(t.Context())
	log := NewLog()
	standing, err := m.Play(ctx, log, func(Result, *Standing) {
		if len(log.games) == 8 {
			interrupt()
		}
	})
	if !errors.Is(err, context.Canceled) || standing.Over() || len(log.games) < 8 || len(log.games) > 9 {
		t.Errorf("%d games, %v", len(log.games), err)
	}
	if _, err := m.Play(t.Context(), log, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, gamesOf(log)); diff != "" {
		t.Error(diff)
	}
}

// TestProtocolPrograms plays with programs that speak the engine protocol.
func TestProtocolPrograms(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "ugi,Hash=2:"+act("play-ugi"), "uci:"+act("play-ugi"))
	m.Games = 2
	for _, g := range playAll(t, m) {
		if g.Reason != ByRules {
			t.Errorf("%+v", g)
		}
	}
	for text, want := range map[string]string{
		"ugi,Hash=99:" + act("play-ugi"): `Hash "99": want a whole number from 1 to 8`,
		"ugi,Skill=3:" + act("play-ugi"): `option "Skill": want one of UCI_Variant, Hash, MultiPV, Ponder, Seed`,
		"ugi:/no/such/program":           `engine "/no/such/program": `,
		"ugi:" + act("exit"):             `engine ended (exit status 3)`,
		"text:/no/such/program":          `program "/no/such/program": `,
	} {
		m := newMatch(t, hermit.Rules(), "3x3", "drawer", text)
		if strings.HasPrefix(text, "text") {
			m.Entry, m.Variant = testEntry(amazons.Rules()), ""
			m.Book = RandomOpenings(start(t, amazons.Rules(), ""), 0, 0, nil)
		}
		if _, err := m.Play(t.Context(), NewLog(), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestFaults has a player that fails in every game.
func TestFaults(t *testing.T) {
	m := newMatch(t, hermit.Rules(), "3x3", "drawer", "drawer:name=cheat")
	m.Games = 4
	m.Entry.Engines[0].New = func(engine.Config) engine.Engine { return cheater{} }
	m.Players[0].Kind = "winner"
	standing, err := m.Play(t.Context(), NewLog(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if standing.Between(0, 1) != (rating.Pentanomial{4: 2}) || standing.Faults[1][Illegal] != 4 || len(standing.Faults[0]) != 0 {
		t.Errorf("%+v", standing)
	}
}

// cheater answers what is never legal.
type cheater struct{}

func (cheater) Search(context.Context, engine.Request) (engine.Info, error) {
	return engine.Info{Line: []game.Move{"Ra1-c3"}}, nil
}

// twoStarts is a book of two openings, of which one is not the usual start but
// looks like it: a text program can't begin there.
func twoStarts(t *testing.T) Book {
	t.Helper()
	usual := start(t, amazons.Rules(), "")
	book, err := ReadOpenings(strings.NewReader(usual.String()+"\n"+elsewhere), amazons.Rules(), usual, 1)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

const elsewhere = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/2Q3Q3 w"

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		change func(*Match)
		want   string
	}{
		{func(m *Match) { m.Players = m.Players[:1] }, "1 players: want two or more"},
		{func(m *Match) { m.Games = 3 }, "3 games: want an even number"},
		{func(m *Match) { m.Games = 0 }, "no end: want a number of games"},
		{func(m *Match) { m.Players, m.SPRT = append(m.Players, m.Players[0]), &rating.SPRT{} }, "a sequential test of 3 players"},
		{func(m *Match) { m.SPRT = &rating.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.7, Beta: 0.1} }, "error 0.7: want a probability"},
		{func(m *Match) { m.Concurrency = 0 }, "concurrency 0: want 1 or more"},
		{func(m *Match) { m.Patience = 0 }, "margin 0s, patience 0s: want"},
		{func(m *Match) { m.Players[1].Kind = "nobody" }, `unknown engine "nobody": want one of drawer, slow, winner, ugi:COMMAND`},
		{func(m *Match) { m.Players[1] = Spec{Text: "text:x", Kind: "text"} }, `player "text:x": a text program plays only amazons`},
		{func(m *Match) {
			m.Entry, m.Variant = testEntry(amazons.Rules()), ""
			m.Players[1] = Spec{Text: "text:x", Kind: "text", Command: []string{"cat"}}
			m.Book = twoStarts(t)
		}, `player "text:x": opening from "` + elsewhere + `": a text program can only begin`},
	} {
		m := newMatch(t, hermit.Rules(), "3x3", "drawer", "drawer")
		test.change(m)
		if _, err := m.Play(t.Context(), NewLog(), nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
