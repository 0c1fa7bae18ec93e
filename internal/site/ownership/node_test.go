package ownership_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/game"
	"thera/hermit"
	"thera/internal/site/ownership"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// member is a node with its house.
type member struct {
	*ownership.Node
	t     *testing.T
	house *room.House
	store *store.Store
	pulse *room.Heartbeat
	kill  func() // ends it without a word
	leave func() // ends it as it should
}

// join starts a node.
func join(t *testing.T, address, nats string) *member {
	t.Helper()
	return joinAs(t, address, nats, func(n *ownership.Node) room.Peers { return n })
}

// joinAs is join for a node whose rooms have other peers than the node itself.
func joinAs(t *testing.T, address, nats string, peers func(*ownership.Node) room.Peers) *member {
	t.Helper()
	s, b := storetest.Open(t, address), storetest.OpenBus(t, nats)
	m := &member{t: t, store: s, Node: storetest.Join(t, s, b)}
	var err error
	if m.pulse, err = room.NewHeartbeat(t.Context(), m.Node); err != nil {
		t.Fatal(err)
	}
	look := &calendar{Node: m.Node, looked: make(chan struct{})}
	m.house = room.NewHouse(room.Config{Rules: rules, Log: s, Heartbeat: m.pulse, Peers: peers(m.Node)}, look)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { m.Run(ctx, m.house) })
	running.Go(func() { m.house.Run(ctx) })
	<-look.looked
	end := sync.OnceFunc(func() {
		cancel()
		running.Wait()
		_ = b.Close()
	})
	m.kill = end
	m.leave = func() {
		cancel()
		running.Wait()
		if err := m.Retire(context.Background(), m.pulse.Now()); err != nil {
			t.Error(err)
		}
		end()
	}
	t.Cleanup(end)
	return m
}

// calendar is a node's calendar that records when it was first read: a house
// that reads it while a game is being created elsewhere may become its owner
// first.
type calendar struct {
	*ownership.Node
	looked chan struct{}
	once   sync.Once
}

func (c *calendar) Due(ctx context.Context, until play.Instant) ([]string, error) {
	due, err := c.Node.Due(ctx, until)
	c.once.Do(func() { close(c.looked) })
	return due, err
}

func rules(string) (game.Game, error) { return hermit.Rules(), nil }

func setup() play.Setup {
	s := play.Setup{Game: "hermit", Variant: "7x7", Control: play.Control{Initial: 300_000, Increment: 3000}}
	for _, id := range []string{"ann", "bob"} {
		s.Players = append(s.Players, play.Player{ID: id, Name: id, Kind: play.Person})
	}
	return s
}

func (m *member) begin(id string) *room.Room {
	m.t.Helper()
	if err := m.house.Begin(m.t.Context(), id, setup()); err != nil {
		m.t.Fatal(err)
	}
	r, leave, err := m.house.Enter(m.t.Context(), id)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(leave)
	return r
}

func (m *member) enter(id string) *room.Room {
	m.t.Helper()
	r, leave, err := m.house.Enter(m.t.Context(), id)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(leave)
	return r
}

// move plays a turn over a room.
func move(t *testing.T, r *room.Room) {
	t.Helper()
	if err := tryMove(t, r); err != nil {
		t.Fatal(err)
	}
}

// tryMove plays the first legal turn, and returns why it was refused.
func tryMove(t *testing.T, r *room.Room) error {
	t.Helper()
	before := r.State()
	state, err := r.Do(t.Context(), play.Turn{Seat: before.Position().Turn(), Ply: before.Ply() + 1, Text: string(before.Position().Moves()[0])})
	if err == nil && state.Ply() != before.Ply()+1 {
		t.Fatalf("ply %d after %d", state.Ply(), before.Ply())
	}
	return err
}

func reaches(t *testing.T, r *room.Room, ply int) {
	t.Helper()
	storetest.Until(t, fmt.Sprint("ply ", ply), func() bool { return r.State().Ply() == ply })
}

// Players at two nodes play one game, see each other and get each other's chat.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a, b := join(t, address, nats), join(t, address, nats)
	one := a.begin("g")
	two := b.enter("g")
	if !one.IsOwner() || two.IsOwner() {
		t.Fatalf("a's room decides: %t, b's: %t", one.IsOwner(), two.IsOwner())
	}
	for ply := 1; ply < 6; ply += 2 {
		reaches(t, one, ply-1)
		move(t, one)
		reaches(t, two, ply)
		move(t, two)
	}
	reaches(t, one, 6)
	_, err := two.Do(t.Context(), play.Turn{Ply: 3, Text: "nonsense"})
	if refused, ok := errors.AsType[*play.Refusal](err); !ok || refused.Reason != play.WrongPly {
		t.Errorf("a turn that can't be: %v", err)
	}
	leave := two.Enter(1)
	look := two.AddWatcher()
	storetest.Until(t, "who is there", func() bool { return one.Present() == game.Only(1) && one.Watchers() == 1 })
	leave()
	look()
	storetest.Until(t, "who has gone", func() bool { return one.Present() == 0 && one.Watchers() == 0 })
	notes := make(chan string, 10)
	b.house.Follow(func(c room.Change) {
		if c.Note != nil {
			notes <- string(c.Note)
		}
	})
	a.house.Note("g", []byte("hello"))
	if note := <-notes; note != "hello" {
		t.Errorf("note %q", note)
	}
}

// A node dies: another one takes over, and the players get back the time during
// which nobody heard them. If the old owner was only frozen, it cannot write,
// and follows the new one.
func TestDeadOwner(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a, b := join(t, address, nats), join(t, address, nats)
	one := a.begin("g")
	two := b.enter("g")
	for ply := range 2 {
		move(t, one)
		reaches(t, two, ply+1)
	}
	a.kill()
	began := time.Now()
	storetest.Until(t, "another node continues", func() bool { // it is asked for longer than it waits
		s := two.State()
		_, err := two.Do(t.Context(), play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])})
		if err != nil && !errors.Is(err, room.ErrNotStored) {
			t.Fatal(err)
		}
		return err == nil
	})
	t.Logf("after %v", time.Since(began))
	if !two.IsOwner() {
		t.Error("b's room does not decide")
	}
	events, err := two.Since(t.Context(), 3)
	if err != nil || len(events) != 2 || events[0].Reason != play.ByOutage || events[0].Given <= 0 || events[1].Kind != play.Turned {
		t.Errorf("%+v, %v: want time given back, and a turn", events, err)
	}
	// As a frozen owner would: it knows nothing of what has happened.
	state := one.State()
	next, events, err := state.Decide(state.At()+1, play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(state.Position().Moves()[1])})
	if err != nil {
		t.Fatal(err)
	}
	batch := next.Batch("g", events)
	batch.Epoch = 1
	if err := a.store.Append(t.Context(), batch); err == nil {
		t.Error("the old owner is heard")
	}
}

// A game whose owner has died, and which nobody opens for days, gets back the time in which
// nobody could hear its players: not that in which another node could.
func TestOpenedDaysLater(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	s, now := storetest.Open(t, address), play.Now()
	const hour = play.Instant(time.Hour / time.Millisecond)
	beat := func(node string, at play.Instant, outages ...play.Span) {
		t.Helper()
		if _, err := s.RenewLease(t.Context(), store.Node{ID: node}, at, time.Hour, outages...); err != nil {
			t.Fatal(err)
		}
	}
	end := func(node string, at play.Instant) {
		t.Helper()
		if err := s.EndLease(t.Context(), node, at); err != nil {
			t.Fatal(err)
		}
	}

	correspondence := setup()
	correspondence.Control = play.Control{Turn: play.Millis(72 * hour)}
	state, events, err := play.Create(hermit.Rules(), correspondence, now-50*hour)
	for range 2 {
		if err == nil {
			err = s.Append(t.Context(), state.Batch("g", events))
		}
		if err == nil {
			turn := play.Turn{Seat: state.Position().Turn(), Ply: state.Ply() + 1, Text: string(state.Position().Moves()[0])}
			state, events, err = state.Decide(state.At()+1, turn)
		}
	}
	if err == nil {
		err = s.Append(t.Context(), state.Batch("g", events))
	}
	if err != nil {
		t.Fatal(err)
	}
	beat("a", now-50*hour)
	if _, err := s.Own(t.Context(), "a", "g"); err != nil {
		t.Fatal(err)
	}
	end("a", now-49*hour)
	beat("successor", now-48*hour, play.Span{From: now - 49*hour, To: now - 48*hour})
	end("successor", now-2*hour)

	b := join(t, address, nats)
	_, outages, err := s.LastBeat(t.Context())
	if err != nil || !slices.ContainsFunc(outages, func(o play.Span) bool { return o.From == now-2*hour }) {
		t.Errorf("outages %v, %v: want one since %d", outages, err, now-2*hour)
	}
	b.enter("g")
	events, err = s.Events(t.Context(), "g", 3)
	if want := play.Millis(3 * hour); err != nil || len(events) != 1 || events[0].Given < want || events[0].Given > 2*want {
		t.Errorf("%+v, %v: want little more than %d ms given back", events, err, want)
	}
}

// slowPeers let a room open only when told to, after it has learned who owns its game.
type slowPeers struct {
	*ownership.Node
	joining chan string // games whose rooms wait
	mayJoin chan struct{}
}

func (p slowPeers) Join(game string, hear func(room.Message)) (leave func(), err error) {
	p.joining <- game
	<-p.mayJoin
	return p.Node.Join(game, hear)
}

// A node dies while another one opens a room of its game: that room takes over without
// being asked to, as a game without a clock needs when nobody but its owner plays.
func TestOwnerDiesMeanwhile(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	slow := slowPeers{joining: make(chan string, 2), mayJoin: make(chan struct{}, 2)}
	a := join(t, address, nats)
	b := joinAs(t, address, nats, func(n *ownership.Node) room.Peers { slow.Node = n; return slow })
	a.begin("early")
	a.begin("late")
	slow.mayJoin <- struct{}{}
	early := b.enter("early")
	<-slow.joining
	opened := make(chan *room.Room, 1)
	go func() {
		r, _, err := b.house.Enter(t.Context(), "late")
		if err != nil {
			t.Error(err)
		}
		opened <- r
	}()
	<-slow.joining
	a.kill()
	if err := b.store.MarkDead(t.Context(), a.ID()); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "b owns the early game", early.IsOwner)
	slow.mayJoin <- struct{}{}
	if late := <-opened; late != nil {
		storetest.Until(t, "b owns the late game", late.IsOwner)
	}
}

// A node that was taken for dead continues as a follower.
func TestReplacedOwner(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a, b := join(t, address, nats), join(t, address, nats)
	one := a.begin("g")
	two := b.enter("g")
	storetest.Until(t, "b owns the game", func() bool {
		if _, err := a.store.RenewLease(t.Context(), store.Node{ID: a.ID()}, a.pulse.Now(), -time.Second); err != nil {
			t.Fatal(err)
		}
		o, err := b.store.Own(t.Context(), b.ID(), "g")
		return err == nil && o.Node == b.ID()
	})
	move(t, one) // a finds out when it writes, and asks b
	reaches(t, two, 1)
	if one.IsOwner() || !two.IsOwner() {
		t.Errorf("a's room decides: %t, b's: %t", one.IsOwner(), two.IsOwner())
	}
	move(t, two)
	reaches(t, one, 2)
}

// cutOffPeers neither hear from other rooms nor reach any.
type cutOffPeers struct {
	*ownership.Node
	sending chan struct{} // gets a value for each command
	end     chan struct{} // until which senders wait
}

func (cutOffPeers) Join(string, func(room.Message)) (leave func(), err error) { return func() {}, nil }

func (p cutOffPeers) Send(context.Context, string, string, int, play.Command) ([]play.Event, error) {
	p.sending <- struct{}{}
	<-p.end
	return nil, errDeaf
}

// Without the bus, events come from the database even while a turn in another game waits
// for its owner.
func TestWaitingTurn(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	cutOff := cutOffPeers{sending: make(chan struct{}, 1000), end: make(chan struct{})}
	a := join(t, address, nats)
	b := joinAs(t, address, nats, func(n *ownership.Node) room.Peers { cutOff.Node = n; return cutOff })
	busy, other := a.begin("busy"), a.begin("other")
	waiting, follower := b.enter("busy"), b.enter("other")
	turn := play.Turn{Ply: 1, Text: string(waiting.State().Position().Moves()[0])}
	ctx, leave := context.WithCancel(t.Context())
	var moving sync.WaitGroup
	defer moving.Wait()
	defer leave()
	defer close(cutOff.end)
	moving.Go(func() { _, _ = waiting.Do(ctx, turn) })
	<-cutOff.sending
	move(t, busy) // from now on the waiting room is behind
	for ply := 1; ply < 4; ply++ {
		move(t, other)
		reaches(t, follower, ply)
	}
}

// deafPeers hear, while they are deaf, neither other nodes nor the store.
type deafPeers struct {
	*ownership.Node
	deaf atomic.Bool
}

var errDeaf = errors.New("nobody is heard")

func (p *deafPeers) Send(ctx context.Context, owner, game string, after int, c play.Command) ([]play.Event, error) {
	if p.deaf.Load() {
		return nil, errDeaf
	}
	return p.Node.Send(ctx, owner, game, after, c)
}

func (p *deafPeers) Own(ctx context.Context, game string) (room.Ownership, error) {
	if p.deaf.Load() {
		return room.Ownership{}, errDeaf
	}
	return p.Node.Own(ctx, game)
}

// If no node could renew its lease, for example because the database was away,
// none of them is taken for dead as soon as one can renew it again. That holds also for the
// owner of a game that a node has failed to look up meanwhile.
func TestNobodyIsHeard(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	// With its lease, a node's doubt lasts as long as the test.
	lease := func(n *ownership.Node) { n.Lease = time.Hour }
	var deaf deafPeers
	both := []*member{
		joinAs(t, address, nats, func(n *ownership.Node) room.Peers { lease(n); return n }),
		joinAs(t, address, nats, func(n *ownership.Node) room.Peers { lease(n); deaf.Node = n; return &deaf }),
	}
	for i, m := range both {
		id := fmt.Sprint("g", i)
		move(t, m.begin(id))
		reaches(t, both[1-i].enter(id), 1)
	}
	for i := range 100 {
		// In one statement: a node that saw only the other expire would rightly take its games.
		if err := both[0].store.DB().Exec(t.Context(), `UPDATE nodes SET expires_at = 0`); err != nil {
			t.Fatal(err)
		}
		if i == 50 {
			deaf.deaf.Store(true)
			if err := tryMove(t, both[1].enter("g0")); !errors.Is(err, errDeaf) {
				t.Errorf("a turn for a node that is not heard: %v", err)
			}
			deaf.deaf.Store(false)
		}
		time.Sleep(20 * time.Millisecond)
	}
	storetest.Until(t, "all are heard again", func() bool {
		alive, err := both[0].store.LiveNodes(t.Context())
		return err == nil && len(alive) == 2
	})
	time.Sleep(time.Second)
	for i, m := range both {
		o, err := m.store.Own(t.Context(), m.ID(), fmt.Sprint("g", i))
		if err != nil || o.Node != m.ID() || o.Epoch != 1 {
			t.Errorf("game %d: %+v, %v: want its owner from the beginning", i, o, err)
		}
	}
}

// While a node renews its lease it does not know yet whether the lease had expired, as that
// of others may have. So it takes none of them for dead, even if it has not met it yet.
func TestRenewing(t *testing.T) {
	t.Parallel()
	address := storetest.Patient(storetest.Postgres(t))
	s, ctx := storetest.Open(t, address), t.Context()
	n := storetest.Join(t, s, storetest.OpenBus(t, storetest.StartBus(t, nil).URL))
	beat := func(at play.Instant) {
		t.Helper()
		if err := n.Beat(ctx, at); err != nil {
			t.Fatal(err)
		}
	}
	look := func(when string, wantReplaced bool, want []string, live ...string) {
		t.Helper()
		if gone, replaced := n.Look(live...); !slices.Equal(gone, want) || replaced != wantReplaced {
			t.Errorf("%s: %v are gone, want %v; an unknown owner is replaced: %t, want %t", when, gone, want, replaced, wantReplaced)
		}
	}
	beat(1)
	look("all are alive", true, nil, n.ID(), "other")

	held, err := s.DB().Writer().BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.ExecContext(ctx, `SELECT 1 FROM nodes WHERE id = $1 FOR UPDATE`, n.ID()); err != nil {
		t.Fatal(err)
	}
	renewed := make(chan error, 1)
	go func() { renewed <- n.Beat(ctx, 2) }()
	storetest.AwaitLocks(t, s.DB(), 1, "%")
	look("while it renews its lease", false, nil, n.ID())
	if err := errors.Join(held.Rollback(), <-renewed); err != nil {
		t.Fatal(err)
	}
	look("after it has", true, []string{"other"}, n.ID())

	look("the other is back", true, nil, n.ID(), "other")
	if _, err := s.RenewLease(ctx, store.Node{ID: n.ID()}, 3, -time.Second); err != nil {
		t.Fatal(err)
	}
	beat(4)
	look("its own lease had expired", false, nil, n.ID())
}

// A node whose clock is behind that of the others, as after its machine was suspended, moves
// it forward and gives its games that time back. Games move between the nodes as before.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a, ctx := join(t, address, nats), t.Context()
	one := a.begin("g")
	for range 3 {
		move(t, one)
	}
	const hour = 3_600_000
	later := a.pulse.Now() + hour
	if _, err := a.store.RenewLease(ctx, store.Node{ID: "other", Rooms: 100}, later, time.Hour); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "the clock moves forward", func() bool { return a.pulse.Now() >= later })
	move(t, one)
	if err := a.store.EndLease(ctx, "other", later); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "a's heartbeat has the time", func() bool {
		at, err := a.store.Time(ctx)
		return err == nil && at >= later
	})
	b := join(t, address, nats)
	if there, here := b.pulse.Now(), a.pulse.Now(); there < later || there > here {
		t.Errorf("the clock of b shows %d, that of a %d, want the same", there, here)
	}
	two := b.enter("g")
	b.house.Take(ctx, a.house.Give(ctx, b.ID(), 1))
	storetest.Until(t, "b owns the game", two.IsOwner)
	move(t, two)
}

// A node that is stopped hands over its games immediately.
func TestHandOver(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a, b := join(t, address, nats), join(t, address, nats)
	one := a.begin("g")
	two := b.enter("g")
	move(t, one)
	reaches(t, two, 1)
	a.leave()
	began := time.Now()
	move(t, two)
	if took := time.Since(began); !two.IsOwner() {
		t.Errorf("b's room does not decide after %v", took)
	}
}

// Messages that the bus loses are read from the store, and commands continue
// when it is back.
func TestBusAway(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil)
	a, b := join(t, address, nats.URL), join(t, address, nats.URL)
	one := a.begin("g")
	two := b.enter("g")
	nats.Stop()
	move(t, one)
	reaches(t, two, 1)
	nats.Restart()
	storetest.Until(t, "a turn by the bus", func() bool {
		err := tryMove(t, two)
		if err != nil && !errors.Is(err, room.ErrNotStored) {
			t.Fatal(err)
		}
		return err == nil
	})
	reaches(t, one, 2)
	leave := two.Enter(1)
	defer leave()
	storetest.Until(t, "who is there", func() bool { return one.Present() == game.Only(1) })
}

// A program that is started again after it was killed does not wait until its lease
// is over.
func TestStartedAgain(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("it is not known whether a process is gone")
	}
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a := join(t, address, nats)
	dead := a.ID()[:strings.LastIndexByte(a.ID(), '-')] + "-1" // had the number of this process before
	if _, err := a.store.RenewLease(t.Context(), store.Node{ID: dead}, a.pulse.Now(), time.Hour); err != nil {
		t.Fatal(err)
	}
	join(t, address, nats)
	alive, err := a.store.LiveNodes(t.Context())
	if err != nil || len(alive) != 2 || slices.ContainsFunc(alive, func(n store.Node) bool { return n.ID == dead }) {
		t.Errorf("%+v, %v: want the two that run", alive, err)
	}
}

// Nodes that could not talk to each other don't serve one store.
func TestTwoBuses(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	join(t, address, storetest.StartBus(t, nil).URL)
	s := storetest.Open(t, address)
	other := storetest.OpenBus(t, "")
	_, err := ownership.New(t.Context(), ownership.Config{Store: s, Bus: other, Log: slog.New(slog.DiscardHandler), Lease: 200 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "must use the same bus") {
		t.Errorf("a node on another bus: %v", err)
	}
}
