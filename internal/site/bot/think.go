package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/site/botapi"
	"thera/internal/site/play"
)

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

// close ends the program.
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
func (t *table) question(full *botapi.Full, state botapi.State) (catalog.Entry, match.Turn, error) {
	var turn match.Turn
	entry, err := catalog.Find(full.Game)
	if err != nil {
		return entry, turn, err
	}
	position := full.InitialFEN
	if position == botapi.StartPosition {
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

// first is the time for the first turn, which does not use the clock but is limited to
// half a minute.
const first = 10 * time.Second

// limit returns the limits of a turn, and how long to wait for the program.
func (t *table) limit(full *botapi.Full, state botapi.State, at time.Time) (limits engine.Limits, wait time.Duration) {
	own := t.Player.Control
	limits = engine.Limits{Time: own.Move, Nodes: own.Nodes, Depth: own.Depth}
	if full.Clock == nil {
		if limits == (engine.Limits{}) {
			limits.Time = t.Think
		}
		return limits, max(t.Patience, 2*limits.Time)
	}
	back := max(t.Lag, t.Client.Lag())
	increment := time.Duration(full.Clock.Increment) * time.Millisecond
	for i, ms := range state.Clocks[:min(len(state.Clocks), len(limits.Clocks))] {
		limits.Clocks[i] = engine.Clock{Left: time.Duration(ms) * time.Millisecond, Increment: increment}
	}
	mine := &limits.Clocks[full.Seat-1]
	wait = mine.Left + grace
	if state.Ply >= len(full.Players) {
		spent := time.Since(at)
		mine.Left -= spent
		wait -= spent
	} else if limits.Time == 0 {
		limits.Time = first
	}
	// A clock that shows 0 would mean no clock.
	mine.Left = max(mine.Left-back, time.Millisecond)
	return limits, max(wait, grace)
}

// find has the program find a turn. If it fails, the fault has been dealt with.
func (t *table) find(ctx context.Context, full *botapi.Full, state botapi.State, at time.Time) (text string, ok bool) {
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

// think asks the program for a legal turn.
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

// illegal is the error of a turn that breaks the rules.
type illegal struct{ error }

// failed deals with a failed attempt to find a turn, and reports whether to ask the
// program again.
func (t *table) failed(ctx context.Context, full *botapi.Full, err error, wait time.Duration) (again bool) {
	t.mind.close()
	if ctx.Err() != nil {
		return false // the turn is no longer needed
	}
	reason, isFault := match.FaultOf(err)
	_, cheats := errors.AsType[*illegal](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && full.Clock != nil:
		t.blame(match.Overrun, fmt.Sprintf("no answer within %v: %v", wait.Round(time.Millisecond), err))
		return false // the server ends the game
	case errors.Is(err, context.DeadlineExceeded):
		t.giveUp(ctx, match.Silence, fmt.Sprintf("no answer within %v: %v", wait.Round(time.Millisecond), err))
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
	pause(ctx, botapi.Backoff(t.restarts))
	t.restarts++
	t.fault, t.detail, t.words = "", "", ""
	return ctx.Err() == nil
}

func millis(d time.Duration) play.Millis { return play.Millis(d.Milliseconds()) }

// left returns the clock of the seat to move, 0 if there is none.
func left(s botapi.State) play.Millis {
	if s.Turn > len(s.Clocks) {
		return 0
	}
	return s.Clocks[s.Turn-1]
}
