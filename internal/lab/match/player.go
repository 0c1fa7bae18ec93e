package match

import (
	"context"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
)

// Player makes the moves of one seat in one game. It belongs to one goroutine.
type Player interface {
	// Move returns the player's move, in any text that the rules read, with
	// what it says about it. When ctx ends, its time is over and any answer is
	// too late. An error is the fault of the player if it is an [ugi.CrashError], an
	// [ugi.SilentError], an [ugi.AnswerError] or ctx's own.
	Move(ctx context.Context, t Turn) (engine.Info, error)
	// Close ends the player and waits for its end.
	Close()
}

// Turn is what a player is asked: the position with the limits, and how it
// came about.
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

// Close has nothing to do.
func (enginePlayer) Close() {}

// programPlayer is a program that speaks the engine protocol.
type programPlayer struct {
	*ugi.Client
	// byMoves says that it is told the game's moves, not its position.
	byMoves bool
}

// Move asks the program.
func (p programPlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	if p.byMoves {
		return p.SearchAfter(ctx, t.Played, t.Request)
	}
	return p.Search(ctx, t.Request)
}

// Close ends the program. How it takes leave does not matter any more.
func (p programPlayer) Close() { _ = p.Client.Close() }
