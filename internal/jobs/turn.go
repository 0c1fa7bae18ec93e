package jobs

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/work"
)

// Turn is a position in which a house bot is to move.
type Turn struct {
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Level    int           `json:"level"`
	Time     time.Duration `json:"time_ns"` // for the search
	Seed     uint64        `json:"seed"`
}

// turnOutput is what has been found. It depends on how fast the machine is.
type turnOutput struct {
	Move  game.Move `json:"move"`
	Nodes uint64    `json:"nodes"`
}

// Find looks for the turn on this machine. An engine is made for each: what one
// would remember from the turn before is worth less than its memory in all the
// games that wait.
func (t Turn) Find(ctx context.Context) (game.Move, error) {
	out, err := findTurn(ctx, nil, t)
	return out.Move, err
}

func findTurn(ctx context.Context, _ *work.Task, in Turn) (out turnOutput, err error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return out, err
	}
	pos, err := entry.Game.Parse(in.Position)
	if err != nil {
		return out, err
	}
	if in.Level < 1 || in.Level > catalog.MaxLevel || in.Time <= 0 {
		return out, fmt.Errorf("level %d, time %v: want a level from 1 to %d, and some time", in.Level, in.Time, catalog.MaxLevel)
	}
	hash := 1
	if in.Level == catalog.MaxLevel {
		hash = 16
	}
	e := entry.NewEngine(engine.Config{HashMiB: hash, Threads: 1, Level: in.Level})
	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Time: in.Time}, Seed: in.Seed})
	if err != nil {
		return out, err
	}
	return turnOutput{info.Best(), info.Nodes}, nil
}

// FindTurn has a worker look for a turn. One that has not answered some time after
// the search should have ended is not waited for: then, as when the bus is away
// or the answer is not legal, the desk looks itself.
func FindTurn(ctx context.Context, desk *work.Desk, t Turn, pos game.Position) (game.Move, error) {
	const late = time.Second
	asking, cancel := context.WithTimeout(ctx, t.Time+late)
	defer cancel()
	if len(desk.Workers()) > 0 {
		out, err := ask[turnOutput](asking, desk, job(turnKind, work.Now, t))
		if err == nil {
			if move, err := pos.Read(string(out.Move)); err == nil {
				return move, nil
			}
		}
	}
	return t.Find(ctx)
}
