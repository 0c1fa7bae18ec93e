package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/site/play"
)

// table is a game that the bot plays. One goroutine listens to the server, and one
// plays.
type table struct {
	*bot
	id      string
	changed chan struct{} // has a token when there is something new

	mu   sync.Mutex
	full *Full     // nil until the server has sent it
	now  State     // the latest state
	at   time.Time // when it arrived
	gone error     // why the game can no longer be followed
	stop func()    // ends thinking about an earlier state; nil if the program is not thinking

	// Only the goroutine that plays uses what follows.
	mind     mind
	told     bool                          // the beginning has been reported
	sent     struct{ before, turn string } // the last turn that was sent, and the turns before it
	restarts int                           // of the program
	fault    match.Reason                  // that loses the game, "" for none
	detail   string
	words    string
	spent    time.Duration // on the last turn
}

// seed returns the seed of a game's program; not 0.
func seed(game string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(game))
	return h.Sum64()>>1 | 1
}

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
		if state.Status != StatusStarted {
			t.finish(full, state)
			return
		}
		if full.Seat > 0 && state.Turn == full.Seat {
			t.turn(ctx, full, state, at)
		}
	}
}

func opponents(f *Full) (names []string) {
	for i, p := range f.Players {
		if i+1 != f.Seat {
			names = append(names, p.Name)
		}
	}
	return names
}

func (t *table) latest() (*Full, State, time.Time, error) {
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
		wait, again := Transient(end)
		switch {
		case t.over() || ctx.Err() != nil:
			return
		case !again:
			t.lose(end)
			return
		}
		t.report(Report{Event: Interrupt, Game: t.id, Detail: ended(end).Error()})
		pause(ctx, max(wait, Backoff(failures)))
	}
}

func (t *table) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.full != nil && t.now.Status != StatusStarted
}

// hear handles a line. It stops thinking about a state that is outdated.
func (t *table) hear(line Line) {
	if line.State == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if line.Full != nil {
		t.full = line.Full
	}
	if t.stop != nil && !sameState(t.now, *line.State) {
		t.stop()
	}
	t.now, t.at = *line.State, time.Now()
	t.wake()
}

// sameState reports whether two states pose the same problem to the program.
func sameState(a, b State) bool {
	return a.Moves == b.Moves && a.FEN == b.FEN && a.Status == b.Status
}

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
func (t *table) turn(ctx context.Context, full *Full, state State, at time.Time) {
	current, stop := context.WithCancel(ctx) // while the turn is to be played
	defer stop()
	t.mu.Lock()
	if !sameState(t.now, state) {
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
		t.sent.before, t.sent.turn = state.Moves, turn
	}
	t.send(ctx, current, state)
}

// send sends the turn until the server has it or the state no longer asks for it: then
// the turn may have been stored although the answer was lost. Seeing the turn on the
// stream before the answer arrives does not end the request.
func (t *table) send(ctx, current context.Context, state State) {
	turn := t.sent.turn
	for failures := 0; ; failures++ {
		err := t.Client.Move(ctx, t.id, turn, state.Ply+1)
		wait, again := Transient(err)
		problem, refused := errors.AsType[*Problem](err)
		switch {
		case err == nil:
			t.report(Report{Event: Played, Game: t.id, Ply: state.Ply + 1, Turn: turn, Spent: play.Millis(t.spent.Milliseconds()), Left: left(state)})
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
		pause(current, max(wait, Backoff(failures)))
	}
}

func (t *table) giveUp(ctx context.Context, fault match.Reason, detail string) {
	t.mind.close()
	t.blame(fault, detail)
	t.report(Report{Event: GivenUp, Game: t.id, Fault: fault})
	for failures := 0; ctx.Err() == nil; failures++ {
		err := t.Client.Resign(ctx, t.id)
		if p, is := errors.AsType[*Problem](err); is && p.Reason == "too-early" {
			err = t.Client.Abort(ctx, t.id)
		}
		wait, again := Transient(err)
		if !again {
			return // it is done, or the game is over
		}
		pause(ctx, max(wait, Backoff(failures)))
	}
}

func (t *table) blame(fault match.Reason, detail string) {
	t.fault, t.detail, t.words = fault, detail, t.mind.words()
	t.report(Report{Event: Fault, Game: t.id, Fault: fault, Detail: detail, Words: t.words})
}

func (t *table) finish(full *Full, state State) {
	r := Report{Event: Ended, Game: t.id, Result: Lost, Reason: state.Reason, Ply: state.Ply, Opponents: opponents(full)}
	switch {
	case state.Status == StatusAborted:
		r.Result = Aborted
	case slices.Contains(state.Winners, full.Seat):
		r.Result = Won
	case state.Status == StatusTime && t.fault == "":
		t.fault, t.detail, t.words = match.Overrun, "its clock ran out; its last turn took "+t.spent.Round(time.Millisecond).String(), t.mind.words()
	}
	if r.Result != Won {
		r.Fault, r.Detail, r.Words = t.fault, t.detail, t.words
	}
	t.report(r)
}

// mind is the program of a table, if it is running, and what it knows.
type mind struct {
	opener
	player match.Player // nil if it is not running
	start  string       // where its game began
	played []game.Move  // the turns that it knows
	faulty bool         // its last answer was not valid
	last   string       // the last words of the program before it
}

// words returns the last text that the program has written to standard error.
func (m *mind) words() string {
	if m.player == nil {
		return m.last
	}
	if program, ok := m.player.(interface{ Stderr() string }); ok {
		return program.Stderr()
	}
	return ""
}

func (m *mind) close() {
	if m.player == nil {
		return
	}
	m.player.Close()
	m.last = m.words() // by now it includes everything written
	m.player, m.played = nil, nil
}

// ready starts a program, unless one is running that knows no other game than this one.
func (m *mind) ready(ctx context.Context, entry catalog.Entry, variant string, t match.Turn) error {
	known := len(m.played) <= len(t.Played) && slices.Equal(m.played, t.Played[:len(m.played)])
	if m.player != nil && (m.start != t.Start.String() || !known) {
		m.close()
	}
	if m.player != nil {
		return nil
	}
	player, err := m.open(ctx, entry, variant, t.Start, t.Seed)
	if err == nil {
		m.player, m.start, m.played = player, t.Start.String(), nil
	}
	return err
}

// question returns what the program is asked: the game is derived from the server's
// text, by our own rules. If somebody has left a game for more than two, it starts at
// the current position.
func (t *table) question(full *Full, state State) (catalog.Entry, match.Turn, error) {
	var turn match.Turn
	entry, err := catalog.Find(full.Game)
	if err != nil {
		return entry, turn, err
	}
	position := full.InitialFEN
	if position == StartPosition {
		position = ""
	}
	if turn.Start, err = start(entry, full.Variant, position); err != nil {
		return entry, turn, err
	}
	pos := turn.Start
	for text := range strings.FieldsSeq(state.Moves) {
		move, err := pos.Read(text)
		if err != nil {
			break // somebody had left before
		}
		if pos, err = pos.Play(move); err != nil {
			return entry, turn, err
		}
		turn.Played = append(turn.Played, move)
	}
	if pos.String() != state.FEN {
		if pos, err = entry.Game.Parse(state.FEN); err != nil {
			return entry, turn, err
		}
		turn.Start, turn.Played = pos, nil
	}
	turn.Position, turn.Seed = pos, seed(t.id)
	return entry, turn, nil
}

// grace is how much longer than its clock a program is waited for: the server grants
// that much for turns in transit.
const grace = 2 * time.Second

// firstTurnTime is the time for the first turn, which does not use the clock but is limited to
// half a minute.
const firstTurnTime = 10 * time.Second

func (t *table) limit(full *Full, state State, at time.Time) (limits engine.Limits, wait time.Duration) {
	own := t.Player.Control
	limits = engine.Limits{Time: own.Move, Nodes: own.Nodes, Depth: own.Depth}
	if full.Clock == nil {
		if limits == (engine.Limits{}) {
			limits.Time = t.Think
		}
		return limits, max(t.Patience, 2*limits.Time)
	}
	back := max(t.Lag, t.Client.Lag())
	increments := []play.Millis{state.WInc, state.BInc}
	for i, ms := range state.Clocks[:min(len(state.Clocks), len(limits.Clocks))] {
		increment := increments[min(i, 1)] // only of two players can one have a shorter clock
		limits.Clocks[i] = engine.Clock{Left: time.Duration(ms) * time.Millisecond, Increment: time.Duration(increment) * time.Millisecond}
	}
	mine := &limits.Clocks[full.Seat-1]
	wait = mine.Left + grace
	if state.Ply >= len(full.Players) {
		spent := time.Since(at)
		mine.Left -= spent
		wait -= spent
	} else if limits.Time == 0 {
		limits.Time = firstTurnTime
	}
	// A clock that shows 0 would mean no clock.
	mine.Left = max(mine.Left-back, time.Millisecond)
	return limits, max(wait, grace)
}

// find has the program find a turn. If it fails, the fault has been dealt with.
func (t *table) find(ctx context.Context, full *Full, state State, at time.Time) (text string, ok bool) {
	for {
		entry, turn, err := t.question(full, state)
		if err != nil {
			t.giveUp(ctx, "", fmt.Sprintf("the game can't be reconstructed: %v", err))
			return "", false
		}
		var wait time.Duration
		turn.Limits, wait = t.limit(full, state, at)
		timed, stop := context.WithTimeout(ctx, wait)
		move, err := t.think(timed, entry, full.Variant, turn)
		stop()
		if err == nil {
			if full.Clock == nil {
				t.mind.close() // the opponent may take days
			}
			return string(move), true
		}
		if again := t.failed(ctx, full, err, wait); !again {
			return "", false
		}
	}
}

func (t *table) think(ctx context.Context, entry catalog.Entry, variant string, turn match.Turn) (game.Move, error) {
	m := &t.mind
	m.faulty = true
	if err := m.ready(ctx, entry, variant, turn); err != nil {
		return "", err
	}
	info, err := m.player.Move(ctx, turn)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err() // too late
	}
	if err != nil {
		return "", err
	}
	move, err := turn.Position.Read(string(info.Best()))
	if err != nil {
		return "", &illegal{err}
	}
	m.faulty = false
	m.played = append(slices.Clip(turn.Played), move)
	return move, nil
}

type illegal struct{ error }

func (t *table) failed(ctx context.Context, full *Full, err error, wait time.Duration) (again bool) {
	t.mind.close()
	if ctx.Err() != nil {
		return false // the turn is no longer needed
	}
	reason, isFault := match.FaultOf(err)
	_, cheats := errors.AsType[*illegal](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && full.Clock != nil:
		t.blame(match.Overrun, match.NoAnswer(wait.Round(time.Millisecond), err))
		return false // the server ends the game
	case errors.Is(err, context.DeadlineExceeded):
		t.giveUp(ctx, match.Silence, match.NoAnswer(wait.Round(time.Millisecond), err))
		return false
	case cheats || isFault && reason == match.Illegal:
		t.giveUp(ctx, match.Illegal, err.Error())
		return false
	case !isFault:
		t.giveUp(ctx, "", err.Error())
		return false
	case t.restarts >= t.Restarts:
		t.giveUp(ctx, reason, fmt.Sprintf("%v; it was restarted %d times", err, t.restarts))
		return false
	}
	t.blame(reason, err.Error())
	pause(ctx, Backoff(t.restarts))
	t.restarts++
	t.fault, t.detail, t.words = "", "", ""
	return ctx.Err() == nil
}

func left(s State) play.Millis {
	if s.Turn > len(s.Clocks) {
		return 0
	}
	return s.Clocks[s.Turn-1]
}
