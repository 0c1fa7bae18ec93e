package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
)

// Game is one game to be refereed.
type Game struct {
	Start    game.Position
	Opening  []game.Move // played before the players begin
	Players  []Player    // by seat
	Controls []Control   // by seat
	// Sides are who the seats play for, by seat: a fault is a loss for all
	// seats of a side. If nil, each plays for itself and its partners.
	Sides []int
	Seed  uint64 // for the players
	// Margin is how much longer than allowed a turn may take, for what the way
	// to and from a program costs. After that, a player must stop. By a clock it
	// has lost; a turn that has only a time of its own is late, see [Effort].
	Margin time.Duration
	// Patience is how long a turn may take when no clock or time limits it.
	Patience time.Duration
}

// Outcome is how a game went.
type Outcome struct {
	Moves  []Move    // with those of the opening
	Winner game.Seat // the first of those that have won; by a fault, of those that play for somebody else
	Reason Reason
	Detail string // what the loser did, unless Reason is ByRules
}

// Move is a turn as it was played. What is not known is zero, as all is in
// turns of the opening.
type Move struct {
	Move  game.Move     `json:"move"`
	Score string        `json:"score,omitempty"` // for the player; in [engine.Score.Notation]
	Depth int           `json:"depth,omitempty"` // plies
	Nodes uint64        `json:"nodes,omitempty"`
	Spent time.Duration `json:"spent_ns,omitempty"` // by the referee's watch
	Left  time.Duration `json:"left_ns,omitempty"`  // on the clock after the move
}

// Play has the game played to its end. The rules decide what is legal and who
// has won; a player that fails loses. The error is ctx's, or says that there
// can't be such a game: the opening is not legal, or there are more seats than
// players.
func (c Game) Play(ctx context.Context) (Outcome, error) {
	g := referee{Game: c, pos: c.Start}
	for _, control := range c.Controls {
		g.left = append(g.left, control.Clock.Left)
	}
	for _, m := range c.Opening {
		if err := g.move(Move{Move: m}); err != nil {
			return Outcome{}, fmt.Errorf("opening: %w", err)
		}
	}
	for g.pos.Winners() == 0 && g.outcome.Reason == "" {
		if seat := g.pos.Turn(); int(seat) >= len(c.Players) {
			return Outcome{}, fmt.Errorf("position %q: seat %s is to move: want a game for %d", g.pos, seat, len(c.Players))
		}
		if err := g.turn(ctx); err != nil {
			return Outcome{}, err
		}
	}
	if g.outcome.Reason == "" {
		g.outcome.Reason = ByRules
		g.outcome.Winner = g.pos.Winners().First()
	}
	return g.outcome, nil
}

type referee struct {
	Game
	pos     game.Position
	played  []game.Move
	left    []time.Duration // on the clocks
	outcome Outcome
}

// turn asks the player to move for its move. If that fails, it has lost.
func (g *referee) turn(ctx context.Context) error {
	seat := g.pos.Turn()
	control := g.Controls[seat]
	allowed, late := control.allowed(g.left[seat])+g.Margin, Overrun
	if !control.timed() {
		allowed, late = g.Patience, Silence
	}

	limited, cancel := context.WithTimeout(ctx, allowed)
	start := time.Now()
	info, err := g.Players[seat].Move(limited, g.request(seat))
	spent := time.Since(start)
	cancel()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch {
	case err == nil && spent > allowed && !g.forgives(control, seat, spent):
		g.lose(seat, late, fmt.Sprintf("answer after %v: want one within %v", spent.Round(time.Millisecond), allowed))
	case errors.Is(err, context.DeadlineExceeded):
		g.lose(seat, late, NoAnswer(allowed, err))
	case err != nil:
		reason, ok := FaultOf(err)
		if !ok {
			return err
		}
		g.lose(seat, reason, err.Error())
	default:
		m := Move{Move: info.Best(), Depth: info.Depth, Nodes: info.Nodes, Spent: spent.Round(time.Microsecond)}
		if info.Depth > 0 || info.Score != 0 {
			m.Score = info.Score.Notation()
		}
		if control.Clock.Left > 0 {
			g.left[seat] = max(g.left[seat]-spent, 0) + control.Clock.Increment
			m.Left = g.left[seat].Round(time.Microsecond)
		}
		if err := g.move(m); err != nil {
			g.lose(seat, Illegal, err.Error())
		}
	}
	return nil
}

// stopGrace is how long a player may take to answer a request to stop. A machine
// that keeps a program waiting for longer is of no use for matches.
const stopGrace = time.Second

// forgives reports whether a turn that took too long counts all the same: the
// player answered the request to stop, and its clock has not run out.
func (g *referee) forgives(control Control, seat game.Seat, spent time.Duration) bool {
	return control.Move > 0 && spent <= control.Move+g.Margin+stopGrace &&
		(control.Clock.Left == 0 || spent <= g.left[seat]+g.Margin)
}

func (g *referee) lose(seat game.Seat, reason Reason, detail string) {
	g.outcome.Reason, g.outcome.Detail = reason, detail
	for g.outcome.Winner = 0; g.side(g.outcome.Winner) == g.side(seat); g.outcome.Winner++ {
	}
}

// side returns who a seat plays for.
func (g *referee) side(seat game.Seat) int {
	if g.Sides == nil {
		return int(g.Start.Board().Allies(seat).First())
	}
	return g.Sides[seat]
}

func (g *referee) request(seat game.Seat) Turn {
	control := g.Controls[seat]
	limits := engine.Limits{Time: control.Move, Nodes: control.Nodes, Depth: control.Depth}
	for i, c := range g.Controls {
		if c.Clock.Left > 0 {
			// A clock that shows 0 would be none.
			limits.Clocks[i] = engine.Clock{Left: max(g.left[i], time.Millisecond), Increment: c.Clock.Increment}
		}
	}
	return Turn{
		Request: engine.Request{Position: g.pos, Limits: limits, Seed: g.Seed},
		Start:   g.Start,
		Played:  g.played,
	}
}

// move plays a move, if it is legal, and writes it down in canonical text:
// players may have written it in any form that the rules accept.
func (g *referee) move(m Move) (err error) {
	if m.Move, err = g.pos.Read(string(m.Move)); err != nil {
		return err
	}
	next, err := g.pos.Play(m.Move)
	if err != nil {
		return err
	}
	g.pos, g.played = next, append(g.played, m.Move)
	g.outcome.Moves = append(g.outcome.Moves, m)
	return nil
}
