package load

import (
	"hash/maphash"
	"math/rand/v2"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

type activeGame struct {
	id  string
	run *run

	mu         sync.Mutex
	rng        *rand.Rand
	pos        game.Position
	ply        int // turns that any player has heard of
	isOver     bool
	events     eventHashes
	turns      []turn    // that were sent, by ply
	nextTurnAt time.Time // when the last turn was scheduled
	joined     int       // players who have connected
	onStarted  func()    // called when all have
	players    []*participant
}

type turn struct {
	Sent
	at time.Time // when it was first sent
	by *socket   // the socket that it was last sent over
}

func newTable(r *run, id string, start game.Position, players []*player, rng *rand.Rand, join func()) *activeGame {
	t := &activeGame{id: id, run: r, rng: rng, pos: start, onStarted: join, events: eventHashes{seed: maphash.MakeSeed()}}
	for _, p := range players {
		t.players = append(t.players, &participant{player: p, game: t})
	}
	return t
}

// firstTurn is the longest think time for a first turn, which has a short limit.
const firstTurn = 15 * time.Second

// wait returns how long a player thinks about the next turn, to keep the rate.
// It counts from when the previous turn was scheduled, so that a slow server
// does not slow down the players.
func (t *activeGame) wait(now time.Time) time.Duration {
	interval := t.run.interval
	if t.run.finishing.Load() {
		interval /= finishSpeedup
	}
	think := time.Duration((0.5 + t.rng.Float64()) * float64(interval))
	if t.nextTurnAt.IsZero() {
		t.nextTurnAt = now
	}
	next := t.nextTurnAt.Add(think)
	if t.ply < len(t.players) && next.After(now.Add(firstTurn)) {
		next = now.Add(time.Duration(t.rng.Int64N(int64(firstTurn))))
	}
	if next.Before(now) {
		next = now
	}
	t.nextTurnAt = next
	return next.Sub(now)
}

func (t *activeGame) speedUp() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nextTurnAt = time.Time{}
	for _, c := range t.players {
		if c.thinkingPly == t.ply+1 {
			time.AfterFunc(t.wait(time.Now()), c.move)
		}
	}
}

func (t *activeGame) play(ply int, text string) error {
	if ply != t.ply+1 {
		return nil // known before
	}
	next, err := t.pos.Play(game.Move(text))
	if err == nil {
		t.pos, t.ply = next, ply
	}
	return err
}

func (t *activeGame) sent(ply int) *turn {
	if ply < 1 || ply > len(t.turns) {
		return nil
	}
	return &t.turns[ply-1]
}

// isSettled reports whether all turns have been acknowledged and received by all.
func (t *activeGame) isSettled() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.players {
		if c.stream.last < len(t.events.hashes) {
			return false
		}
	}
	return len(t.turns) == 0 || t.ply == len(t.turns) && t.turns[len(t.turns)-1].Acked != 0
}

func (t *activeGame) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lost, doubled, unanswered int
	for _, c := range t.players {
		lost += c.stream.lost + len(t.events.hashes) - c.stream.last
		doubled += c.stream.doubled
	}
	line := Line{Game: t.id}
	for _, turn := range t.turns {
		switch {
		case turn.Number != 0:
		case turn.Acked != 0:
			lost++ // acknowledged but never received
		default:
			unanswered++
		}
		line.Turns = append(line.Turns, turn.Sent)
	}
	t.run.count(func(r *Result) {
		r.Lost += lost
		r.Doubled += doubled
		r.Unanswered += unanswered
		if t.isOver {
			r.Ended++
		}
	})
	t.run.History.write(line)
}

func instant(at time.Time) play.Instant { return play.Instant(at.UnixMilli()) }
