package match

import (
	"context"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
)

// Player makes the moves of one seat in one game. It belongs to one goroutine.
type Player interface {
	// Move returns the player's move, in any text that the rules read, with its report.
	// When ctx ends, its time is over and any answer comes too late. The player is at
	// fault if the error is an [ugi.CrashError], an [ugi.SilentError], an
	// [ugi.AnswerError] or the error of ctx.
	Move(ctx context.Context, t Turn) (engine.Info, error)
	// Close ends the player and waits for its end.
	Close()
}

// Turn is a turn to play: the position, the limits and the moves so far.
type Turn struct {
	engine.Request
	Start  game.Position
	Played []game.Move // from Start to Position
}

// enginePlayer is an engine of this program.
type enginePlayer struct{ engine engine.Engine }

// Move searches.
func (p enginePlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	return engine.SearchByClock(ctx, p.engine, t.Request)
}

// Close does nothing.
func (enginePlayer) Close() {}

// programPlayer is a program that speaks the engine protocol.
type programPlayer struct {
	*ugi.Client
	// byMoves sends the program the game's moves instead of its position.
	byMoves bool
}

// Move asks the program.
func (p programPlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	if p.byMoves {
		return p.SearchAfter(ctx, t.Played, t.Request)
	}
	return p.Search(ctx, t.Request)
}

// Close ends the program. The game is over, so errors don't matter.
func (p programPlayer) Close() { _ = p.Client.Close() }
