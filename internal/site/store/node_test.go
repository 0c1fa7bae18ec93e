package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

const lease = time.Hour

func attend(t *testing.T, s *store.Store, node string, at play.Instant, lease time.Duration) (was bool) {
	t.Helper()
	was, err := s.RenewLease(t.Context(), store.Node{ID: node}, at, lease)
	if err != nil {
		t.Fatal(err)
	}
	return was
}

func own(t *testing.T, s *store.Store, node, game string, want store.Ownership) {
	t.Helper()
	numbers, err := s.Numbers(t.Context(), []string{game})
	must(t, err)
	want.Number = numbers[game]
	if o, err := s.Own(t.Context(), node, game); err != nil || o != want {
		t.Fatalf("node %s asks for game %s: %+v, %v, want %+v", node, game, o, err, want)
	}
}

// An owner keeps its game while it is alive. Writes of a replaced owner are
// refused, even if nobody else has written anything.
func TestOwnership(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	g := begin(t, s, "g", 1000, setupOf(t, false, "ann", "bob"))
	append := func(epoch int64) error {
		state, events, err := g.state.Decide(g.state.At()+1000, turn(g.state))
		if err != nil {
			t.Fatal(err)
		}
		b := state.Batch("g", events)
		b.Epoch = epoch
		if err = s.Append(t.Context(), b); err == nil {
			g.state = state
		}
		return err
	}
	must(t, append(0)) // of somebody who need not own it
	attend(t, s, "a", 5000, lease)
	attend(t, s, "b", 5000, lease)
	own(t, s, "a", "g", store.Ownership{Node: "a", Epoch: 1})
	own(t, s, "a", "g", store.Ownership{Node: "a", Epoch: 1})
	own(t, s, "b", "g", store.Ownership{Node: "a", Epoch: 1})
	must(t, append(1))

	// It dies, or only seems to.
	if !attend(t, s, "a", 6000, -time.Second) || attend(t, s, "a", 7000, -time.Second) {
		t.Error("it is not told whether it was alive")
	}
	own(t, s, "b", "g", store.Ownership{Node: "b", Epoch: 2, Silent: 7000})
	own(t, s, "b", "g", store.Ownership{Node: "b", Epoch: 2, Silent: 7000})
	if err := append(1); !errors.Is(err, play.ErrTaken) {
		t.Errorf("an owner that was replaced is heard: %v", err)
	}
	must(t, append(2))
	own(t, s, "b", "g", store.Ownership{Node: "b", Epoch: 2}) // the time has been given back
	attend(t, s, "a", 9000, lease)
	own(t, s, "a", "g", store.Ownership{Node: "b", Epoch: 2})

	// Ended.
	must(t, s.EndLease(t.Context(), "b", 9500))
	own(t, s, "c", "g", store.Ownership{Node: "c", Epoch: 3, Silent: 9500}) // it dies too, at once
	own(t, s, "a", "g", store.Ownership{Node: "a", Epoch: 4, Silent: 9500})
	if _, err := s.Own(t.Context(), "a", "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a game that does not exist: %v", err)
	}
}

// Of the nodes that died only those are kept whose games may still be somebody's.
func TestDeadNodesAreForgotten(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	const day = 24 * 3_600_000
	attend(t, s, "long dead", 1000, -time.Second)
	attend(t, s, "dead", 10*day, -time.Second)
	attend(t, s, "slow clock", 1000, lease)
	attend(t, s, "new", 95*day, lease)
	ids, err := database.List(t.Context(), s.DB().Reader(), database.Texts, `SELECT id FROM nodes ORDER BY id`)
	if want := []string{"dead", "new", "slow clock"}; err != nil || !slices.Equal(ids, want) {
		t.Errorf("%q, %v, want %q", ids, err, want)
	}
}

// If many nodes want a game without an owner, one gets it, and all know which.
func TestOwnAtOnce(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	begin(t, s, "g", 1000, setupOf(t, false, "ann", "bob"))
	const nodes = 8
	owners := make(chan store.Ownership, nodes)
	for n := range nodes {
		attend(t, s, id(n), 1000, lease)
	}
	for n := range nodes {
		go func() {
			o, err := s.Own(t.Context(), id(n), "g")
			if err != nil {
				t.Error(err)
			}
			owners <- o
		}()
	}
	first := <-owners
	for range nodes - 1 {
		if o := <-owners; o != first || o.Epoch != 1 {
			t.Errorf("%+v and %+v own it", first, o)
		}
	}
}

// Several nodes take over the games of a dead one at the same time: each game
// gets one new owner, and all nodes get the same answer.
func TestOwnAll(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	const games, nodes = 50, 4
	var ids []string
	attend(t, s, "dead", 1000, lease)
	for n := range games {
		ids = append(ids, fmt.Sprint("g", n))
		begin(t, s, ids[n], 1000, setupOf(t, false, "ann", "bob"))
		if n < games-1 { // the last one has never had an owner
			own(t, s, "dead", ids[n], store.Ownership{Node: "dead", Epoch: 1})
		}
	}
	if owners, err := s.OwnAll(t.Context(), "other", ids[:games-1]); err != nil || owners["g0"] != (store.Ownership{Node: "dead", Epoch: 1, Number: 1}) {
		t.Errorf("while the owner is alive: %+v, %v", owners["g0"], err)
	}
	must(t, s.EndLease(t.Context(), "dead", 5000))
	var all sync.WaitGroup
	for n := range nodes {
		attend(t, s, id(n), 5000, lease)
		all.Go(func() {
			if _, err := s.OwnAll(t.Context(), id(n), ids); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	owners, err := s.OwnAll(t.Context(), id(0), append(ids, "none"))
	if err != nil || len(owners) != games {
		t.Fatalf("%d owners, %v", len(owners), err)
	}
	for n, game := range ids {
		want := store.Ownership{Node: owners[game].Node, Epoch: 2, Silent: 5000, Number: 1}
		if n == games-1 {
			want.Epoch, want.Silent = 1, 0
		}
		if owners[game] != want || want.Node == "dead" {
			t.Errorf("%s: %+v, want %+v", game, owners[game], want)
		}
	}
}

// A game can be given to a live node by its owner, and by nobody else.
func TestGive(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	begin(t, s, "g", 1000, setupOf(t, false, "ann", "bob"))
	for _, node := range []string{"a", "b"} {
		attend(t, s, node, 1000, lease)
	}
	attend(t, s, "dead", 1000, -time.Second)
	own(t, s, "a", "g", store.Ownership{Node: "a", Epoch: 1})
	if _, err := s.Give(t.Context(), "g", 1, "dead", 2000); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("to one that is not alive: %v", err)
	}
	if o, err := s.Give(t.Context(), "g", 1, "b", 3000); err != nil || o != (store.Ownership{Node: "b", Epoch: 2, GivenAt: 3000, Number: 1}) {
		t.Errorf("given: %+v, %v", o, err)
	}
	if _, err := s.Give(t.Context(), "g", 1, "a", 4000); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("by one who owned it before: %v", err)
	}
	for _, node := range []string{"a", "b"} {
		own(t, s, node, "g", store.Ownership{Node: "b", Epoch: 2, GivenAt: 3000})
	}

	// Its owner dies. The next one gives it away when it has given that time back.
	must(t, s.EndLease(t.Context(), "b", 5000))
	own(t, s, "a", "g", store.Ownership{Node: "a", Epoch: 3, Silent: 5000, GivenAt: 3000})
	attend(t, s, "c", 6000, lease)
	if o, err := s.Give(t.Context(), "g", 3, "c", 7000); err != nil || o != (store.Ownership{Node: "c", Epoch: 4, GivenAt: 7000, Number: 1}) {
		t.Errorf("given by the next owner: %+v, %v", o, err)
	}
}

// An outage of a node is one of the service as far as no other node was alive. The last
// heartbeat is that of any node.
func TestOutagesOfNodes(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	beat := func(node string, at play.Instant, lease time.Duration, outages ...play.Span) {
		t.Helper()
		if _, err := s.RenewLease(t.Context(), store.Node{ID: node}, at, lease, outages...); err != nil {
			t.Fatal(err)
		}
	}
	check := func(wantLast play.Instant, want ...play.Span) {
		t.Helper()
		if last, outages, err := s.LastBeat(t.Context()); err != nil || last != wantLast || !slices.Equal(outages, want) {
			t.Errorf("last heartbeat %d, outages %v, %v, want %d and %v", last, outages, err, wantLast, want)
		}
	}
	must(t, s.Beat(t.Context(), 500)) // before the store was restored
	beat("a", 1000, lease, play.Span{From: 500, To: 1000})
	check(1000, play.Span{From: 500, To: 1000})
	beat("b", 9000, lease)
	beat("a", 10_000, lease, play.Span{From: 2000, To: 10_000}) // b is alive
	check(10_000, play.Span{From: 500, To: 1000})
	beat("b", 12_000, -time.Second)
	beat("a", 15_000, -time.Second, play.Span{From: 11_000, To: 15_000}) // b was until it died
	check(15_000, play.Span{From: 500, To: 1000}, play.Span{From: 12_000, To: 15_000})
	beat("b", 14_000, lease, play.Span{From: 12_000, To: 14_000}) // its clock is behind that of a
	check(15_000, play.Span{From: 500, To: 1000}, play.Span{From: 12_000, To: 15_000})
}

// Nodes share the database's clock. If it has been set back, those that are alive continue
// with theirs, and others join them. A file has the machine's clock, which nobody who joins
// the program that serves it sees set back.
func TestTime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		s := open(t, address)
		at := func() play.Instant {
			t.Helper()
			at, err := s.Time(t.Context())
			must(t, err)
			return at
		}
		const hour = 3_600_000
		if !s.Shared() {
			before := play.Now()
			must(t, s.Beat(t.Context(), before-9*hour))
			if now := at(); now < before || now > before+8*hour {
				t.Errorf("time %d after %d: want the machine's", now, before)
			}
			must(t, s.Beat(t.Context(), before+9*hour))
			if now := at(); now != before+9*hour {
				t.Errorf("time %d after %d, want that of the program that is ahead", now, before)
			}
			return
		}
		began := at()
		if began <= 0 {
			t.Errorf("time %d", began)
		}
		attend(t, s, "dead", began+9*hour, -time.Second)
		if now := at(); now < began || now > began+8*hour {
			t.Errorf("time %d after %d: want the database's", now, began)
		}
		attend(t, s, "alive", began+9*hour, lease)
		if now := at(); now != began+9*hour {
			t.Errorf("time %d after %d, want that of the node that is ahead", now, began)
		}
	})
}

func TestNodes(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	for _, node := range []string{"a", "b", "c"} {
		begin(t, s, "of-"+node, 1000, setupOf(t, false, "ann", "bob"))
		attend(t, s, node, 1000, lease)
		own(t, s, node, "of-"+node, store.Ownership{Node: node, Epoch: 1})
	}
	begin(t, s, "nobody's", 1000, setupOf(t, false, "ann", "bob"))
	attend(t, s, "c", 1000, -time.Second)
	alive, err := s.LiveNodes(t.Context())
	if err != nil || len(alive) != 2 || alive[0].ID != "a" || alive[1].ID != "b" {
		t.Errorf("alive: %v, %v", alive, err)
	}
	due, err := s.DueOf(t.Context(), "a", 1_000_000)
	if want := []string{"nobody's", "of-a", "of-c"}; err != nil || !slices.Equal(due, want) {
		t.Errorf("due %v, %v, want %v", due, err, want)
	}
	numbers, err := s.Numbers(t.Context(), []string{"of-a", "none"})
	if err != nil || len(numbers) != 1 || numbers["of-a"] != 1 {
		t.Errorf("numbers %v, %v", numbers, err)
	}
}

// One program at a time serves a file, whatever it is called; others can still administer it.
func TestReserve(t *testing.T) {
	address := storetest.SQLite(t)
	s := open(t, address)
	must(t, s.Reserve(t.Context()))
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(address, link))
	for _, name := range []string{link, address} {
		if err := open(t, name).Reserve(t.Context()); !errors.Is(err, store.ErrServed) {
			t.Errorf("%s, which is served: %v", name, err)
		}
	}
	other := open(t, address)
	begin(t, other, "g", 1000, setupOf(t, false, "ann", "bob"))
	if _, err := other.RenewLease(t.Context(), store.Node{ID: "a"}, 1, lease); !errors.Is(err, store.ErrOneNode) || other.Shared() {
		t.Errorf("two nodes of a file: %v", err)
	}
	again, err := store.Open(t.Context(), address)
	must(t, err)
	must(t, again.Close())
}

// A node learns that another one has ended its lease just when it renews it: its games may
// have been taken over.
func TestEndedWhileRenewed(t *testing.T) {
	s := open(t, storetest.Patient(storetest.Postgres(t)))
	attend(t, s, "a", 1000, lease)
	was := make(chan bool, 1)
	hold(t, s, `UPDATE nodes SET expires_at = 0 WHERE id = 'a'`, func() {
		go func() {
			defer close(was)
			was <- attend(t, s, "a", 2000, lease)
		}()
		storetest.AwaitLocks(t, s.DB(), 1, "%")
	})
	if <-was {
		t.Error("the lease was alive until it was renewed")
	}
	if !attend(t, s, "a", 3000, lease) {
		t.Error("the lease was not renewed")
	}
}
