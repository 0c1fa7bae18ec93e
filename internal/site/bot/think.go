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

// mind is the program of a table, while there is one, with what it has been told.
type mind struct {
	opener
	player match.Player // nil for none
	start  string       // where its game began
	played []game.Move  // that it knows
	faulty bool         // its last answer was none
	last   string       // the last words of the program before
}

// words returns the last that the program has written to standard error.
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
	m.last = m.words() // all that it has written is here now
	m.player, m.played = nil, nil
}

// ready sees to it that there is a program which knows no other game than this one.
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

// asked returns what the program is asked: the game is put together from the
// server's text, by our rules. Where somebody has left a game for more than two,
// it begins where it stands.
func (t *table) asked(full *botapi.Full, state botapi.State) (catalog.Entry, match.Turn, error) {
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
			break // somebody was out before
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

// grace is how much longer than its clock a program is waited for: turns that are on
// their way count for so long.
const grace = 2 * time.Second

// first is what a program may spend on its first turn, which is free but has a limit
// of half a minute.
const first = 10 * time.Second

// limit says what the program may spend on a turn, and how long it is waited for.
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
	// A clock that shows 0 would be none.
	mine.Left = max(mine.Left-back, time.Millisecond)
	return limits, max(wait, grace)
}

// find has the program find a turn. If it does not, what is to be done about that has
// been done.
func (t *table) find(ctx context.Context, full *botapi.Full, state botapi.State, at time.Time) (text string, ok bool) {
	for {
		entry, turn, err := t.asked(full, state)
		if err != nil {
			t.giveUp(ctx, "", fmt.Sprintf("the game can't be put together: %v", err))
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

// think asks the program for a turn that is legal.
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

// illegal says that the program's turn is against the rules.
type illegal struct{ error }

// failed does what is to be done about an answer that is none, and reports whether
// the program is to be asked again.
func (t *table) failed(ctx context.Context, full *botapi.Full, err error, wait time.Duration) (again bool) {
	t.mind.close()
	if ctx.Err() != nil {
		return false // the turn is not to be played any more
	}
	reason, isFault := match.FaultOf(err)
	_, cheats := errors.AsType[*illegal](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && full.Clock != nil:
		t.blame(match.Overrun, fmt.Sprintf("no answer within %v: %v", wait.Round(time.Millisecond), err))
		return false // the server sees to the rest
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
		t.giveUp(ctx, reason, fmt.Sprintf("%v; it has been started again %d times", err, t.restarts))
		return false
	}
	t.blame(reason, err.Error())
	pause(ctx, botapi.Backoff(t.restarts))
	t.restarts++
	t.fault, t.detail, t.words = "", "", ""
	return ctx.Err() == nil
}

func millis(d time.Duration) play.Millis { return play.Millis(d.Milliseconds()) }

// left returns what the clock of the seat to move shows, 0 without one.
func left(s botapi.State) play.Millis {
	if s.Turn > len(s.Clocks) {
		return 0
	}
	return s.Clocks[s.Turn-1]
}
