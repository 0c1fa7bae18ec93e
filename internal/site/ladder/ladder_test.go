package ladder_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/ladder"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// place is a ladder with everything it needs. Its programs play the first legal
// move, or the last.
type place struct {
	t       *testing.T
	store   *store.Store
	house   *room.House
	lobby   *lobby.Lobby
	ladders []*ladder.Ladder // more than one as if on several nodes
	config  ladder.Config
	ctx     context.Context
	pace    time.Duration                  // of the programs' turns
	run     func(...func(context.Context)) // until the test ends

	begins sync.RWMutex // is held while a game is begun
	shut   bool         // none is begun any more
}

var errShut = errors.New("no game is begun any more")

func open(t *testing.T, address string, change func(*place)) *place {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, run, _ := storetest.Serve(t, s)
	house := storetest.House(t, s)
	l, err := lobby.New(t.Context(), lobby.Config{Store: s, House: house, Rules: catalog.Rules})
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, store: s, house: house, lobby: l, ctx: ctx, run: run}
	control, _ := play.ParseControl("3+2")
	p.config = ladder.Config{
		Store: s, Connected: l.Listening, Now: house.Now, Round: 20 * time.Millisecond,
		Begin: func(ctx context.Context, id string, gameSetup play.Setup) error {
			p.begins.RLock()
			defer p.begins.RUnlock()
			if p.shut {
				return errShut
			}
			return l.Pair(ctx, id, gameSetup, setup.AsNamed)
		},
		Absent: func(err error) bool {
			_, absent := errors.AsType[*lobby.AbsentError](err)
			return absent
		},
		Games: []ladder.Game{{Name: "hermit", Variant: "3x3", Control: control, Openings: []string{"R../.../... 2", "B../.../... 2", ".../.Y./... 2"}}},
	}
	p.resident("hermit-1", 1200)
	p.resident("hermit-2", 1300)
	if change != nil {
		change(p)
	}
	run(house.Run, l.Run)
	for i := range p.config.Bots {
		p.enter(p.config.Bots[i].Player)
	}
	for range 2 {
		one := ladder.New(p.config)
		house.Follow(one.Follow)
		p.ladders = append(p.ladders, one)
		run(one.Run)
	}
	return p
}

func (p *place) account(name string) play.Player {
	p.t.Helper()
	a := store.Account{ID: "id-" + name, Name: name, Folded: strings.ToLower(name), Kind: play.Bot}
	if err := p.store.AddAccount(p.t.Context(), a, nil); err != nil {
		p.t.Fatal(err)
	}
	return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}
}

// resident adds a house bot.
func (p *place) resident(name string, strength float64) {
	p.t.Helper()
	p.config.Bots = append(p.config.Bots, ladder.Resident{Player: p.account(name), Game: "hermit", Start: strength})
}

// enter makes a program follow its events and play.
func (p *place) enter(who play.Player) {
	p.t.Helper()
	p.run(func(ctx context.Context) {
		for notice, err := range p.lobby.Watch(ctx, who, false) {
			if err != nil {
				return
			}
			games := notice.Games
			if notice.Game != nil {
				games = append(games, *notice.Game)
			}
			for _, g := range games {
				p.move(who, g.ID)
			}
		}
	})
	storetest.Until(p.t, who.Name+" listens", func() bool { return p.lobby.Listens(who.ID) })
}

// move plays a turn if it is the program's.
func (p *place) move(who play.Player, id string) {
	r, leave, err := p.house.Enter(p.ctx, id)
	if err != nil {
		return
	}
	defer leave()
	s := r.State()
	seat := s.Position().Turn()
	if s.Over() || s.Setup().Players[seat].ID != who.ID {
		return
	}
	time.Sleep(p.pace)
	moves := s.Position().Moves()
	move := moves[0]
	if strings.HasSuffix(who.Name, "z") {
		move = moves[len(moves)-1]
	}
	_, _ = r.Do(p.ctx, play.Turn{Seat: seat, Ply: s.Ply() + 1, Text: string(move)})
}

// games returns the games of the ladder, the oldest first.
func (p *place) games() []play.Summary {
	p.t.Helper()
	all, err := p.ladders[0].Games(p.t.Context(), "hermit", "", "", store.Page{}, 0)
	if err != nil {
		p.t.Fatal(err)
	}
	slices.Reverse(all)
	return all
}

// of returns the last five games of a program.
func (p *place) of(who play.Player) []play.Summary {
	p.t.Helper()
	games, err := p.ladders[0].Games(p.t.Context(), "hermit", who.ID, "", store.Page{}, 5)
	if err != nil {
		p.t.Fatal(err)
	}
	return games
}

func (p *place) ended(n int) func() bool {
	return func() bool {
		over := 0
		for _, g := range p.games() {
			if g.Ended > 0 {
				over++
			}
		}
		return over >= n
	}
}

func (p *place) ready(who play.Player, games int) {
	p.t.Helper()
	if err := p.ladders[0].Ready(p.t.Context(), who, "hermit", games); err != nil {
		p.t.Fatal(err)
	}
}

// Programs play each other and the house bots, on two nodes: each opening with
// both seats, no program more games at a time than it wants, and the ratings
// follow from the games.
func TestLadder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address, nil)
		var programs []play.Player
		for _, name := range []string{"ant", "bee", "waltz"} {
			programs = append(programs, p.account(name))
			p.enter(programs[len(programs)-1])
		}
		for i, who := range programs {
			p.ready(who, 1+i)
		}
		storetest.Until(p.t, "20 games, five of each", func() bool {
			return p.ended(20)() && !slices.ContainsFunc(programs, func(who play.Player) bool { return len(p.of(who)) < 5 })
		})
		for _, who := range programs {
			if err := p.ladders[1].Leave(t.Context(), who.ID, "hermit"); err != nil {
				t.Fatal(err)
			}
		}
		p.begins.Lock() // a pair that was made before may be about to begin
		p.shut = true
		p.begins.Unlock()
		storetest.Until(p.t, "all games to end", func() bool {
			return !slices.ContainsFunc(p.games(), func(g play.Summary) bool { return g.Ended == 0 })
		})
		p.checkGames(programs)
		p.checkTable()
		if wrong, err := p.store.Recompute(t.Context(), false); wrong != 0 || err != nil {
			t.Errorf("%d ratings are wrong, %v", wrong, err)
		}
	})
}

// checkGames looks at the games that were played.
func (p *place) checkGames(programs []play.Player) {
	p.t.Helper()
	first, house := map[string]int{}, 0
	for _, g := range p.games() {
		a, b := g.Players[0].Name, g.Players[1].Name
		if !g.Rated || g.Tournament != "ladder-hermit" || len(g.Winners) != 1 {
			p.t.Errorf("game %+v: want a rated one of the ladder with a winner", g)
		}
		if strings.HasPrefix(a, "hermit-") && strings.HasPrefix(b, "hermit-") {
			p.t.Errorf("the house plays itself: %s %s", a, b)
		}
		if strings.HasPrefix(a+b, "hermit-") {
			house++
		}
		first[a+" "+b]++
	}
	for pair, n := range first {
		a, b, _ := strings.Cut(pair, " ")
		if d := n - first[b+" "+a]; d < -2 || d > 2 { // the second of some may not have begun
			p.t.Errorf("%s %d times, and the other way round %d times", pair, n, n-d)
		}
	}
	if len(first) < 4 {
		p.t.Errorf("the pairs are %v, want more", first)
	}
	for _, who := range programs {
		if games := p.of(who); len(games) != 5 {
			p.t.Errorf("%d games of %s: want the last 5", len(games), who.Name)
		}
	}
}

// checkTable looks at the cross table.
func (p *place) checkTable() {
	p.t.Helper()
	table, err := ladder.New(p.config).Standing(p.t.Context(), "hermit")
	if err != nil || table.Games != len(p.games()) || len(table.Rows) < 3 {
		p.t.Fatalf("%v: %+v", err, table)
	}
	start, games := 0.0, 0.0
	for i, r := range table.Rows {
		sum, won := 0, 0
		for j, m := range r.Against {
			sum, won = sum+m.Games(), won+m.Won()
			if other := table.Rows[j].Against[i]; m.First != other.Second || m.WonFirst != other.Second-other.WonSecond {
				p.t.Errorf("%s has %+v against %s, who has %+v", r.Player.Name, m, table.Rows[j].Player.Name, other)
			}
		}
		if sum != r.Games || won != r.Won || i > 0 && r.Elo > table.Rows[i-1].Elo || r.Error <= 0 || r.Player.Rating == 0 {
			p.t.Errorf("row %d is %+v", i, r)
		}
		if r.House {
			begun := map[string]float64{"hermit-1": 1200, "hermit-2": 1300}[r.Player.Name]
			start += float64(r.Games) * (begun - r.Elo)
			games += float64(r.Games)
		}
	}
	if off := start / max(games, 1); off > 1 || off < -1 {
		p.t.Errorf("the house is %.1f points from where it began, want the scale of the ratings", off)
	}
}

// A program that is alone plays house bots; one that leaves or disconnects
// plays nobody.
func TestAlone(t *testing.T) {
	p := open(t, storetest.SQLite(t), nil)
	ant := p.account("ant")
	for want, try := range map[play.Reason]func() error{
		ladder.NotHere:     func() error { return p.ladders[0].Ready(t.Context(), ant, "hermit", 1) },
		ladder.UnknownGame: func() error { return p.ladders[0].Leave(t.Context(), ant.ID, "chess") },
		ladder.NotABot: func() error {
			return p.ladders[0].Ready(t.Context(), play.Player{ID: "ann", Kind: play.Person}, "hermit", 1)
		},
		ladder.InClass: func() error {
			return p.ladders[0].Ready(t.Context(), play.Player{ID: "x", Kind: play.Bot, Class: "c"}, "hermit", 1)
		},
		ladder.TooMany: func() error { return p.ladders[0].Ready(t.Context(), ant, "hermit", 9) },
	} {
		refused, ok := errors.AsType[*play.Refusal](try())
		if !ok || refused.Reason != want {
			t.Errorf("%v, want %s", refused, want)
		}
	}
	p.enter(ant)
	p.ready(ant, 2)
	storetest.Until(p.t, "8 games", p.ended(8))
	opponents := map[string]bool{}
	for _, g := range p.games() {
		opponents[g.Players[0].Name] = true
		opponents[g.Players[1].Name] = true
	}
	if len(opponents) != 3 {
		t.Errorf("played by %v, want the program and all of the house", opponents)
	}
	// A closed account gets no more games, and the others keep playing.
	p.begins.Lock() // a game of this program may be about to begin
	err := p.store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{ant.ID}, At: p.house.Now()})
	p.begins.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	storetest.Until(p.t, "all games to end", func() bool {
		return !slices.ContainsFunc(p.games(), func(g play.Summary) bool { return g.Ended == 0 })
	})
	before := len(p.games())
	bee := p.account("bee")
	p.enter(bee)
	p.ready(bee, 1)
	storetest.Until(p.t, "games of another one", p.ended(before+4))
	for _, g := range p.games()[before:] {
		if g.Players[0].ID == ant.ID || g.Players[1].ID == ant.ID {
			t.Errorf("a game of who is gone: %+v", g)
		}
	}
}

// House bots play each other if that is wanted and no program is there, up to
// the number of games.
func TestExhibition(t *testing.T) {
	p := open(t, storetest.SQLite(t), func(p *place) {
		p.resident("hermit-3", 1400)
		p.resident("hermit-4", 1500)
		p.config.Exhibition, p.pace = 2, 20*time.Millisecond
		begin := p.config.Begin
		p.config.Begin = func(ctx context.Context, id string, gameSetup play.Setup) error {
			time.Sleep(10 * time.Millisecond) // the other node pairs meanwhile
			return begin(ctx, id, gameSetup)
		}
	})
	storetest.Until(p.t, "6 games", func() bool {
		going := 0
		for _, g := range p.games() {
			if g.Ended == 0 {
				going++
			}
		}
		if going > 2 {
			t.Fatalf("%d games at a time, want 2", going)
		}
		return p.ended(6)()
	})
}

// TestOldPairings gives up pairings of long ago whose games have not all begun, also those of
// programs that don't come back.
func TestOldPairings(t *testing.T) {
	p := open(t, storetest.SQLite(t), func(p *place) {
		p.config.Exhibition = 2
		for number, players := range [][2]string{{"id-gone", "id-away"}, {"id-hermit-1", "id-hermit-2"}} {
			err := p.store.DB().Exec(t.Context(), `INSERT INTO ladder_pairings (game, number, at, first, second, opening, begun) VALUES ('hermit', $1, $2, $3, $4, 0, 1)`,
				number+1, p.house.Now()-30*24*3_600_000, players[0], players[1])
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	storetest.Until(p.t, "no old pairing", func() bool {
		var n int
		if err := p.store.DB().Row(t.Context(), []any{&n}, `SELECT count(*) FROM ladder_pairings WHERE number <= 2 AND begun < 2`); err != nil {
			t.Fatal(err)
		}
		return n == 0
	})
	if g, err := p.store.Summary(t.Context(), play.TournamentGameID(ladder.TournamentOf("hermit"), 2, 2)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the second game of an old pairing has begun: %+v, %v", g, err)
	}
}

// A program that returns just when it is found to be absent stays ready.
func TestReturnsInTime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		var p *place
		var mu sync.Mutex
		here, looks, later, returns := true, 0, play.Instant(0), false
		p = open(t, address, func(p *place) {
			p.config.Now = func() play.Instant {
				mu.Lock()
				defer mu.Unlock()
				return p.house.Now() + later
			}
			p.config.Connected = func(_ context.Context, players ...string) []string {
				mu.Lock()
				defer mu.Unlock()
				if looks++; here {
					return players
				}
				if returns && len(players) > 0 {
					here, looks = true, 0
					mu.Unlock()
					p.ready(play.Player{ID: "id-ant", Name: "ant", Kind: play.Bot}, 1)
					mu.Lock()
				}
				return nil
			}
		})
		p.ready(p.account("ant"), 1)
		mu.Lock()
		here, later, returns = false, 61_000, true
		mu.Unlock()
		storetest.Until(p.t, "rounds with the program", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return here && looks > 4
		})
		var n int
		if err := p.store.DB().Row(t.Context(), []any{&n}, `SELECT count(*) FROM ladder_ready WHERE player = 'id-ant'`); err != nil || n != 1 {
			t.Errorf("%d, %v: want it to be ready", n, err)
		}
	})
}
