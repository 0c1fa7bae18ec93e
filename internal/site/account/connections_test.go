package account

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"
	"time"

	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
	"thera/internal/site/stream"
)

// quiet is a feed that always has the same frame.
type quiet struct{ closed bool }

func (*quiet) Next() ([]byte, error)               { return []byte("frame"), nil }
func (*quiet) Hear(context.Context, []byte) []byte { return []byte("heard") }
func (q *quiet) Close()                            { q.closed = true }

// opened is a connection of a test.
type opened struct {
	stream.Feed
	woken chan struct{}
}

// connect opens a connection, which may show a class.
func connect(t *testing.T, a *Accounts, who Who, class string) opened {
	t.Helper()
	o := opened{woken: make(chan struct{}, 10)}
	feed, err := a.Connections().Guard(who, func() { o.woken <- struct{}{} }, func(k *Connection) (stream.Feed, error) {
		k.SeenFromOutside(class)
		return &quiet{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	o.Feed = feed
	t.Cleanup(feed.Close)
	return o
}

// isOpen fails the test if the connection has ended.
func (o opened) isOpen(t *testing.T, what string) {
	t.Helper()
	if frame, err := o.Next(); err != nil || frame == nil || o.Hear(t.Context(), nil) == nil {
		t.Errorf("%s has ended: %q, %v", what, frame, err)
	}
}

// endsWith waits for the end of the connection and wants it to have a reason.
func (o opened) endsWith(t *testing.T, want Reason) {
	t.Helper()
	select {
	case <-o.woken:
	case <-time.After(time.Minute):
		t.Fatalf("it does not end, want %q", want)
	}
	frame, err := o.Next()
	end, ok := errors.AsType[*stream.EndError](err)
	if !ok || frame != nil || end.Reason != string(want) || o.Hear(t.Context(), nil) != nil {
		t.Errorf("%q, %v, want the end with %q", frame, err, want)
	}
}

// TestConnectionsEnd ends, on one node, all that connections depend on, and wants those
// of another node to end too, and no others.
func TestConnectionsEnd(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	b := storetest.OpenBus(t, "")
	nodes := [2]*Accounts{join(t, s, b), join(t, s, b)}
	here := nodes[0]
	var following sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	defer following.Wait()
	defer cancel()
	for _, node := range nodes {
		following.Go(func() { node.Follow(ctx, func(store.Act) error { return nil }) })
	}
	by := Act{Actor: "root", Reason: "cheats"}
	for name, test := range map[string]struct {
		end  func(who Who, a *Accounts) error
		want Reason
	}{
		"sign-out":        {func(who Who, a *Accounts) error { return a.SignOut(ctx, who) }, SignIn},
		"closing":         {func(who Who, a *Accounts) error { return a.Close(ctx, who, Closing{Name: who.Name}) }, SignIn},
		"closing by root": {func(who Who, a *Accounts) error { return a.CloseFor(ctx, by, Closing{Name: who.Name}) }, SignIn},
		"ban":             {func(who Who, a *Accounts) error { return a.Ban(ctx, by, who.Name) }, Banned},
		"erasure": {func(who Who, a *Accounts) error {
			return a.CloseAll(ctx, store.Closing{Accounts: []string{who.ID}})
		}, SignIn},
		"password elsewhere": {func(who Who, a *Accounts) error {
			other, err := a.SignIn(ctx, who.Name, "correct horse", "")
			if err != nil {
				return err
			}
			return a.SetPassword(ctx, other.Who, "staple battery")
		}, SignIn},
		"session ended elsewhere": {func(who Who, a *Accounts) error {
			other, err := a.SignIn(ctx, who.Name, "correct horse", "")
			if err != nil {
				return err
			}
			return a.EndSession(ctx, other.Who, who.Session)
		}, SignIn},
		"new code": {func(who Who, a *Accounts) error {
			return a.EndOtherSessions(ctx, Who{}, who.ID, func(*sql.Tx) error { return nil })
		}, SignIn},
	} {
		t.Run(name, func(t *testing.T) {
			who := signUp(t, here, "Ann-"+NewID()[:8]).Who
			other := signUp(t, here, "Bob-"+NewID()[:8]).Who
			var mine, others []opened
			for _, node := range nodes {
				mine, others = append(mine, connect(t, node, who, "")), append(others, connect(t, node, other, ""))
			}
			if err := test.end(who, here); err != nil {
				t.Fatal(err)
			}
			for i := range nodes {
				mine[i].endsWith(t, test.want)
				others[i].isOpen(t, "somebody else's connection")
				if _, err := nodes[i].Connections().Guard(who, func() {}, nil); err == nil {
					t.Error("who was identified before connects after the end")
				}
			}
		})
	}
	t.Run("token", func(t *testing.T) {
		who := signUp(t, here, "Cid").Who
		text, made, err := here.NewToken(ctx, who, "mine", Scopes{Play})
		if err != nil {
			t.Fatal(err)
		}
		program, err := here.ByToken(ctx, text)
		if err != nil {
			t.Fatal(err)
		}
		person, there := connect(t, nodes[1], who, ""), connect(t, nodes[1], program, "")
		if err := here.RevokeToken(ctx, who, made.Hash); err != nil {
			t.Fatal(err)
		}
		there.endsWith(t, BadToken)
		person.isOpen(t, "the account's own connection")
	})
	t.Run("guest", func(t *testing.T) {
		guest, _ := here.Guest()
		before := connect(t, nodes[1], guest, "")
		if _, err := here.SignUp(ctx, guest, "Dan", "correct horse", ""); err != nil {
			t.Fatal(err)
		}
		before.endsWith(t, "") // and connects again, with the account
	})
	t.Run("class", func(t *testing.T) {
		member, visitor := signUp(t, here, "Eve").Who, Who{}
		member.Class = "c"
		inside, outside := connect(t, nodes[1], member, "c"), connect(t, nodes[1], visitor, "c")
		other := connect(t, nodes[1], visitor, "d")
		here.ClassChanged("c")
		outside.endsWith(t, ChangedClass)
		inside.isOpen(t, "a member's connection")
		other.isOpen(t, "a connection to another class")
		again := connect(t, nodes[1], visitor, "c") // who may see the class is checked again
		again.isOpen(t, "a connection after the change")
		nodes[1].reconnected()
		again.endsWith(t, "")
	})
}

// TestConnectionsForget wants nothing to be kept of connections that have ended, and of
// endings for an hour only.
func TestConnectionsForget(t *testing.T) {
	var all Connections
	who := Who{Session: "s"}
	who.ID = "ann"
	feed, err := all.Guard(who, func() {}, func(*Connection) (stream.Feed, error) { return &quiet{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	all.end("s", errSignedOut(), 1)
	if _, err := all.Guard(who, func() {}, nil); err == nil {
		t.Error("it is opened after the end")
	}
	feed.Close()
	all.forget(2 + endingKept)
	if len(all.open) != 0 || len(all.ended) != 0 {
		t.Errorf("kept: %v, %v", all.open, all.ended)
	}
	failed := errors.New("no such game")
	if _, err := all.Guard(who, func() {}, func(*Connection) (stream.Feed, error) { return nil, failed }); !errors.Is(err, failed) || len(all.open) != 0 {
		t.Errorf("%v; kept: %v", err, all.open)
	}
}
