package account

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// What is left of a closed account is removed at once, again when no request can have
// added to it any more, and after a crash by the next server.
func TestDeparture(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann").Who
		var finished []string
		failing := errors.New("the lobby is down")
		departing := Departing{Finish: []func(context.Context, string) error{
			func(_ context.Context, id string) error { finished = append(finished, "lobby"); return failing },
			func(_ context.Context, id string) error { finished = append(finished, "games"); return nil },
		}}
		a.OnClose(departing)
		want := func(what string, want ...string) {
			t.Helper()
			if !slices.Equal(finished, want) {
				t.Errorf("%s: finished %q, want %q", what, finished, want)
			}
			finished = nil
		}
		if err := a.Close(ctx, ann, Closing{Name: "Ann"}); err != nil {
			t.Fatal(err)
		}
		want("at once, whatever fails", "lobby", "games")

		next := open(t, a.store, c) // after a crash
		next.OnClose(departing)
		c.at += 5 * settled
		if err := next.finishDepartures(ctx); !errors.Is(err, failing) {
			t.Errorf("the error is %v", err)
		}
		want("by the next server", "lobby", "games")
		refused(t, next.Still(ann, Play), SignIn)
		failing = nil
		for _, times := range []int{1, 0} {
			if err := next.finishDepartures(ctx); err != nil {
				t.Fatal(err)
			}
			want("until it has succeeded", slices.Repeat([]string{"lobby", "games"}, times)...)
		}

		bob := signUp(t, a, "Bob").Who
		if err := a.Close(ctx, bob, Closing{Name: "Bob"}); err != nil {
			t.Fatal(err)
		}
		finished = nil
		for range 2 {
			if err := a.finishDepartures(ctx); err != nil {
				t.Fatal(err)
			}
		}
		want("while requests may still add to it", "lobby", "games", "lobby", "games")
	})
}

// A plan decides which accounts go, and may refuse.
func TestPlan(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, _ *clock) {
		ctx := t.Context()
		ann, bot := signUp(t, a, "Ann").Who, signUp(t, a, "Robot").Who
		a.OnClose(Departing{Plan: func(_ context.Context, p play.Player, c Closing) (store.Closing, error) {
			if c.Classes == Undecided {
				return store.Closing{}, Refuse(HasClasses, "want a choice")
			}
			return store.Closing{Accounts: []string{p.ID, bot.ID}}, nil
		}})
		refused(t, a.Close(ctx, ann, Closing{Name: "Ann"}), HasClasses)
		if err := a.Close(ctx, ann, Closing{Name: "Ann", Classes: CloseClasses}); err != nil {
			t.Fatal(err)
		}
		for _, who := range []Who{ann, bot} {
			refused(t, a.Still(who, Play), SignIn)
		}
	})
}

// Names that another program has changed are shown after the next look.
func TestFollowNames(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann").Who
		name := func() string {
			names, err := a.store.Names(ctx, []string{ann.ID})
			if err != nil {
				t.Fatal(err)
			}
			return names[ann.ID].Name
		}
		log := newChangeLog[store.NameChange](c.at)
		if err := a.followNames(ctx, log); err != nil || name() != "Ann" {
			t.Fatal(name(), err)
		}
		// Beside this program, and by a clock that is late.
		err := a.store.DB().Exec(ctx, `UPDATE accounts SET name = 'Bella', named_at = $1 WHERE id = $2`, c.at-overlap/2, ann.ID)
		if err != nil || name() != "Ann" {
			t.Fatal(name(), err)
		}
		number := 0
		for range 2 {
			if err := a.followNames(ctx, log); err != nil || name() != "Bella" {
				t.Fatal(name(), err)
			}
			if now := a.store.NameChanges(); number != 0 && now != number {
				t.Error("a change is applied twice")
			} else {
				number = now
			}
		}
		c.at += 3 * overlap
		if err := a.followNames(ctx, log); err != nil || len(log.applied) != 0 {
			t.Errorf("%d changes are remembered, %v", len(log.applied), err)
		}
		// While this program is frozen, or can't read.
		err = a.store.DB().Exec(ctx, `UPDATE accounts SET name = 'deleted', named_at = $1 WHERE id = $2`, c.at+1, ann.ID)
		if err != nil {
			t.Fatal(err)
		}
		c.at += 3 * overlap
		if err := a.followNames(ctx, log); err != nil || name() != "deleted" {
			t.Errorf("after a pause the name is %q, %v", name(), err)
		}
	})
}

// A name is shown while a departure waits for something, such as a room.
func TestNamesDuringDepartures(t *testing.T) {
	address := storetest.SQLite(t)
	here, beside := join(t, storetest.Open(t, address), nil), join(t, storetest.Open(t, address), nil)
	ann, bob := signUp(t, here, "Ann").Who, signUp(t, here, "Bob").Who
	if err := beside.Close(t.Context(), bob, Closing{Name: "Bob"}); err != nil {
		t.Fatal(err)
	}
	begun, finish := make(chan struct{}, 1), make(chan struct{})
	defer close(finish)
	here.OnClose(Departing{Finish: []func(context.Context, string) error{
		func(context.Context, string) error { begun <- struct{}{}; <-finish; return nil },
	}})
	named := make(chan string, 1)
	here.store.FollowNames(func(p play.Player) {
		if p.ID == ann.ID {
			named <- p.Name
		}
	})
	followChanges(t, here)
	<-begun
	if err := beside.Rename(t.Context(), Act{}, "Ann", "Bea"); err != nil {
		t.Fatal(err)
	}
	for {
		select {
		case name := <-named:
			if name == "Bea" {
				return
			}
		case <-time.After(time.Minute):
			t.Fatal("the name is not shown")
		}
	}
}

// A change of a name that can't be applied is applied when the store answers again.
func TestFollowNamesAgain(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		ann := signUp(t, a, "Ann").Who
		var told []string
		a.store.FollowNames(func(p play.Player) { told = append(told, p.Name) })
		do := func(statement string, args ...any) {
			t.Helper()
			if _, err := a.store.DB().Writer().ExecContext(ctx, statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		c.at++
		do(`UPDATE accounts SET name = 'Bea', folded = 'bea', named_at = $1 WHERE id = $2`, c.at, ann.ID) // by another program
		do(`ALTER TABLE accounts RENAME COLUMN kind TO lost`)
		log := newChangeLog[store.NameChange](c.at)
		if err := a.followNames(ctx, log); err == nil || len(told) > 0 {
			t.Errorf("%v; told of %q without the store", err, told)
		}
		do(`ALTER TABLE accounts RENAME COLUMN lost TO kind`)
		for range 2 {
			if err := a.followNames(ctx, log); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(told, []string{"Bea"}) {
			t.Errorf("told of %q, want Bea, once", told)
		}
	})
}

// Other nodes see as a bot who has become one.
func TestBotElsewhere(t *testing.T) {
	b := storetest.OpenBus(t, "")
	address := storetest.SQLite(t)
	nodes := [2]*Accounts{join(t, storetest.Open(t, address), b), join(t, storetest.Open(t, address), b)}
	followChanges(t, nodes[1])
	who := signUp(t, nodes[0], "Ann").Who
	kind := func() play.PlayerKind {
		t.Helper()
		players, err := nodes[1].store.Names(t.Context(), []string{who.ID})
		if err != nil {
			t.Fatal(err)
		}
		return players[who.ID].Kind
	}
	if got := kind(); got != play.Person {
		t.Fatalf("before: %v", got)
	}
	if _, err := nodes[0].BecomeBot(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "the other node sees a bot", func() bool { return kind() == play.Bot })
}

// followChanges does so until the test ends, as a server does.
func followChanges(t *testing.T, a *Accounts) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.FollowChanges(ctx, func(err error) { t.Error(err) })
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
}

// While a node is slow to show a new name, it hears everything else.
func TestNamesHoldUpNothing(t *testing.T) {
	b := storetest.OpenBus(t, "")
	address := storetest.SQLite(t)
	nodes := [2]*Accounts{join(t, storetest.Open(t, address), b), join(t, storetest.Open(t, address), b)}
	followChanges(t, nodes[1])
	shown := make(chan struct{})
	defer close(shown)
	nodes[1].store.FollowNames(func(play.Player) { <-shown })
	heard := make(chan struct{})
	if _, err := b.Subscribe("next", func(bus.Message) { close(heard) }); err != nil {
		t.Fatal(err)
	}
	signUp(t, nodes[0], "Ann")
	if err := b.Publish("next", nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-heard:
	case <-time.After(time.Minute):
		t.Error("the next message is not heard")
	}
}
