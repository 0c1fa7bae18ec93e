package ownership

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
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
	// Lease is how long a node may be silent before it counts as dead; 0 for
	// 2.5 seconds.
	Lease time.Duration
}

// Node is one of the programs that serve a store. It implements [room.Peers],
// [room.HeartbeatStore] and [room.Calendar] for its house.
type Node struct {
	Config
	id           string
	house        atomic.Pointer[room.House]
	stop         []func()  // end its subscriptions
	lastBalanced time.Time // when it last considered giving games away

	mu               sync.Mutex
	others           map[string]time.Time // the other live nodes, and when each was found
	hasBeat          bool                 // it has renewed its lease at least once
	isRenewing       bool                 // it has begun to renew its lease, and not succeeded since
	lastUnreachable  time.Time            // when it last could not tell which nodes are alive
	mayHaveLostGames bool                 // its lease had expired, so others may have taken its games
	given            []string             // games that it has been given and has not taken
	wake             chan struct{}        // holds a value when something has changed
}

const (
	defaultLease  = 2500 * time.Millisecond
	watchInterval = 500 * time.Millisecond
	nodesSubject  = "nodes" // bus subject on which nodes announce that they come or go
)

// New makes a program one of those that serve a store. It fails if another one
// does and cannot be reached over the bus.
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
		func() (func(), error) { return c.Bus.Subscribe(nodesSubject, func(bus.Message) { n.wakeNow() }) },
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

// ID returns the node's name, which no other node has had.
func (n *Node) ID() string { return n.id }

func subject(node string) string { return "node." + node }

// waitForOthers waits until all live nodes answer. A node that has just died is
// waited for until its lease expires, unless its process is known to be dead:
// usually it is this program's predecessor.
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
				_ = n.Bus.Publish(nodesSubject, []byte(other.ID)) // others find out by themselves soon
			case !n.isReachable(ctx, other.ID):
				silent = other.ID
			}
		}
		switch {
		case silent == "":
			return nil
		case time.Now().After(deadline):
			return fmt.Errorf("node %q serves the store but cannot be reached: all nodes must use the same bus", silent)
		}
		select {
		case <-time.After(watchInterval / 2):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (n *Node) isReachable(ctx context.Context, node string) bool {
	ctx, cancel := context.WithTimeout(ctx, watchInterval)
	defer cancel()
	_, err := n.Bus.Request(ctx, subject(node), nil)
	return err == nil
}

// Beat implements [room.HeartbeatStore]: it renews the lease. Outages are stored
// only as far as no other node heard the players.
func (n *Node) Beat(ctx context.Context, at play.Instant, outages ...play.Span) error {
	rooms := 0
	if house := n.house.Load(); house != nil {
		rooms = house.OwnedGames()
	}
	n.mu.Lock()
	n.isRenewing = true
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, n.Lease)
	defer cancel()
	was, err := n.Store.RenewLease(ctx, store.Node{ID: n.id, Rooms: rooms}, at, n.Lease, outages...)
	if err != nil {
		return err
	}
	n.mu.Lock()
	first := !n.hasBeat
	n.isRenewing = false
	if n.hasBeat && !was {
		n.mayHaveLostGames, n.lastUnreachable = true, time.Now()
	}
	n.hasBeat = true
	doubt := n.mayHaveLostGames
	n.mu.Unlock()
	if first {
		_ = n.Bus.Publish(nodesSubject, []byte(n.id)) // others find out by themselves soon
	}
	if doubt {
		n.wakeNow()
	}
	return nil
}

// LastBeat implements [room.HeartbeatStore]. If another node is alive, there is no last
// beat: players are being heard.
func (n *Node) LastBeat(ctx context.Context) (last play.Instant, outages []play.Span, err error) {
	nodes, err := n.Store.LiveNodes(ctx)
	if err != nil {
		return 0, nil, err
	}
	now, err := n.Time(ctx)
	if err != nil {
		return 0, nil, err
	}
	last, outages, err = n.Store.LastBeat(ctx)
	if len(nodes) > 0 {
		last = 0
	}
	return min(last, now), outages, err // the clock does not run ahead because that of an earlier node did
}

// Time implements [room.HeartbeatStore].
func (n *Node) Time(ctx context.Context) (play.Instant, error) {
	ctx, cancel := context.WithTimeout(ctx, n.Lease)
	defer cancel()
	return n.Store.Time(ctx)
}

// Due implements [room.Calendar] with the games that this node or nobody alive owns.
func (n *Node) Due(ctx context.Context, until play.Instant) ([]string, error) {
	return n.Store.DueOf(ctx, n.id, until)
}

func (n *Node) wakeNow() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Run moves the house's games between nodes until ctx is done.
func (n *Node) Run(ctx context.Context, house *room.House) {
	n.house.Store(house)
	n.mu.Lock()
	n.mayHaveLostGames = true // rooms may have been opened earlier
	n.mu.Unlock()
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	var taking sync.WaitGroup
	defer taking.Wait()
	for ctx.Err() == nil {
		n.mu.Lock()
		given := n.given
		n.given = nil
		n.mu.Unlock()
		if len(given) > 0 {
			taking.Go(func() { house.Take(ctx, given) })
		}
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

// watch tells the house which nodes have come and gone, and returns the live ones.
func (n *Node) watch(ctx context.Context, house *room.House) []store.Node {
	nodes, err := n.Store.LiveNodes(ctx)
	if err != nil {
		n.mu.Lock()
		n.lastUnreachable = time.Now()
		n.mu.Unlock()
		return nil // tried again soon
	}
	seen := n.updateOthers(nodes)
	if seen.mayHaveLostGames {
		house.RecheckOwnership(ctx)
	}
	if !seen.isUncertain {
		house.ReplaceOwners(ctx, func(node string) bool {
			_, ok := seen.now[node]
			return ok
		})
	}
	for id := range seen.before {
		if _, ok := seen.now[id]; !ok {
			n.Log.Info("node gone", "node", id)
			house.NodeLost(id)
		}
	}
	for id := range seen.now {
		if _, ok := seen.before[id]; !ok {
			n.Log.Info("node found", "node", id)
			house.AnnouncePresence()
		}
	}
	return nodes
}

// seen is what a node has learned of the others.
type seen struct {
	before, now      map[string]time.Time // when each was found
	mayHaveLostGames bool                 // this node, to the others
	isUncertain      bool                 // a node that is in neither may be alive
}

// updateOthers replaces the other nodes by the live ones.
func (n *Node) updateOthers(live []store.Node) seen {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !slices.ContainsFunc(live, func(one store.Node) bool { return one.ID == n.id }) {
		n.lastUnreachable = time.Now()
	}
	s := seen{before: n.others, now: map[string]time.Time{}, mayHaveLostGames: n.mayHaveLostGames, isUncertain: n.isUncertain()}
	if s.isUncertain {
		maps.Copy(s.now, s.before)
	}
	for _, other := range live {
		if found, ok := s.before[other.ID]; ok {
			s.now[other.ID] = found
		} else if other.ID != n.id {
			s.now[other.ID] = time.Now()
		}
	}
	n.others, n.mayHaveLostGames = s.now, false
	return s
}

// isUncertain reports whether nodes that are not live may be so soon. For the length of
// a lease after the database was unreachable, or this node was frozen or had lost its
// lease, none of them could renew its own. While this node renews its lease, it may be
// alive only since then.
func (n *Node) isUncertain() bool {
	return n.isRenewing || time.Since(n.lastUnreachable) < n.Lease
}

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
		return // tried again soon
	}
	house.CatchUp(stored)
}

func (n *Node) hasOthers() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.others) > 0
}

// Retire ends the lease, so that others can take over the games at once. Call
// it when the house is closed.
func (n *Node) Retire(ctx context.Context, at play.Instant) error {
	for _, stop := range n.stop {
		stop()
	}
	err := n.Store.EndLease(ctx, n.id, at)
	if errors.Is(err, store.ErrNotFound) {
		err = nil // it never had a lease
	}
	_ = n.Bus.Publish(nodesSubject, []byte(n.id)) // others find out by themselves soon
	return err
}

// newID includes, where possible, the process and machine.
func newID() string {
	id := strings.ToLower(rand.Text()[:10])
	if here, began := machineID(), startTicks(os.Getpid()); here != "" && began != "" {
		id += fmt.Sprintf("-%s-%d-%s", here, os.Getpid(), began)
	}
	return id
}

// isDead is false if it is unknown whether the node's process has ended.
func isDead(id string) bool {
	parts := strings.Split(id, "-")
	if len(parts) != 4 || parts[1] != machineID() {
		return false
	}
	pid, err := strconv.Atoi(parts[2])
	return err == nil && startTicks(pid) != parts[3]
}

// machineID identifies what numbers processes: this machine since it was
// booted, or a container on it. It is empty where there is no /proc.
func machineID() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(string(boot) + space))
	return hex.EncodeToString(sum[:4])
}

// startTicks returns when a process started, in clock ticks since the machine
// did, or "" if it is not running.
func startTicks(pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	// The name, in parentheses, may contain any characters. It is followed by the state
	// and 18 numbers before the start time.
	const beginning = 19
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) <= beginning || fields[0] == "Z" || fields[0] == "X" {
		return ""
	}
	return fields[beginning]
}
