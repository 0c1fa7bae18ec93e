package ownership

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// Config is what a node needs.
type Config struct {
	Store *store.Store
	Bus   *bus.Bus
	Log   *slog.Logger
	// Lease is after how long without a word a node is taken for dead; 0 for
	// two and a half seconds.
	Lease time.Duration
}

// Node is one of the programs that serve a store. It is the [room.Peers],
// [room.Heart] and [room.Calendar] of its house.
type Node struct {
	Config
	id              string
	house           atomic.Pointer[room.House]
	stop            []func()  // what it listens to
	lastUnreachable time.Time // when it last could not see who is alive
	lastBalanced    time.Time // when it looked last whether others should have games of it

	mu               sync.Mutex
	others           map[string]time.Time // the others, and when each was found
	hasBeat          bool                 // it has said that it is alive
	mayHaveLostGames bool                 // others may have taken its games
	wake             chan struct{}        // has one when there is something to look at now
}

const (
	defaultLease = 2500 * time.Millisecond
	// watchInterval is from one look at who is alive to the next.
	watchInterval = 500 * time.Millisecond
	// nodesSubject is the subject of nodes that come or go.
	nodesSubject = "nodes"
)

// New lets a program be one of those that serve a store. It fails if another one
// does and can't be reached by the bus.
func New(ctx context.Context, c Config) (*Node, error) {
	if c.Lease == 0 {
		c.Lease = defaultLease
	}
	n := &Node{Config: c, id: newID(), others: map[string]time.Time{}, wake: make(chan struct{}, 1)}
	if err := n.waitForOthers(ctx); err != nil {
		return nil, err
	}
	for _, listen := range []func() (func(), error){
		func() (func(), error) { return c.Bus.Answer(subject(n.id), n.answer) },
		func() (func(), error) { return c.Bus.Subscribe(nodesSubject, n.onNodeChange) },
	} {
		stop, err := listen()
		if err != nil {
			return nil, err
		}
		n.stop = append(n.stop, stop)
	}
	c.Bus.OnReconnect(func() {
		if house := n.house.Load(); house != nil {
			house.AnnouncePresence()
		}
	})
	return n, nil
}

// ID returns the node's name, which no other has had.
func (n *Node) ID() string { return n.id }

// subject is that of requests to a node.
func subject(node string) string { return "node." + node }

// waitForOthers waits until all others that are alive answer. One that has just died is
// waited for until its lease is over, unless it can be seen that it has: mostly this
// program has run in its place before.
func (n *Node) waitForOthers(ctx context.Context) error {
	for deadline := time.Now().Add(2 * n.Lease); ; {
		others, err := n.Store.LiveNodes(ctx)
		if err != nil {
			return err
		}
		silent := ""
		for _, other := range others {
			switch {
			case isDead(other.ID):
				if err := n.Store.MarkDead(ctx, other.ID); err != nil {
					return err
				}
				_ = n.Bus.Publish(nodesSubject, []byte(other.ID)) // the others see it soon by themselves
			case !n.isReachable(ctx, other.ID):
				silent = other.ID
			}
		}
		switch {
		case silent == "":
			return nil
		case time.Now().After(deadline):
			return fmt.Errorf("the store is served by node %q, which can't be reached by this bus: want the same bus for all nodes", silent)
		}
		select {
		case <-time.After(watchInterval / 2):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// isReachable reports whether a node answers.
func (n *Node) isReachable(ctx context.Context, node string) bool {
	ctx, cancel := context.WithTimeout(ctx, watchInterval)
	defer cancel()
	_, err := n.Bus.Request(ctx, subject(node), nil)
	return err == nil
}

// Beat implements [room.Heart]: the node is alive. Outages are its own business:
// other nodes may have been heard.
func (n *Node) Beat(ctx context.Context, at play.Instant, _ ...play.Span) error {
	rooms := 0
	if house := n.house.Load(); house != nil {
		rooms = house.OwnedGames()
	}
	ctx, cancel := context.WithTimeout(ctx, n.Lease)
	defer cancel()
	was, err := n.Store.RenewLease(ctx, store.Node{ID: n.id, Rooms: rooms}, at, n.Lease)
	if err != nil {
		return err
	}
	n.mu.Lock()
	first := !n.hasBeat
	n.mayHaveLostGames = n.mayHaveLostGames || n.hasBeat && !was
	n.hasBeat = true
	doubt := n.mayHaveLostGames
	n.mu.Unlock()
	if first {
		_ = n.Bus.Publish(nodesSubject, []byte(n.id)) // the others see it soon by themselves
	}
	if doubt {
		n.wakeNow()
	}
	return nil
}

// LastBeat implements [room.Heart]: what was before this program is told of each
// game as it becomes the node's.
func (n *Node) LastBeat(context.Context) (play.Instant, []play.Span, error) { return 0, nil, nil }

// Due implements [room.Calendar] with the games that are the node's, or nobody's.
func (n *Node) Due(ctx context.Context, until play.Instant) ([]string, error) {
	return n.Store.DueOf(ctx, n.id, until)
}

// onNodeChange is told of a node that has come or gone.
func (n *Node) onNodeChange(bus.Message) { n.wakeNow() }

// wakeNow has Run look at who is alive now.
func (n *Node) wakeNow() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Run lets the house's games pass from node to node, until ctx is done.
func (n *Node) Run(ctx context.Context, house *room.House) {
	n.house.Store(house)
	n.mu.Lock()
	n.mayHaveLostGames = true // rooms may have been opened before
	n.mu.Unlock()
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		nodes := n.watch(ctx, house)
		n.catchUp(ctx, house)
		if time.Since(n.lastBalanced) >= balanceInterval {
			n.lastBalanced = time.Now()
			n.balance(ctx, house, nodes)
		}
		select {
		case <-ticker.C:
		case <-n.wake:
		case <-ctx.Done():
		}
	}
}

// watch sees who has come and gone, and returns who is alive. Where the database was
// away, or this node was frozen, nobody else is taken for dead for as long as a
// lease: none of them could say that it is alive.
func (n *Node) watch(ctx context.Context, house *room.House) []store.Node {
	nodes, err := n.Store.LiveNodes(ctx)
	if err != nil {
		n.lastUnreachable = time.Now()
		return nil // it is looked again soon
	}
	n.mu.Lock()
	before, doubt := n.others, n.mayHaveLostGames
	heard := slices.ContainsFunc(nodes, func(one store.Node) bool { return one.ID == n.id })
	if !heard || doubt && len(before) > 0 {
		n.lastUnreachable = time.Now()
	}
	now := map[string]time.Time{}
	if time.Since(n.lastUnreachable) < n.Lease {
		maps.Copy(now, before)
	}
	for _, other := range nodes {
		if found, ok := before[other.ID]; ok {
			now[other.ID] = found
		} else if other.ID != n.id {
			now[other.ID] = time.Now()
		}
	}
	n.others, n.mayHaveLostGames = now, false
	n.mu.Unlock()
	if doubt {
		house.RecheckOwnership(ctx)
	}
	for id := range before {
		if _, is := now[id]; !is {
			n.Log.Info("node gone", "node", id)
			house.NodeLost(ctx, id)
		}
	}
	for id := range now {
		if _, was := before[id]; !was {
			n.Log.Info("node found", "node", id)
			house.AnnouncePresence()
		}
	}
	return nodes
}

// catchUp lets rooms read what the bus has not told them.
func (n *Node) catchUp(ctx context.Context, house *room.House) {
	have := house.FollowedGames()
	if len(have) == 0 {
		return
	}
	ids := make([]string, 0, len(have))
	for id := range have {
		ids = append(ids, id)
	}
	stored, err := n.Store.Numbers(ctx, ids)
	if err != nil {
		return // as above
	}
	for id, number := range stored {
		if number > have[id] {
			_ = house.Reload(ctx, id) // as above
		}
	}
}

// hasOthers reports whether there are other nodes.
func (n *Node) hasOthers() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.others) > 0
}

// Retire says that the node has ended: others can have its games at once. It is
// to be called when the house is closed.
func (n *Node) Retire(ctx context.Context, at play.Instant) error {
	for _, stop := range n.stop {
		stop()
	}
	err := n.Store.EndLease(ctx, n.id, at)
	if errors.Is(err, store.ErrNotFound) {
		err = nil // it has never been alive
	}
	_ = n.Bus.Publish(nodesSubject, []byte(n.id)) // the others see it soon by themselves
	return err
}
