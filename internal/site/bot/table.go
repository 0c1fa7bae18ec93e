package bot

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"thera/internal/lab/match"
	"thera/internal/site/botapi"
)

// table is a game that the bot plays. One goroutine listens to the server, and one
// plays.
type table struct {
	*bot
	id      string
	changed chan struct{} // has a token when there is something new

	mu   sync.Mutex
	full *botapi.Full // nil until the server has sent it
	now  botapi.State // the latest state
	at   time.Time    // when it arrived
	gone error        // why the game can no longer be followed
	stop func()       // ends thinking about an earlier state; nil if the program is not thinking

	// Only the goroutine that plays uses what follows.
	mind     mind
	told     bool         // the beginning has been reported
	sent     sent         // the last turn
	restarts int          // of the program
	fault    match.Reason // that loses the game, "" for none
	detail   string
	words    string
	spent    time.Duration // on the last turn
}

// sent is a turn that was sent, and the turns before it.
type sent struct{ before, turn string }

func newTable(b *bot, id string) *table {
	return &table{bot: b, id: id, changed: make(chan struct{}, 1), mind: mind{opener: b.player}}
}

// seed returns the seed of a game's program; not 0.
func seed(game string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(game))
	return h.Sum64()>>1 | 1
}

// play plays the game until it ends or ctx is done.
func (t *table) play(ctx context.Context) {
	ctx, leave := context.WithCancel(ctx)
	var listening sync.WaitGroup
	listening.Go(func() { t.listen(ctx) })
	defer listening.Wait()
	defer leave()
	defer t.mind.close()
	for {
		select {
		case <-t.changed:
		case <-ctx.Done():
			return
		}
		full, state, at, gone := t.latest()
		switch {
		case gone != nil:
			t.report(Report{Event: Ended, Game: t.id, Result: Aborted, Reason: "gone", Detail: gone.Error()})
			return
		case !t.told:
			t.told = true
			t.report(Report{Event: Began, Game: t.id, Rules: rulesText(full.Game, full.Variant), Seat: full.Seat, Rated: full.Rated, Opponents: opponents(full)})
		}
		if state.Status != botapi.StatusStarted {
			t.finish(full, state)
			return
		}
		if full.Seat > 0 && state.Turn == full.Seat {
			t.turn(ctx, full, state, at)
		}
	}
}

func opponents(f *botapi.Full) (names []string) {
	for i, p := range f.Players {
		if i+1 != f.Seat {
			names = append(names, p.Name)
		}
	}
	return names
}

// latest returns the current state.
func (t *table) latest() (*botapi.Full, botapi.State, time.Time, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.full, t.now, t.at, t.gone
}

// listen follows the game until it is over or ctx is done, over any number of
// connections.
func (t *table) listen(ctx context.Context) {
	for failures := 0; ctx.Err() == nil; failures++ {
		var end error
		for line, err := range t.Client.Follow(ctx, t.id) {
			if end = err; err == nil {
				failures = 0
				t.hear(line)
			}
		}
		wait, again := botapi.Transient(end)
		switch {
		case t.over() || ctx.Err() != nil:
			return
		case !again:
			t.lose(end)
			return
		}
		t.report(Report{Event: Interrupt, Game: t.id, Detail: ended(end).Error()})
		pause(ctx, max(wait, botapi.Backoff(failures)))
	}
}

// over reports whether the game is known to be over.
func (t *table) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.full != nil && t.now.Status != botapi.StatusStarted
}

// hear handles a line. It stops thinking about a state that is outdated.
func (t *table) hear(line botapi.Line) {
	if line.State == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if line.Full != nil {
		t.full = line.Full
	}
	if t.stop != nil && !same(t.now, *line.State) {
		t.stop()
	}
	t.now, t.at = *line.State, time.Now()
	t.wake()
}

// same reports whether two states pose the same problem to the program.
func same(a, b botapi.State) bool {
	return a.Moves == b.Moves && a.FEN == b.FEN && a.Status == b.Status
}

// lose notes that the game can no longer be followed.
func (t *table) lose(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone = err; t.stop != nil {
		t.stop()
	}
	t.wake()
}

func (t *table) wake() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// turn plays a turn, as long as the state asks for it.
func (t *table) turn(ctx context.Context, full *botapi.Full, state botapi.State, at time.Time) {
	current, stop := context.WithCancel(ctx) // while the turn is to be played
	defer stop()
	t.mu.Lock()
	if !same(t.now, state) {
		t.mu.Unlock()
		t.wake()
		return
	}
	t.stop = stop
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		t.stop = nil
		t.mu.Unlock()
	}()
	if t.sent.turn == "" || t.sent.before != state.Moves || t.mind.faulty {
		began := time.Now()
		turn, ok := t.find(current, full, state, at)
		if !ok {
			return
		}
		t.spent = time.Since(began)
		t.sent = sent{state.Moves, turn}
	}
	t.send(ctx, current, state)
}

// send sends the turn until the server has it or the state no longer asks for it: then
// the turn may have been stored although the answer was lost. Seeing the turn on the
// stream before the answer arrives does not end the request.
func (t *table) send(ctx, current context.Context, state botapi.State) {
	turn := t.sent.turn
	for failures := 0; ; failures++ {
		err := t.Client.Move(ctx, t.id, turn, state.Ply+1)
		wait, again := botapi.Transient(err)
		problem, refused := errors.AsType[*botapi.Problem](err)
		switch {
		case err == nil:
			t.report(Report{Event: Played, Game: t.id, Ply: state.Ply + 1, Turn: turn, Spent: millis(t.spent), Left: left(state)})
			return
		case current.Err() != nil:
			return
		case refused && problem.Status == 422:
			t.giveUp(ctx, match.Illegal, err.Error())
			return
		case !again:
			return // the stream says what has happened instead
		}
		t.report(Report{Event: Interrupt, Game: t.id, Detail: err.Error()})
		pause(current, max(wait, botapi.Backoff(failures)))
	}
}

// giveUp ends the game because of a fault of the program.
func (t *table) giveUp(ctx context.Context, fault match.Reason, detail string) {
	t.mind.close()
	t.blame(fault, detail)
	t.report(Report{Event: GivenUp, Game: t.id, Fault: fault})
	for failures := 0; ctx.Err() == nil; failures++ {
		err := t.Client.Resign(ctx, t.id)
		if p, is := errors.AsType[*botapi.Problem](err); is && p.Reason == "too-early" {
			err = t.Client.Abort(ctx, t.id)
		}
		wait, again := botapi.Transient(err)
		if !again {
			return // it is done, or the game is over
		}
		pause(ctx, max(wait, botapi.Backoff(failures)))
	}
}

// blame notes and reports a fault of the program.
func (t *table) blame(fault match.Reason, detail string) {
	t.fault, t.detail, t.words = fault, detail, t.mind.words()
	t.report(Report{Event: Fault, Game: t.id, Fault: fault, Detail: detail, Words: t.words})
}

// finish reports how the game has ended, and what caused a loss.
func (t *table) finish(full *botapi.Full, state botapi.State) {
	r := Report{Event: Ended, Game: t.id, Result: Lost, Reason: state.Reason, Ply: state.Ply, Opponents: opponents(full)}
	switch {
	case state.Status == botapi.StatusAborted:
		r.Result = Aborted
	case slices.Contains(state.Winners, full.Seat):
		r.Result = Won
	case state.Status == botapi.StatusTime && t.fault == "":
		t.fault, t.detail, t.words = match.Overrun, "its clock ran out; its last turn took "+t.spent.Round(time.Millisecond).String(), t.mind.words()
	}
	if r.Result != Won {
		r.Fault, r.Detail, r.Words = t.fault, t.detail, t.words
	}
	t.report(r)
}
