package council_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/site/council"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
	"thera/internal/site/tournament"
)

// inBubble runs a test in a synctest bubble with its own time.
func inBubble(t *testing.T, test func(p *place)) {
	t.Helper()
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		test(open(t, address))
	})
}

var red, blue = []string{"r1", "r2", "r3", "r4"}, []string{"b1", "b2"}

// TestVotes plays turns by the votes of most, of the earliest proposal, and of the first
// who votes late.
func TestVotes(t *testing.T) {
	inBubble(t, func(p *place) {
		t := p.t
		game := p.begin("5+3", 20, red, blue)
		first := p.state(game)
		if sides := first.Setup().Players; sides[0].Name != "Red" || sides[1].Name != "Blue" || sides[0].Kind != play.Team {
			t.Errorf("the players are %+v", sides)
		}
		p.vote(game, "r1", 0)
		p.vote(game, "r2", 1)
		p.vote(game, "r3", 1)
		p.mustSee(game, "r1", "1*2")
		p.vote(game, "r1", 0) // again
		p.vote(game, "r3", 2) // changed
		p.mustSee(game, "r3", "111*")
		time.Sleep(19 * time.Second)
		if p.state(game).Ply() != 0 {
			t.Fatal("the turn is played before the time is over")
		}
		time.Sleep(2 * time.Second)
		p.mustHavePlayed(game, first, 0) // of equal ones the earliest

		second := p.state(game)
		p.vote(game, "b1", 1)
		p.vote(game, "b2", 1) // the last of the side
		p.mustHavePlayed(game, second, 1)

		third := p.state(game)
		time.Sleep(30 * time.Second)
		p.mustHavePlayed(game, second, 1) // nobody has voted
		if v := p.vote(game, "r4", 2); v.Open {
			t.Errorf("after the vote it is open: %+v", v)
		}
		p.mustHavePlayed(game, third, 2)
	})
}

// TestLeaver checks that the vote of a player who has left does not stand in for that of
// one who has yet to vote.
func TestLeaver(t *testing.T) {
	inBubble(t, func(p *place) {
		game := p.begin("5+3", 20, red, blue)
		first := p.state(game)
		p.vote(game, "r1", 0)
		if _, err := p.director.Do(p.t.Context(), person("r1"), first.Setup().Tournament, func(string) tournament.Command { return tournament.Withdraw{ID: "r1"} }); err != nil {
			p.t.Fatal(err)
		}
		var left []string
		for _, name := range red[1:] {
			left = append(left, person(name).ID)
		}
		if members, err := p.director.Members(p.t.Context(), first.Setup().Players[0].ID); err != nil || !slices.Equal(members, left) {
			p.t.Errorf("the side has %v, %v; want %v", members, err, left)
		}
		p.vote(game, "r2", 1)
		if v := p.vote(game, "r3", 1); !v.Open {
			p.t.Errorf("before the last has voted: %+v", v)
		}
		p.vote(game, "r4", 2)
		p.mustHavePlayed(game, first, 1)
	})
}

// TestVotesOfLeavers checks that votes of players who have left decide nothing, that their
// side hears of it, and that a vote ends when the last who has not voted leaves.
func TestVotesOfLeavers(t *testing.T) {
	inBubble(t, func(p *place) {
		game := p.begin("3d", 60, []string{"r1", "r2", "r3"}, blue)
		first := p.state(game)
		p.vote(game, "r1", 0)
		heard := p.listen("r2", game)
		p.remove(game, "r1")
		p.mustSee(game, "r2", "")
		time.Sleep(90 * time.Second)
		if heard.Load() == 0 {
			p.t.Error("nobody hears that a player's vote has gone")
		}
		if p.state(game).Ply() != 0 {
			p.t.Fatal("the turn of a player who was removed is played")
		}
		p.vote(game, "r2", 1) // the first that counts, and late
		p.mustHavePlayed(game, first, 1)

		second := p.state(game)
		p.vote(game, "b1", 1)
		p.remove(game, "b2")
		time.Sleep(2 * time.Second)
		p.mustHavePlayed(game, second, 1)

		third := p.state(game)
		p.vote(game, "r2", 0)
		p.remove(game, "r2")
		p.vote(game, "r3", 1)
		p.mustHavePlayed(game, third, 1)
	})
}

// TestLeaverBeforeVotes checks that both sides hear of a player who leaves before anybody has
// voted on a turn: they are shown how many they are.
func TestLeaverBeforeVotes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address)
		game := p.begin("3d", 60, red, blue)
		own, other := p.listen("r2", game), p.listen("b1", game)
		p.remove(game, "r4")
		storetest.Until(t, "both sides hear of the first who left", func() bool { return own.Load() > 0 && other.Load() > 0 })
		for _, name := range red[:3] {
			p.vote(game, name, 0)
		}
		own, other = p.listen("r2", game), p.listen("b1", game)
		p.remove(game, "r3")
		storetest.Until(t, "both sides hear of the second", func() bool { return own.Load() > 0 && other.Load() > 0 })
	})
}

// TestQuietLooks checks that nobody hears of looks at a ballot that change nothing: once a
// turn is played, and from time to time after that.
func TestQuietLooks(t *testing.T) {
	inBubble(t, func(p *place) {
		game := p.begin("3d", 60, red, blue)
		first := p.state(game)
		for _, name := range red[:3] {
			p.vote(game, name, 0)
		}
		time.Sleep(2 * time.Second)
		own, other := p.listen("r1", game), p.listen("b1", game)
		p.vote(game, "r4", 0)
		time.Sleep(2 * time.Second)
		p.mustHavePlayed(game, first, 0)
		if err := p.store.DB().Exec(p.t.Context(), `UPDATE ballots SET due_at = 1 WHERE game = $1`, game); err != nil {
			p.t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if own.Load() != 1 || other.Load() != 0 {
			p.t.Errorf("the side hears of the last vote %d times, the other side %d times; want 1 and 0", own.Load(), other.Load())
		}
	})
}

// remove takes a player out of a game's tournament, as its organizer.
func (p *place) remove(game, name string) {
	p.t.Helper()
	_, err := p.director.Do(p.t.Context(), person("org"), p.state(game).Setup().Tournament, func(by string) tournament.Command { return tournament.Remove{By: by, ID: name} })
	if err != nil {
		p.t.Fatal(err)
	}
}

// TestClockEndsVote checks that a vote ends before the clock runs out.
func TestClockEndsVote(t *testing.T) {
	inBubble(t, func(p *place) {
		t := p.t
		game := p.begin("0.25+0", 600, red, blue)
		for _, name := range []string{"r1", "b1", "r1"} { // the first turns have a limit of their own
			before := p.state(game)
			p.vote(game, name, 0)
			for p.state(game).Number() == before.Number() {
				time.Sleep(time.Second)
			}
			p.mustHavePlayed(game, before, 0)
		}
		time.Sleep(time.Minute)
		if s := p.state(game); s.Reason() != play.ByTime || !s.Winners().Has(0) {
			t.Errorf("without a vote of Blue it ended by %q", s.Reason())
		}
	})
}

// TestSecrecy checks that nobody but the players of a side learns what it votes for, or
// that somebody has voted.
func TestSecrecy(t *testing.T) {
	inBubble(t, func(p *place) {
		t := p.t
		ctx := t.Context()
		game := p.begin("3d", 3600, red, blue)
		turn := string(p.state(game).Position().Moves()[0])
		mine, heard := p.listen("r2", game), map[string]*atomic.Int32{}
		for _, name := range []string{"b1", "org", "eve", ""} {
			heard[name] = p.listen(name, game)
		}
		p.vote(game, "r1", 0)
		synctest.Wait()
		if n := mine.Load(); n != 1 {
			t.Errorf("a player of the side hears of %d votes, want 1", n)
		}
		for name, n := range heard {
			if n.Load() != 0 {
				t.Errorf("%q hears of a vote of the other side", name)
			}
		}
		p.mustSee(game, "r2", "1")
		p.mustSee(game, "b1", "")
		for _, name := range []string{"org", "eve", ""} {
			_, err := p.View(ctx, person(name), game)
			p.mustRefuse(err, play.NoPlayer)
			_, err = p.Vote(ctx, person(name), game, 1, turn)
			p.mustRefuse(err, play.NoPlayer)
		}
		_, err := p.Vote(ctx, person("b1"), game, 1, turn)
		p.mustRefuse(err, play.NotYourTurn)
		// What everybody can read says nothing about it.
		state := p.state(game)
		events, err := p.store.Events(ctx, game, 0)
		if err != nil || len(events) != 1 {
			t.Fatalf("events %+v, %v", events, err)
		}
		contest, err := p.director.View(ctx, person("b1"), state.Setup().Tournament, 0)
		if err != nil {
			t.Fatal(err)
		}
		log, err := p.director.Log(ctx, person("b1"), contest.ID)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal([]any{events, state.View(p.house.Now()), state.Summary(game), contest, log})
		if err != nil || strings.Contains(string(text), turn) {
			t.Errorf("the vote is in %s, %v", text, err)
		}
		// A player who has withdrawn sees nothing more, and cannot change sides.
		if _, err := p.director.Do(ctx, person("r1"), contest.ID, func(string) tournament.Command { return tournament.Withdraw{ID: "r1"} }); err != nil {
			t.Fatal(err)
		}
		_, err = p.View(ctx, person("r1"), game)
		p.mustRefuse(err, play.NoPlayer)
		if _, err = p.director.Join(ctx, person("r1"), contest.ID, 2); err == nil {
			t.Error("a player changes sides during the game")
		}
	})
}

func TestRefusals(t *testing.T) {
	inBubble(t, func(p *place) {
		t := p.t
		ctx := t.Context()
		game := p.begin("5+3", 20, red, blue)
		_, err := p.Vote(ctx, person("r1"), game, 2, "Ra1")
		p.mustRefuse(err, play.WrongPly)
		if _, err := p.View(ctx, person("mallory"), game); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a player who may not see the game gets %v, want that there is none", err)
		}
		_, err = p.Vote(ctx, person("r1"), game, 1, "nonsense")
		p.mustRefuse(err, play.Illegal)
		_, err = p.Vote(ctx, person("r1"), game, 1, council.Resign)
		p.mustRefuse(err, play.TooEarly)
		for _, name := range []string{"r1", "r2", "r3", "r4", "b1", "b2"} {
			p.vote(game, name, 0)
		}
		for _, name := range red {
			if _, err := p.Vote(ctx, person(name), game, 3, council.Resign); err != nil {
				t.Error(err)
			}
		}
		if s := p.state(game); s.Reason() != play.ByResign || !s.Winners().Has(1) {
			t.Errorf("Red voted to resign, and the game is over by %q", s.Reason())
		}
		_, err = p.Vote(ctx, person("b1"), game, 3, "Ra1")
		p.mustRefuse(err, play.IsOver)
		time.Sleep(30 * time.Second)
		if n := p.ballots(); n != 0 {
			t.Errorf("%d ballots are left of a game that is over", n)
		}
	})
}

func (p *place) ballots() (n int) {
	p.t.Helper()
	if err := p.store.DB().Row(p.t.Context(), []any{&n}, `SELECT count(*) FROM ballots`); err != nil {
		p.t.Fatal(err)
	}
	return n
}

// TestRestart restarts the program during a vote, and after a decision that was not played:
// nothing is lost.
func TestRestart(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		p := open(t, address)
		game := p.begin("5+3", 20, red, blue)
		first := p.state(game)
		p.vote(game, "r1", 1)
		p.vote(game, "r2", 1)
		p.stop()
		time.Sleep(10 * time.Minute)

		p = open(t, address)
		p.vote(game, "r3", 0)
		p.mustSee(game, "r1", "2*1")
		time.Sleep(25 * time.Second)
		p.mustHavePlayed(game, first, 1)

		second := p.state(game)
		p.vote(game, "b1", 2)
		p.stop()

		p = open(t, address)
		decided := string(second.Position().Moves()[0])
		err := p.store.DB().Exec(t.Context(), `UPDATE ballots SET ballot = $1, due_at = 1`, `{"ply":2,"voting":20000,"proposals":[{"turn":"x","votes":["b1"]}],"decided":"`+decided+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		p.mustHavePlayed(game, second, 0)
	})
}

// TestRestartInLaterTurn checks that a vote that a restart interrupts continues, and does
// not begin again, when the clocks of both sides run.
func TestRestartInLaterTurn(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		p := open(t, address)
		game := p.begin("5+3", 20, red, blue)
		for _, name := range slices.Concat(red, blue) {
			p.vote(game, name, 0)
		}
		third := p.state(game)
		p.vote(game, "r1", 1)
		time.Sleep(15 * time.Second)
		p.stop()
		time.Sleep(10 * time.Minute)

		p = open(t, address)
		time.Sleep(10 * time.Second) // five of the vote's, and what the last heartbeat did not tell
		p.mustHavePlayed(game, third, 1)
	})
}

// TestDecisionIsPlayed checks that a decision that could not be played at once is played
// soon, not when the vote would have ended.
func TestDecisionIsPlayed(t *testing.T) {
	inBubble(t, func(p *place) {
		game := p.begin("3d", 3600, red, blue)
		first := p.state(game)
		p.exec(`CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no space'); END`)
		for _, name := range red {
			p.vote(game, name, 1)
		}
		if p.state(game).Ply() != 0 {
			p.t.Fatal("the turn is played although it cannot be stored")
		}
		p.exec(`DROP TRIGGER full`)
		time.Sleep(5 * time.Second)
		p.mustHavePlayed(game, first, 1)
	})
}

func (p *place) exec(statement string) {
	p.t.Helper()
	if err := database.IgnoreNotFound(p.store.DB().Exec(p.t.Context(), statement)); err != nil {
		p.t.Fatal(err)
	}
}

// TestAtOnce has all players of a large side vote at the same time: each vote counts.
func TestAtOnce(t *testing.T) {
	p := open(t, storetest.SQLite(t))
	var all []string
	for n := range 20 {
		all = append(all, string(rune('a'+n)))
	}
	game := p.begin("5+3", 600, all, blue)
	first := p.state(game)
	var voting sync.WaitGroup
	for n, name := range all {
		voting.Go(func() { p.vote(game, name, min(n%3, 1)) })
	}
	voting.Wait()
	p.mustHavePlayed(game, first, 1)
}
