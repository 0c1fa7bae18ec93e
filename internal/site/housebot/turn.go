package housebot

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// How long to wait before a failed task is tried again: twice as long each time, but not
// long, since after an outage the bot's clock runs.
const (
	retry    = time.Second
	maxRetry = 5 * time.Second
)

// task is what bots have to do in a game.
type task struct {
	game   string
	answer bool // accept offers, even while a turn is being searched; otherwise play turns
}

// attend does a task in the background while Run does, or later when Run begins. A game
// that is being worked on is looked at again afterward.
func (b *Bots) attend(t task) {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, isKnown := b.todo[t]
	b.todo[t] = true
	if !isKnown && b.ctx != nil && !b.closed {
		b.begin(t)
	}
}

// begin begins a task. b.mu must be held.
func (b *Bots) begin(t task) {
	b.tasks.Go(func() {
		for b.nextRound(t) {
			b.work(b.ctx, t)
		}
	})
}

// nextRound reports whether to look at a game (again); if not, it is no longer
// being worked on.
func (b *Bots) nextRound(t task) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	again := b.todo[t] && b.ctx.Err() == nil
	if b.todo[t] = false; !again {
		delete(b.todo, t)
	}
	return again
}

// work does a task until nothing is left to do. After a failure it tries again, because
// no change of the game would remind the bots of it.
func (b *Bots) work(ctx context.Context, t task) {
	what, act := "turn of a house bot not played", b.playTurn
	if t.answer {
		what, act = "answer of a house bot not given", b.agree
	}
	wait := retry
	for more := true; more && ctx.Err() == nil; {
		r, leave, err := b.config.House.Enter(ctx, t.game)
		if errors.Is(err, room.ErrNoGame) || errors.Is(err, room.ErrClosed) {
			return
		}
		if err == nil {
			err = room.Guard(b.config.Log, func() (err error) {
				more, err = act(ctx, r)
				return err
			}, "game", t.game)
			leave()
		}
		if err == nil || ctx.Err() != nil {
			wait = retry
			continue
		}
		b.logError(what, "game", t.game, err)
		if errors.Is(err, room.ErrPanic) {
			pause(ctx, room.PanicRest)
			continue
		}
		pause(ctx, wait)
		wait = min(2*wait, maxRetry)
	}
}

// playTurn plays one turn, if it is a bot's. Then there may be more to play.
func (b *Bots) playTurn(ctx context.Context, r *room.Room) (more bool, err error) {
	state := r.State()
	if !r.IsOwner() || !b.toMove(state) {
		return false, nil // the game's owner plays it
	}
	me := b.byID[state.Setup().Players[state.Position().Turn()].ID]
	began := time.Now()
	move, t, err := b.search(ctx, me, state, seedOf(r.ID()))
	if err != nil {
		return true, err
	}
	pause(ctx, t.delay-time.Since(began))
	return true, do(ctx, r, state, move)
}

// do plays a turn that was found for a state of the game. It is no error if the game has
// changed since.
func do(ctx context.Context, r *room.Room, s *play.State, move game.Move) error {
	_, err := r.Do(ctx, play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(move), Seen: s.Number()})
	var refused *play.Refusal
	if errors.As(err, &refused) && refused.Reason != play.Illegal || errors.Is(err, room.ErrClosed) {
		return nil
	}
	return err
}

func (b *Bots) search(ctx context.Context, me bot, s *play.State, seed uint64) (game.Move, timing, error) {
	now := s.View(b.config.House.Now()).Clocks
	request := SearchRequest{Game: me.entry.Game.Name(), Position: s.Position(), Level: me.level, Seed: seed, Rated: s.Setup().Rated}
	waiting := b.waiting.Add(1)
	begin := sync.OnceValue(func() (others int64) { return b.waiting.Add(-1) })
	defer begin() // also after a panic
	if b.config.Workers != nil {
		if places := b.config.Workers.Slots(request.Rated); places > 0 {
			t := b.timing(s, now, max(0, int(waiting)-places))
			request.Time = t.search
			move, err := b.askWorkers(ctx, request, t)
			if err == nil {
				return move, t, nil
			}
			b.logError("worker's turn not played", "game", me.entry.Game.Name(), err)
		}
	}
	b.interruptShowcase()
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return "", timing{}, ctx.Err()
	}
	defer func() { <-b.slots }()
	t := b.timing(s, s.View(b.config.House.Now()).Clocks, int(begin()))
	request.Time = t.search
	info, err := Search(ctx, me.entry, request)
	if err != nil {
		return "", t, err
	}
	return info.Best(), t, nil
}

// askWorkers has a worker search a turn, for no longer than t allows.
func (b *Bots) askWorkers(ctx context.Context, request SearchRequest, t timing) (game.Move, error) {
	ctx, cancel := context.WithTimeout(ctx, t.search+t.late)
	defer cancel()
	move, err := b.config.Workers.Search(ctx, request)
	if err != nil {
		return "", err
	}
	return request.Position.Read(string(move))
}

// Search searches a turn with a new engine. Keeping engines would cost more memory,
// in all the games that wait, than remembering the previous turn is worth. If ctx is
// done first, the error is that of ctx: an interrupted search has found a poor turn.
func Search(ctx context.Context, entry catalog.Entry, t SearchRequest) (engine.Info, error) {
	hash := 1
	if t.Level == catalog.MaxLevel {
		hash = 16
	}
	e := entry.NewEngine(engine.Config{TableMiB: hash, Threads: 1, Level: t.Level})
	info, err := e.Search(ctx, engine.Request{Position: t.Position, Limits: engine.Limits{Time: t.Time}, Seed: t.Seed})
	return info, cmp.Or(err, ctx.Err())
}

// seedOf returns the seed of the bots' play in a game, not 0.
func seedOf(game string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(game))
	return h.Sum64() | 1
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

type timing struct {
	search time.Duration // limit
	delay  time.Duration // minimum, including the search
	late   time.Duration // how much longer than the search to wait for a worker
}

const (
	maxSearch = time.Second           // longest search; only the highest level needs that much
	minSearch = 10 * time.Millisecond // shortest search, even if the clock has almost run out
	// turnsLeft is how many turns a bot expects to play. It uses little of its
	// clock, because searches of many games may have to wait for each other.
	turnsLeft = 40
	// A worker may have died, so the bot must have most of its clock left when it
	// stops waiting.
	maxLate, lateDivisor = time.Second, 4
)

// timing returns what the clock of the seat to move allows, given the clocks by
// seat and how many other turns wait for a search.
func (b *Bots) timing(s *play.State, clocks []play.Millis, others int) timing {
	t := timing{maxSearch / time.Duration(1+others), b.config.Delay, maxLate}
	if s.Setup().Control.Initial == 0 || clocks == nil {
		return t
	}
	seat := s.Position().Turn()
	left, increment := time.Duration(clocks[seat])*time.Millisecond, time.Duration(s.Increment(seat))*time.Millisecond
	share := left/turnsLeft + min(left, increment)/2
	return timing{max(min(t.search, share), minSearch), min(t.delay, share), min(t.late, left/lateDivisor)}
}

// follow reacts to a change of a game. The house calls it for every change of
// every game.
func (b *Bots) follow(c room.Change) {
	if !c.IsOwner || b.seats(c.State) == 0 {
		return
	}
	if b.hasOffers(c.State) {
		b.attend(task{c.Game, true})
	}
	if b.toMove(c.State) {
		b.attend(task{c.Game, false})
	}
}

func (b *Bots) seats(s *play.State) (seats game.Seats) {
	for i, p := range s.Setup().Players {
		if b.Has(p.ID) {
			seats |= game.Only(game.Seat(i))
		}
	}
	return seats
}

// toMove reports whether a bot has to move. In showcase games it does so when the
// [Showcase] says.
func (b *Bots) toMove(s *play.State) bool {
	return !s.Over() && s.Setup().Tournament != play.Showcase && b.seats(s).Has(s.Position().Turn())
}

// hasOffers reports whether a bot has an offer to answer.
func (b *Bots) hasOffers(s *play.State) bool {
	for seat := range b.seats(s).All() {
		if len(s.Unanswered(seat)) > 0 {
			return true
		}
	}
	return false
}

// agree accepts the offers that bots have to answer.
func (b *Bots) agree(ctx context.Context, r *room.Room) (more bool, err error) {
	for seat := range b.seats(r.State()).All() {
		for _, offer := range r.State().Unanswered(seat) {
			_, err := r.Do(ctx, play.Accept{Seat: seat, Kind: offer})
			// The offer may have lapsed.
			if _, refused := errors.AsType[*play.Refusal](err); err != nil && !refused {
				return true, err
			}
		}
	}
	return false, nil
}
