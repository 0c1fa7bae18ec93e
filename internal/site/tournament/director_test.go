package tournament_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/game"
	"thera/hermit"
	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/lobby"
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

// TestSwissOfPrograms plays a rated Swiss tournament of twenty programs to its
// end; one is killed in the middle, and one joins late.
func TestSwissOfPrograms(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		of := terms(tournament.Swiss)
		of.Rated, of.Players, of.Rounds = true, tournament.Bots, 5
		organizer := p.player("teacher", play.Person)
		id := p.must(p.Create(ctx, organizer, of)).ID
		var kill func()
		for n := range 19 {
			bot := p.player(fmt.Sprint("bot", n), play.Bot)
			stop := p.program(bot)
			if n == 3 {
				kill = stop
			}
			p.must(p.Join(ctx, bot, id, 0))
		}
		p.must(p.Do(ctx, organizer, id, start))
		p.until(id, func(v tournament.Contest) bool { return v.Round == 2 })
		kill()
		late := p.player("late", play.Bot)
		p.program(late)
		p.must(p.Join(ctx, late, id, 0))
		v := p.until(id, ended)
		if v.Reason != tournament.ByEnd || v.Round != 5 || len(v.Standings) != 20 {
			p.t.Fatalf("%s after %d rounds with %d players", v.Reason, v.Round, len(v.Standings))
		}
		points, games := 0.0, 0
		for _, s := range v.Standings {
			points += s.Points
			switch s.Player.ID {
			case "bot3":
				if !s.Gone {
					p.t.Errorf("who was killed is in: %+v", s)
				}
			case "late":
				if s.Rounds[0] != "" || s.Rounds[1] != "" || len(s.Rounds) != 5 || s.Gone {
					p.t.Errorf("who was late has %+v", s)
				}
			default:
				if len(s.Rounds) != 5 || s.Gone {
					p.t.Errorf("%+v has not played on", s)
				}
			}
			if s.Player.Name != "N"+s.Player.ID {
				p.t.Errorf("%s is called %q", s.Player.ID, s.Player.Name)
			}
		}
		all, err := p.store.TournamentGames(ctx, id, store.Page{}, 0)
		for _, g := range all {
			if games++; g.Ended == 0 || len(g.Winners) != 1 || g.Rated != (g.Ply >= 2) {
				p.t.Errorf("game %+v", g)
			}
		}
		byes := 0
		for round := 1; round <= 5; round++ {
			for _, b := range p.must(p.View(ctx, nobody, id, round)).Boards {
				if b.Second == "" {
					byes++
				}
			}
		}
		if err != nil || points != float64(games+byes) {
			p.t.Errorf("%v points of %d games and %d byes, %v", points, games, byes, err)
		}
		if list, err := p.List(ctx, nobody, "", 10); err != nil || len(list) != 1 || list[0].First == nil || list[0].First.Name != v.Standings[0].Player.Name {
			p.t.Errorf("the list is %+v, %v", list, err)
		}
	})
}

// TestRestart restarts the program in the middle of a knockout: it continues,
// and a game that ended in between counts.
func TestRestart(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		p := open(t, address)
		ctx := t.Context()
		of := terms(tournament.Knockout)
		of.Double, of.Book, of.Variant = true, true, ""
		organizer := p.player("org", play.Person)
		id := p.must(p.Create(ctx, organizer, of)).ID
		var all []account.Who
		for n := range 4 {
			all = append(all, p.player(fmt.Sprint("player", n), play.Person))
			p.must(p.Join(ctx, all[n], id, 0))
		}
		v := p.must(p.Do(ctx, organizer, id, start))
		if len(v.Boards) != 2 || len(v.Boards[0].Games) != 1 {
			t.Fatalf("boards %+v", v.Boards)
		}
		p.stop()
		winner := resign(t, storetest.Open(t, address), v.Boards[0].Games[0])

		p = open(t, address)
		v = p.until(id, func(v tournament.Contest) bool { return len(v.Boards[0].Games) == 2 })
		if score := v.Boards[0].Scores; score[winner] != 1 || score[1-winner] != 0 {
			t.Errorf("the score is %v, want a win of seat %s", score, winner)
		}
		for _, one := range all {
			p.program(one)
		}
		if v = p.until(id, ended); v.Standings[0].Points != 2 || v.Round != 2 {
			t.Errorf("%+v", v.Standings)
		}
		for _, b := range v.Boards {
			first, err := p.store.Events(ctx, b.Games[0], 0)
			second, err2 := p.store.Events(ctx, b.Games[1], 0)
			if errors.Join(err, err2) != nil || first[0].Setup.Position == "" || first[0].Setup.Position != second[0].Setup.Position ||
				first[0].Setup.Players[0].ID != second[0].Setup.Players[1].ID {
				t.Errorf("the games of %+v begin as %+v and %+v", b, first[0].Setup, second[0].Setup)
			}
		}
	})
}

// resign stores the first two turns of a game and that the player of the second one has
// resigned. It returns the seat of the other one.
func resign(t *testing.T, s *store.Store, id string) (winner game.Seat) {
	t.Helper()
	events, err := s.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	state, err := play.Replay(hermit.Rules(), events)
	if err != nil {
		t.Fatal(err)
	}
	do := func(command play.Command) {
		t.Helper()
		if state, events, err = state.Decide(state.At()+1, command); err == nil {
			err = s.Append(t.Context(), state.Batch(id, events))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	winner = state.Position().Turn()
	for range 2 {
		do(play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(state.Position().Moves()[0])})
	}
	do(play.Resign{Seat: 1 - winner})
	return winner
}

// TestGameThatCannotBegin checks that the other games of a round begin while one can't.
func TestGameThatCannotBegin(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		org := p.player("org", play.Person)
		id := p.must(p.Create(ctx, org, terms(tournament.Swiss))).ID
		for n := range 6 {
			p.must(p.Join(ctx, p.player(fmt.Sprint("player", n), play.Person), id, 0))
		}
		games := []string{play.TournamentGameID(id, 1, 1), play.TournamentGameID(id, 2, 1), play.TournamentGameID(id, 3, 1)}
		exec := func(statement string) {
			if err := database.IgnoreNotFound(p.store.DB().Exec(ctx, statement)); err != nil {
				p.t.Fatal(err)
			}
		}
		exec(`CREATE TRIGGER broken BEFORE INSERT ON games WHEN NEW.id = '` + games[0] + `' BEGIN SELECT RAISE(ABORT, 'broken'); END`)
		p.must(p.Do(ctx, org, id, start))
		for i, game := range games {
			if _, err := p.store.Summary(ctx, game); errors.Is(err, store.ErrNotFound) != (i == 0) {
				p.t.Errorf("game %d: %v, want all but the first to begin", i+1, err)
			}
		}
		exec(`DROP TRIGGER broken`)
		time.Sleep(time.Minute)
		if _, err := p.store.Summary(ctx, games[0]); err != nil {
			p.t.Errorf("the first game later: %v", err)
		}
	})
}

// An arena that starts by itself, with somebody who is not there.
func TestArena(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		of := terms(tournament.Arena)
		of.Minutes, of.Starts = 5, p.house.Now()+60_000
		id := p.must(p.Create(ctx, p.player("org", play.Person), of)).ID
		for n := range 6 {
			one := p.player(fmt.Sprint("player", n), play.Bot)
			if n > 0 {
				p.program(one)
			}
			p.must(p.Join(ctx, one, id, 0))
		}
		p.must(p.Join(ctx, guest, id, 0))
		p.must(p.Do(ctx, guest, id, withdraw(guest)))
		v := p.until(id, ended)
		if took := v.Ended - v.Started; took < 300_000 || took > 400_000 || v.Started < of.Starts {
			p.t.Errorf("it began at %d and took %d", v.Started-of.Starts, took)
		}
		for _, s := range v.Standings {
			if s.Player.ID == "player0" != s.Gone || s.Games == 0 {
				p.t.Errorf("%+v", s)
			}
		}
	})
}

// TestHouseBots seats house bots by level; only the organizer can.
func TestHouseBots(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		organizer, one := p.player("org", play.Person), p.player("player", play.Person)
		for level := range residents {
			p.program(p.player(residents[level].ID, play.Bot))
		}
		p.program(one)
		id := p.must(p.Create(ctx, organizer, terms(tournament.RoundRobin))).ID
		p.must(p.Join(ctx, one, id, 0))
		_, err := p.Seat(ctx, one, id, 1, 0)
		p.refused(err, tournament.NotYours)
		for _, level := range []int{0, len(residents) + 1} {
			_, err = p.Seat(ctx, organizer, id, level, 0)
			p.refused(err, lobby.NoBot)
		}
		p.must(p.Seat(ctx, organizer, id, 1, 0))
		p.must(p.Seat(ctx, organizer, id, 2, 0))
		p.must(p.Seat(ctx, organizer, id, 2, 0)) // twice is once
		p.must(p.Do(ctx, organizer, id, start))
		v := p.until(id, ended)
		if len(v.Standings) != 3 {
			p.t.Fatalf("%+v", v.Standings)
		}
		for _, s := range v.Standings {
			if s.Gone || s.Games != 2 || (s.Player.Kind == play.Bot) != (s.Player.ID != one.ID) {
				p.t.Errorf("%+v", s)
			}
		}
	})
}

// TestClosedAccount checks that a player whose account is closed loses their
// games.
func TestClosedAccount(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		organizer := p.player("org", play.Person)
		id := p.must(p.Create(ctx, organizer, terms(tournament.RoundRobin))).ID
		for n := range 3 {
			one := p.player(fmt.Sprint("player", n), play.Person)
			p.program(one)
			p.must(p.Join(ctx, one, id, 0))
		}
		if err := p.store.CloseAccounts(ctx, store.Closing{Accounts: []string{"player1"}, At: 1}); err != nil {
			p.t.Fatal(err)
		}
		p.must(p.Do(ctx, organizer, id, start))
		for _, s := range p.until(id, ended).Standings {
			if gone := s.Player.ID == "player1"; s.Gone != gone || gone != (s.Player.Name == "deleted") || gone && s.Points > 0 {
				p.t.Errorf("%+v", s)
			}
		}
	})
}

// TestJoinBehind checks that a request to join that was identified before its account was closed
// or made a bot adds nobody.
func TestJoinBehind(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		org, ann, bob := p.player("org", play.Person), p.player("ann", play.Person), p.player("bob", play.Person)
		of := terms(tournament.Swiss)
		of.Players = tournament.People
		id := p.must(p.Create(ctx, org, of)).ID
		if err := errors.Join(p.store.BecomeBot(ctx, "ann", 1), p.store.CloseAccounts(ctx, store.Closing{Accounts: []string{"bob"}, At: 1})); err != nil {
			p.t.Fatal(err)
		}
		for _, who := range []account.Who{ann, bob} {
			_, err := p.Join(ctx, who, id, 0)
			p.refused(err, tournament.NotForYou)
		}
		if n := p.see(id).Players; n != 0 {
			p.t.Errorf("%d players, want none", n)
		}
	})
}

// A player who leaves the site is withdrawn, and what they organize is canceled unless
// it has started.
func TestLeave(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		org, ann, bob := p.player("org", play.Person), p.player("ann", play.Person), p.player("bob", play.Person)
		var ids [2]string
		for i, organizer := range []account.Who{org, ann} {
			ids[i] = p.must(p.Create(ctx, organizer, terms(tournament.Swiss))).ID
			p.must(p.Join(ctx, ann, ids[i], 0))
			p.must(p.Join(ctx, bob, ids[i], 0))
		}
		p.classes.teacher = "ann"
		of := terms(tournament.Swiss)
		of.Class = "c"
		handedOver := p.must(p.Create(ctx, ann, of)).ID
		p.must(p.Join(ctx, ann, handedOver, 0))
		p.classes.teacher = "rival"
		if before := p.must(p.View(ctx, nobody, ids[0], 0)); before.Standings[0].Player.Name != "Nann" {
			p.t.Errorf("before, the players are %+v", before.Standings)
		}
		if err := p.store.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 1}); err != nil {
			p.t.Fatal(err)
		}
		if v := p.must(p.View(ctx, nobody, ids[0], 0)); v.Standings[0].Player.Name != play.Deleted {
			p.t.Errorf("the players are %+v, want no name of who has left", v.Standings)
		}
		for range 2 {
			if err := p.Leave(ctx, "ann"); err != nil {
				p.t.Fatal(err)
			}
		}
		if v := p.must(p.View(ctx, nobody, ids[0], 0)); v.Players != 1 || v.Stage != tournament.Open {
			p.t.Errorf("%d players, %s: want bob alone", v.Players, v.Stage)
		}
		if v := p.must(p.View(ctx, nobody, ids[1], 0)); v.Stage != tournament.Done || v.Organizer.Name != play.Deleted {
			p.t.Errorf("the contest of %q is %s, want it ended", v.Organizer.Name, v.Stage)
		}
		if v := p.must(p.View(ctx, p.player("rival", play.Person), handedOver, 0)); v.Stage != tournament.Open || v.Players != 0 {
			p.t.Errorf("the contest of a class that was handed over is %s with %d players, want it open with none", v.Stage, v.Players)
		}
	})
}

// What a banned organizer has not started is canceled, and operators delete any tournament,
// even while the program has it in memory.
func TestOperatorsEndTournaments(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		org, ann := p.player("org", play.Person), p.player("ann", play.Person)
		open := p.must(p.Create(ctx, org, terms(tournament.Swiss))).ID
		other := p.must(p.Create(ctx, ann, terms(tournament.Swiss))).ID
		p.must(p.Join(ctx, org, other, 0))
		for range 2 {
			if err := p.CancelOpen(ctx, "org"); err != nil {
				p.t.Fatal(err)
			}
		}
		if v := p.must(p.View(ctx, nobody, open, 0)); v.Stage != tournament.Done {
			p.t.Errorf("a banned organizer's is %s, want it ended", v.Stage)
		}
		if v := p.must(p.View(ctx, nobody, other, 0)); v.Stage != tournament.Open || v.Players != 1 {
			p.t.Errorf("that of another is %s with %d players, want it open with one", v.Stage, v.Players)
		}
		act := store.Act{ID: "act", At: 1, Actor: "root", Act: account.ActRemoveContest, Object: other}
		if err := tournament.Delete(ctx, p.store, act); err != nil {
			p.t.Fatal(err)
		}
		if err := p.Reload(ctx, other); err != nil {
			p.t.Fatal(err)
		}
		if _, err := p.View(ctx, nobody, other, 0); !errors.Is(err, tournament.ErrNotFound) {
			p.t.Errorf("a deleted one: %v, want ErrNotFound", err)
		}
		acts, err := p.store.Acts(ctx, 0, 10)
		if err != nil || len(acts) != 1 || acts[0].Object != other || acts[0].Detail != "ann" {
			p.t.Errorf("acts %+v, %v", acts, err)
		}
		p.refused(tournament.Delete(ctx, p.store, act), account.NotFound)
	})
}

func TestRefusals(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		ann, teacher := p.player("ann", play.Person), p.player("teacher", play.Person)
		create := func(who account.Who, change func(*tournament.Conditions)) error {
			of := terms(tournament.Swiss)
			change(&of)
			_, err := p.Create(ctx, who, of)
			return err
		}
		for _, c := range []struct {
			who    account.Who
			change func(*tournament.Conditions)
			want   play.Reason
		}{
			{guest, func(*tournament.Conditions) {}, account.NoGuest},
			{ann, func(t *tournament.Conditions) { t.Game = "chess" }, "unknown-game"},
			{ann, func(t *tournament.Conditions) { t.Variant = "9x99" }, "unknown-variant"},
			{ann, func(t *tournament.Conditions) { t.Book = true }, tournament.BadTerms},
			{ann, func(t *tournament.Conditions) { t.Class = "c" }, tournament.NotYours},
			{ann, func(t *tournament.Conditions) { t.Name = "" }, tournament.BadTerms},
		} {
			p.refused(create(c.who, c.change), c.want)
		}
		for range 10 {
			if err := create(ann, func(t *tournament.Conditions) { t.Unlisted = true }); err != nil {
				p.t.Fatal(err)
			}
		}
		p.refused(create(ann, func(*tournament.Conditions) {}), tournament.TooMany)
		if list, err := p.List(ctx, ann, "", 20); err != nil || len(list) != 0 {
			p.t.Errorf("%d unlisted contests are listed, %v", len(list), err)
		}
		if list, err := p.Of(ctx, ann, 20); err != nil || len(list) != 10 {
			p.t.Errorf("%d contests are ann's, %v", len(list), err)
		}

		of := terms(tournament.Swiss)
		of.Class = "c"
		id := p.must(p.Create(ctx, teacher, of)).ID
		if _, err := p.View(ctx, ann, id, 0); !errors.Is(err, tournament.ErrNotFound) {
			p.t.Errorf("who is not in the class sees it: %v", err)
		}
		if _, err := p.Join(ctx, ann, id, 0); !errors.Is(err, tournament.ErrNotFound) {
			p.t.Errorf("who is not in the class joins: %v", err)
		}
		pupil := p.pupil("zoe")
		p.must(p.Join(ctx, pupil, id, 0))
		if list, err := p.List(ctx, pupil, "c", 20); err != nil || len(list) != 1 || list[0].Players != 1 {
			p.t.Errorf("contests of the class: %+v, %v", list, err)
		}
		everybody := p.must(p.Create(ctx, teacher, terms(tournament.Swiss))).ID
		_, err := p.Join(ctx, pupil, everybody, 0)
		p.refused(err, tournament.NotForYou)

		// Whatever deletes a contest, it is no more.
		if err := p.store.DB().Exec(ctx, `DELETE FROM contests WHERE id = $1`, id); err != nil {
			p.t.Fatal(err)
		}
		if _, err := p.Do(ctx, pupil, id, withdraw(pupil)); !errors.Is(err, tournament.ErrNotFound) {
			p.t.Errorf("a contest that is no more: %v", err)
		}
	})
}

// TestPowersByHand creates a tournament with powers chosen by hand.
func TestPowersByHand(t *testing.T) {
	inBubble(t, func(p *place) {
		of := terms(tournament.Swiss)
		of.Game, of.Variant, of.Powers = "santorini", "2p", "athena,pan"
		made := p.must(p.Create(p.ctx, p.player("ann", play.Person), of))
		if got := made.Terms; got.Variant != "2p:athena,pan" || got.Powers != setup.AsNamed {
			p.t.Errorf("%s with %q, want 2p:athena,pan", got.Variant, got.Powers)
		}
		p.must(p.Join(p.ctx, guest, made.ID, 0))
	})
}

// TestHandOver gives a class with tournaments to another teacher, who runs them from then
// on. The earlier teacher neither runs nor sees them, except as everybody sees a public
// class.
func TestHandOver(t *testing.T) {
	inBubble(t, func(p *place) {
		ctx := p.t.Context()
		teacher, rival := p.player("teacher", play.Person), p.player("rival", play.Person)
		pupil := p.pupil("zoe")
		other := p.pupil("jan")
		of := terms(tournament.RoundRobin)
		own := p.must(p.Create(ctx, teacher, of)).ID
		of.Class = "c"
		id := p.must(p.Create(ctx, teacher, of)).ID
		p.must(p.Join(ctx, pupil, id, 0))
		p.must(p.Join(ctx, other, id, 0))
		p.must(p.Join(ctx, teacher, id, 0))
		p.must(p.Join(ctx, teacher, own, 0))
		runs := func(who account.Who) bool { return p.must(p.View(ctx, who, id, 0)).You.Runs }
		if !runs(teacher) || runs(pupil) {
			p.t.Error("the teacher does not run it, or a pupil does")
		}

		p.classes.teacher = "rival"
		for range 2 {
			if err := p.LeaveClass(ctx, "c"); err != nil {
				p.t.Fatal(err)
			}
		}
		if v := p.must(p.View(ctx, rival, id, 0)); v.Players != 2 {
			p.t.Errorf("%d players of the class's contest, want the pupils", v.Players)
		}
		if v := p.see(own); v.Players != 1 {
			p.t.Errorf("%d players of another contest, want the earlier teacher", v.Players)
		}
		list, err := p.Of(ctx, teacher, 20)
		if err != nil || len(list) != 1 || list[0].ID != own {
			p.t.Errorf("contests of the earlier teacher: %+v, %v", list, err)
		}
		p.classes.isPublic = true
		if list, err = p.Of(ctx, teacher, 20); err != nil || len(list) != 2 {
			p.t.Errorf("contests of the earlier teacher, one of a public class: %+v, %v", list, err)
		}
		if runs(teacher) || !runs(rival) {
			p.t.Error("the earlier teacher runs it, or the new one does not")
		}
		_, err = p.Do(ctx, teacher, id, cancel)
		p.refused(err, tournament.NotYours)
		for _, who := range []account.Who{teacher, rival} {
			feed := p.follow(id, who, func() {})
			_, _ = feed.Next() // the contest
			if text, err := feed.Next(); err != nil || strings.Contains(string(text), `"runs":true`) != (who.ID == "rival") {
				p.t.Errorf("%s follows it: %s, %v", who.ID, text, err)
			}
			feed.Close()
		}
		p.must(p.Do(ctx, rival, id, start))
		p.must(p.Do(ctx, rival, id, func(by string) tournament.Command { return tournament.Remove{By: by, ID: pupil.ID} }))
		p.must(p.Do(ctx, rival, id, cancel))
	})
}

// TestNodes has several nodes run the same tournament.
func TestNodes(t *testing.T) {
	address := storetest.Postgres(t)
	nodes := []*place{open(t, address), open(t, address), open(t, address)}
	p := nodes[0]
	ctx := t.Context()
	organizer := p.player("org", play.Person)
	of := terms(tournament.RoundRobin)
	of.Players = tournament.Bots
	id := p.must(p.Create(ctx, organizer, of)).ID
	var joining sync.WaitGroup
	for n := range 6 {
		bot := p.player(fmt.Sprint("bot", n), play.Bot)
		joining.Go(func() {
			if _, err := nodes[n%3].Join(ctx, bot, id, 0); err != nil {
				t.Error(err)
			}
		})
		for _, node := range nodes { // a game is played at the node that has begun it
			node.program(bot)
		}
	}
	joining.Wait()
	for _, node := range nodes {
		joining.Go(func() {
			if _, err := node.Do(ctx, organizer, id, start); err != nil {
				t.Error(err)
			}
		})
	}
	joining.Wait()
	nodes[2].until(id, func(v tournament.Contest) bool { return v.Round > 2 })
	all, err := p.store.TournamentGames(ctx, id, store.Page{}, 0)
	if err != nil || len(all) < 7 {
		t.Errorf("%d games, %v", len(all), err)
	}
	pairs := map[string]bool{} // each plays once
	for _, g := range all {
		pair := []string{g.Players[0].ID, g.Players[1].ID}
		slices.Sort(pair)
		if key := fmt.Sprint(pair); pairs[key] {
			t.Errorf("%s have two games", key)
		} else {
			pairs[key] = true
		}
	}
}

// However many come at once, an organizer has as many open tournaments as are allowed.
func TestAsManyTournamentsAsAllowed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address)
		organizer := p.player("org", play.Person)
		var all sync.WaitGroup
		var made atomic.Int32
		for range 40 {
			all.Go(func() {
				_, err := p.Create(t.Context(), organizer, terms(tournament.Swiss))
				refusal, refused := errors.AsType[*play.Refusal](err)
				switch {
				case err == nil:
					made.Add(1)
				case !refused || refusal.Reason != tournament.TooMany:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 10 {
			t.Errorf("%d tournaments at once, want 10", n)
		}
	})
}

// Tournaments of a class that an organizer has handed over, and so can't end, are not counted
// as theirs.
func TestHandedOverAreNotCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address)
		defer p.stop()
		ctx := t.Context()
		teacher, of := p.player("teacher", play.Person), terms(tournament.Swiss)
		of.Class = "c"
		exec := func(statement string) {
			t.Helper()
			if err := p.store.DB().Exec(ctx, statement); err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO classes (id, name, teacher, invitation, open, public, created_at) VALUES ('c', 'C', 'teacher', 'x', TRUE, FALSE, 1)`)
		for range 10 {
			p.must(p.Create(ctx, teacher, of))
		}
		_, err := p.Create(ctx, teacher, terms(tournament.Swiss))
		p.refused(err, tournament.TooMany)
		p.player("rival", play.Person)
		exec(`UPDATE classes SET teacher = 'rival'`)
		p.must(p.Create(ctx, teacher, terms(tournament.Swiss)))
	})
}

// TestAbsentAfterRestart checks that a node that has found a player absent just when it
// looked for missed results still takes the end of each game at once.
func TestAbsentAfterRestart(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		p := open(t, address)
		of := terms(tournament.RoundRobin)
		of.Control, _ = play.ParseControl("3d") // so that the next round begins at once
		organizer := p.player("org", play.Person)
		id := p.must(p.Create(t.Context(), organizer, of)).ID
		for n := range 4 {
			p.must(p.Join(t.Context(), p.player(fmt.Sprint("player", n+1), play.Person), id, 0))
		}
		first := p.must(p.Do(t.Context(), organizer, id, start)).Boards
		p.playOut(first[0].Games[0])
		synctest.Wait()
		p.stop()

		p = open(t, address)
		if err := p.store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{"player4"}, At: 1}); err != nil {
			t.Fatal(err)
		}
		p.playOut(first[1].Games[0]) // before anything else makes the director read the tournament
		time.Sleep(time.Second)
		second := p.see(id)
		if second.Round != 2 || second.Boards[0].First != "player4" || !second.Boards[0].Over || second.Boards[1].Over {
			t.Fatalf("the boards of round %d are %+v, want the first to be won by default", second.Round, second.Boards)
		}
		p.playOut(second.Boards[1].Games[0])
		time.Sleep(time.Second)
		if v := p.see(id); v.Round != 3 {
			t.Errorf("a second after the last game of round 2 it is round %d", v.Round)
		}
	})
}

// playOut plays a game to its end.
func (p *place) playOut(id string) {
	p.t.Helper()
	r, leave, err := p.house.Enter(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	defer leave()
	for s := r.State(); !s.Over(); s = r.State() {
		turn := play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])}
		if _, err := r.Do(p.t.Context(), turn); err != nil {
			p.t.Fatal(err)
		}
	}
}
