package load

import (
	"hash/maphash"
	"math/rand/v2"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// table is a game that is played now, as its players know it together.
type table struct {
	id  string
	run *run

	mu     sync.Mutex
	rng    *rand.Rand
	pos    game.Position
	ply    int // turns that anybody has heard of
	over   bool
	heard  heard
	turns  []turn    // that were sent, by ply
	plan   time.Time // when the last turn was to be sent
	joined int       // players who have been connected
	join   func()    // is called when all have
	chairs []*chair
}

// turn is one that was sent.
type turn struct {
	Sent
	at time.Time // when it was sent first
	by *socket   // what it was sent over last
}

func newTable(r *run, id string, start game.Position, players []*player, rng *rand.Rand, join func()) *table {
	t := &table{id: id, run: r, rng: rng, pos: start, join: join, heard: heard{seed: maphash.MakeSeed()}}
	for _, p := range players {
		t.chairs = append(t.chairs, &chair{player: p, table: t})
	}
	return t
}

// firstTurn is how long a player thinks about its first turn at most, for which
// there is little time.
const firstTurn = 15 * time.Second

// wait returns how long a player thinks about the next turn: as long as it takes
// to keep the rate, more or less, reckoned from when the turn before it was to
// be sent, so that a slow server does not make the players slower.
func (t *table) wait(now time.Time) time.Duration {
	interval := t.run.interval
	if t.run.finishing.Load() {
		interval /= faster
	}
	think := time.Duration((0.5 + t.rng.Float64()) * float64(interval))
	if t.plan.IsZero() {
		t.plan = now
	}
	next := t.plan.Add(think)
	if t.ply < len(t.chairs) && next.After(now.Add(firstTurn)) {
		next = now.Add(time.Duration(t.rng.Int64N(int64(firstTurn))))
	}
	if next.Before(now) {
		next = now
	}
	t.plan = next
	return next.Sub(now)
}

// hurry has who thinks about a turn since long play it soon.
func (t *table) hurry() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.plan = time.Time{}
	for _, c := range t.chairs {
		if c.thinking == t.ply+1 {
			time.AfterFunc(t.wait(time.Now()), c.move)
		}
	}
}

// play makes a turn that was heard of count.
func (t *table) play(ply int, text string) error {
	if ply != t.ply+1 {
		return nil // known already
	}
	next, err := t.pos.Play(game.Move(text))
	if err == nil {
		t.pos, t.ply = next, ply
	}
	return err
}

// sent returns the turn that was sent for a ply, or nil.
func (t *table) sent(ply int) *turn {
	if ply < 1 || ply > len(t.turns) {
		return nil
	}
	return &t.turns[ply-1]
}

// settled reports whether all turns have been acknowledged, and heard by all.
func (t *table) settled() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.chairs {
		if c.stream.last < len(t.heard.hashes) {
			return false
		}
	}
	return len(t.turns) == 0 || t.ply == len(t.turns) && t.turns[len(t.turns)-1].Acked != 0
}

// close adds up what was lost and writes down what was played.
func (t *table) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lost, doubled, unanswered int
	for _, c := range t.chairs {
		lost += c.stream.lost + len(t.heard.hashes) - c.stream.last
		doubled += c.stream.doubled
	}
	line := Line{Game: t.id}
	for _, turn := range t.turns {
		switch {
		case turn.Number != 0:
		case turn.Acked != 0:
			lost++ // nobody has heard of it
		default:
			unanswered++
		}
		line.Turns = append(line.Turns, turn.Sent)
	}
	t.run.count(func(r *Result) {
		r.Lost += lost
		r.Doubled += doubled
		r.Unanswered += unanswered
		if t.over {
			r.Ended++
		}
	})
	t.run.History.write(line)
}

func instant(at time.Time) play.Instant { return play.Instant(at.UnixMilli()) }
