package council_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/ownership"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// node is a place that serves a store together with others. It ends no votes unless told to.
type node struct {
	*place
	*ownership.Node
	bus  *bus.Bus
	kill func() // ends it without a word
}

// deaf are peers that miss everything that the rooms of other nodes say.
type deaf struct{ *ownership.Node }

func (deaf) Join(string, func(room.Message)) (func(), error) { return func() {}, nil }

// join opens a node. One that is deaf learns of turns only by reading the store.
func join(t *testing.T, address, nats string, isDeaf bool) *node {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	b := storetest.OpenBus(t, nats)
	n := storetest.Join(t, s, b)
	var peers room.Peers = n
	if isDeaf {
		peers = deaf{n}
	}
	p := openRooms(t, s, b, room.Config{Peers: peers}, n, n)
	if !isDeaf {
		p.start(func(ctx context.Context) { n.Run(ctx, p.house) })
	}
	kill := sync.OnceFunc(func() {
		p.stop()
		_ = b.Close()
	})
	t.Cleanup(kill)
	return &node{p, n, b, kill}
}

// two opens two nodes that serve one store, and begins a game that the first one owns.
// The second one joins only then: its tournaments, too, begin games that are to begin.
func two(t *testing.T, nats string, isDeaf bool, sides ...[]string) (p, q *node, game string) {
	t.Helper()
	address := storetest.Patient(storetest.Postgres(t))
	p = join(t, address, nats, false)
	game = p.begin("3d", 3600, sides...)
	p.enter(game, true)
	q = join(t, address, nats, isDeaf)
	q.enter(game, false)
	return p, q, game
}

// enter opens a game at a node, which is to own or to follow it.
func (n *node) enter(game string, isOwner bool) {
	n.t.Helper()
	r, leave, err := n.house.Enter(n.t.Context(), game)
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(leave)
	if r.IsOwner() != isOwner {
		n.t.Fatalf("the node owns the game: %v, want %v", !isOwner, isOwner)
	}
}

// TestNodes counts votes that arrive at either of two nodes, which both see them at once,
// and plays what they decide at the node that owns the game. Players of the side hear of
// votes at any node, and again when some news may have been lost between the nodes.
func TestNodes(t *testing.T) {
	t.Parallel()
	nats := storetest.StartBus(t, nil)
	p, q, game := two(t, nats.URL, false, red, blue)
	first := p.state(game)
	heard, mayHave := q.listen("r2", game), q.listen("r2", "")
	soon, done := context.WithTimeout(t.Context(), time.Minute)
	defer done()
	if err := q.bus.Ready(soon); err != nil {
		t.Fatal(err)
	}
	p.vote(game, "r1", 0)
	storetest.Until(t, "a player at the other node hears of a vote", func() bool { return heard.Load() == 1 })
	q.mustSee(game, "r2", "1")
	q.vote(game, "r2", 1)
	p.mustSee(game, "r2", "11*")
	p.vote(game, "r3", 1)
	q.vote(game, "r4", 0) // the last, at the node that follows
	for _, n := range []*node{p, q} {
		n.mustHavePlayed(game, first, 0)
	}
	nats.Restart()
	storetest.Until(t, "a player hears that somebody may have voted", func() bool { return mayHave.Load() > 0 })
}

// TestDeafNode has a node that has not heard of a turn let its side see its vote, and vote.
func TestDeafNode(t *testing.T) {
	t.Parallel()
	p, q, game := two(t, storetest.StartBus(t, nil).URL, true, []string{"r1"}, []string{"b1", "b2", "b3"})
	p.vote(game, "r1", 0)
	turn := string(p.state(game).Position().Moves()[1])
	if ply := q.state(game).Ply(); ply != 0 {
		t.Fatalf("a deaf node has heard of turn %d", ply)
	}
	if _, err := q.Vote(t.Context(), person("b1"), game, 2, turn); err != nil {
		t.Errorf("a vote at a deaf node: %v", err)
	}

	second := p.state(game)
	for _, name := range []string{"b2", "b3"} {
		p.vote(game, name, 1)
	}
	p.mustHavePlayed(game, second, 1)
	p.vote(game, "r1", 0)
	p.vote(game, "b1", 0)
	q.mustSee(game, "b2", "1")
}

// TestOneDecision has one node end a vote while the last voter votes at another one: both
// change the same ballot, in either order. The first of them decides, for both.
func TestOneDecision(t *testing.T) {
	t.Parallel()
	side := func(name string) []string { return []string{name + "1", name + "2", name + "3"} }
	p, q, game := two(t, storetest.StartBus(t, nil).URL, false, side("r"), side("b"))
	release := p.holdBallot(game, "r")
	before := p.state(game)
	vote := q.voteSoon(game, "r3", 1)
	p.waiting(1)
	stop := p.endVotes()
	p.waiting(2)
	release()
	if err := <-vote; err != nil {
		t.Errorf("the vote that was first: %v", err)
	}
	q.mustHavePlayed(game, before, 1)
	p.mustHaveDecided(game, before, 1)
	stop()

	release = p.holdBallot(game, "b")
	before = p.state(game)
	stop = p.endVotes()
	p.waiting(1)
	vote = q.voteSoon(game, "b3", 1)
	p.waiting(2)
	release()
	p.mustRefuse(<-vote, play.TooLate)
	storetest.Until(t, "the decision is played", func() bool { return p.state(game).Ply() > before.Ply() })
	p.mustHavePlayed(game, before, 0)
	p.mustHaveDecided(game, before, 0)
	stop()
}

// holdBallot has the first two players of a side vote for different turns, ends the time
// for the vote, and keeps its ballot from being changed until release is called.
func (n *node) holdBallot(game, side string) (release func()) {
	n.t.Helper()
	n.vote(game, side+"1", 0)
	n.vote(game, side+"2", 1)
	n.exec(`UPDATE ballots SET due_at = 1, ballot = replace(ballot, '"voting":3600000', '"voting":0')`)
	tx, err := n.store.DB().Writer().BeginTx(n.t.Context(), nil)
	if err == nil {
		_, err = tx.ExecContext(n.t.Context(), `SELECT 1 FROM ballots WHERE game = $1 FOR UPDATE`, game)
	}
	if err != nil {
		n.t.Fatal(err)
	}
	return func() { _ = tx.Rollback() }
}

// waiting waits until some changes of ballots wait for one that is held.
func (n *node) waiting(want int) {
	n.t.Helper()
	storetest.AwaitLocks(n.t, n.store.DB(), want, "UPDATE ballots%")
}

// voteSoon votes for the nth legal turn in the background.
func (n *node) voteSoon(game, name string, nth int) <-chan error {
	s, result := n.state(game), make(chan error, 1)
	go func() {
		_, err := n.Vote(n.t.Context(), person(name), game, s.Ply()+1, string(s.Position().Moves()[nth]))
		result <- err
	}()
	return result
}

// endVotes ends votes whose time is over, until stop is called.
func (n *node) endVotes() (stop func()) {
	ctx, cancel := context.WithCancel(n.t.Context())
	var running sync.WaitGroup
	running.Go(func() { n.Council.Run(ctx) })
	return func() {
		cancel()
		running.Wait()
		storetest.Until(n.t, "the database no longer works on what was canceled", func() (is bool) {
			err := n.store.DB().Row(n.t.Context(), []any{&is}, `SELECT count(*) = 0 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'UPDATE ballots%' AND state = 'active'`)
			return err == nil && is
		})
	}
}

// mustHaveDecided checks what is stored of the last vote: the nth legal turn won.
func (n *node) mustHaveDecided(game string, before *play.State, nth int) {
	n.t.Helper()
	var ballot string
	if err := n.store.DB().Row(n.t.Context(), []any{&ballot}, `SELECT ballot FROM ballots WHERE game = $1`, game); err != nil {
		n.t.Fatal(err)
	}
	if want := `"decided":"` + string(before.Position().Moves()[nth]) + `"`; !strings.Contains(ballot, want) {
		n.t.Errorf("the ballot is %s, want %s", ballot, want)
	}
}

// TestDeciderDies kills the node that owns a game after it has decided what to play, and
// before that is played: the other node plays it.
func TestDeciderDies(t *testing.T) {
	t.Parallel()
	p, q, game := two(t, storetest.StartBus(t, nil).URL, false, red, blue)
	first := p.state(game)
	p.exec(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space'; END $$`)
	p.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fail()`)
	for _, name := range red {
		p.vote(game, name, 1)
	}
	if p.state(game).Ply() != 0 {
		t.Fatal("the turn is played although it cannot be stored")
	}
	p.kill()
	if err := q.store.MarkDead(t.Context(), p.ID()); err != nil {
		t.Fatal(err)
	}
	q.exec(`DROP TRIGGER full_disk ON events`)
	defer q.endVotes()()
	storetest.Until(t, "the decision is played", func() bool { return q.state(game).Ply() > 0 })
	q.mustHavePlayed(game, first, 1)
}
