package exam

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/match"
)

// Examiner asks a player. It belongs to one goroutine.
type Examiner struct {
	Player match.Spec
	// Control limits each answer; the player's own limits replace it. Its clock is not
	// used. A text program knows no limits, so only its own apply.
	Control match.Control
	// Patience is how long to wait for an answer without a time limit.
	Patience time.Duration
	// Seed varies the player's choices. Each item's own seed is made of it and the ID.
	Seed uint64
}

// Ask asks the player about each item and returns the marks. A player that crashes, is
// silent or answers too late has not answered, and is started again. It ends with ctx,
// or with the error of a player that can't be started; the marks so far are returned with
// it. report, if not nil, is called after each item with all marks so far.
func (x Examiner) Ask(ctx context.Context, items []Item, report func(marks []Mark)) (marks []Mark, err error) {
	var c candidate
	defer func() { c.close() }()
	for _, i := range items {
		m, err := x.ask(ctx, &c, i)
		if err != nil {
			return marks, err
		}
		if marks = append(marks, m); report != nil {
			report(marks)
		}
	}
	return marks, nil
}

// Check refuses a player that is no engine of the game, and settings that an engine does
// not have. Programs are only known once they start.
func (x Examiner) Check(entry catalog.Entry) error {
	m := match.Match{Entry: entry, Players: []match.Spec{x.Player, x.Player}, Games: 2, Patience: x.Patience, Concurrency: 1}
	if x.Player.IsText() {
		m.Variant = entry.TextVariant
	}
	return m.Check()
}

// Suits reports whether the player can be asked about an item: a text program only plays
// from its usual start.
func (x Examiner) Suits(i Item) bool { return !x.Player.IsText() || len(i.Played) > 0 }

// candidate is the player that is running, if there is one, and the game it plays.
type candidate struct {
	match.Player
	entry   catalog.Entry
	variant string
}

func (c *candidate) close() {
	if c.Player != nil {
		c.Close()
		c.Player = nil
	}
}

// reset makes the running player ready for an item, and reports whether it is: only
// programs of the engine protocol can begin again, on the same board.
func (c *candidate) reset(ctx context.Context, i Item) bool {
	program, ok := c.Player.(interface{ NewGame(context.Context) error })
	return ok && c.entry.Game.Name() == i.Game && c.variant == i.Variant && program.NewGame(ctx) == nil
}

// open makes the player ready for an item.
func (x Examiner) open(ctx context.Context, c *candidate, i Item, entry catalog.Entry, start game.Position, seed uint64) (err error) {
	if c.reset(ctx, i) {
		return nil
	}
	c.close()
	m := &match.Match{Entry: entry, Variant: i.Variant}
	if entry.WireName(i.Variant) == "" {
		m.Variant = "" // a board to solve, which the engine protocol can't name
	}
	c.entry, c.variant = entry, i.Variant
	c.Player, err = m.Open(ctx, x.Player, start, seed)
	return err
}

func (x Examiner) ask(ctx context.Context, c *candidate, i Item) (mark Mark, err error) {
	entry, pos, err := i.Find()
	if err != nil {
		return mark, err
	}
	id, err := strconv.ParseUint(i.ID, 16, 64)
	if err != nil {
		return mark, fmt.Errorf("item %q: %w", i.ID, err)
	}
	control := x.control()
	turn := match.Turn{Start: pos, Request: engine.Request{
		Position: pos, Seed: (x.Seed<<32 ^ id) | 1,
		Limits: engine.Limits{Time: control.Move, Nodes: control.Nodes, Depth: control.Depth},
	}}
	if !x.Suits(i) {
		return mark, fmt.Errorf("player %q: item %s, %q: a text program can only begin at the usual start", x.Player.Text, i.ID, i.Position)
	}
	if x.Player.IsText() {
		if turn.Start, err = entry.Start(i.Variant); err != nil {
			return mark, err
		}
		turn.Played = i.Played
	}
	if err := x.open(ctx, c, i, entry, turn.Start, match.SeedOf(x.Seed, id)); err != nil {
		return mark, err
	}
	answer, fault, err := x.move(ctx, c, turn)
	if err != nil {
		return mark, err
	}
	mark, err = i.grade(answer)
	mark.Fault = fault
	return mark, err
}

// Fault is why a player has not answered, as in matches.
type Fault struct {
	Reason match.Reason // "" for none
	Detail string
}

// move asks for one move. There is none if the player is at fault.
func (x Examiner) move(ctx context.Context, c *candidate, turn match.Turn) ([]string, Fault, error) {
	// A program may need a moment to stop.
	allowed, late := x.Patience, match.Silence
	if turn.Limits.Time > 0 {
		allowed, late = turn.Limits.Time+match.DefaultMargin+time.Second, match.Overrun
	}
	limited, cancel := context.WithTimeout(ctx, allowed)
	defer cancel()
	info, err := c.Move(limited, turn)
	if ctx.Err() != nil { // an engine's answer may then be a shallow one
		c.close()
		return nil, Fault{}, context.Cause(ctx)
	}
	if err == nil {
		return []string{string(info.Best())}, Fault{}, nil
	}
	c.close()
	if wrong, ok := errors.AsType[*ugi.AnswerError](err); ok {
		return []string{moveOf(wrong.Line)}, Fault{}, nil
	}
	reason, fault := match.FaultOf(err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, Fault{late, match.NoAnswer(allowed, err)}, nil
	case fault:
		return nil, Fault{reason, err.Error()}, nil
	}
	return nil, Fault{}, err
}

// moveOf returns what a line of a program gives for its move, "" if there is nothing: the text
// after a text program's asterisk, or the word after "bestmove".
func moveOf(line string) string {
	if text, ok := strings.CutPrefix(line, "* "); ok {
		return text
	}
	if words := strings.Fields(line); len(words) > 1 {
		return words[1]
	}
	return ""
}

// control returns the limits of each answer.
func (x Examiner) control() match.Control {
	player, all := x.Player, x.Control
	player.Control.Clock, all.Clock = engine.Clock{}, engine.Clock{}
	return player.Limits(all)
}
