package jobs

import (
	"context"
	"fmt"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/queue"
	"thera/internal/site/housebot"
)

// turnInput is a position in which a house bot is to move.
type turnInput struct {
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Level    int           `json:"level"`
	Time     time.Duration `json:"time_ns"` // for the search
	Seed     uint64        `json:"seed"`
}

// turnOutput is the turn found. It depends on the machine's speed.
type turnOutput struct {
	Move  game.Move `json:"move"`
	Nodes uint64    `json:"nodes"`
}

func findTurn(ctx context.Context, _ *queue.Task, in turnInput) (out turnOutput, err error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return out, err
	}
	pos, err := entry.Game.Parse(in.Position)
	if err != nil {
		return out, err
	}
	if in.Level < 1 || in.Level > catalog.MaxLevel || in.Time <= 0 {
		return out, fmt.Errorf("level %d, time %v: want a level from 1 to %d and a positive time", in.Level, in.Time, catalog.MaxLevel)
	}
	info, err := housebot.Search(ctx, entry, housebot.SearchRequest{Game: in.Game, Position: pos, Level: in.Level, Time: in.Time, Seed: in.Seed})
	if err != nil {
		return out, err
	}
	return turnOutput{info.Best(), info.Nodes}, nil
}

// Searchers are workers that search for house bots.
type Searchers struct{ Dispatcher *queue.Dispatcher }

// Slots implements [housebot.Workers].
func (t Searchers) Slots() (places int) {
	for _, w := range t.Dispatcher.Workers() {
		places += w.Slots
	}
	return places
}

// Search implements [housebot.Workers]. It gives up on a worker that is a
// second late.
func (t Searchers) Search(ctx context.Context, in housebot.SearchRequest) (game.Move, error) {
	const late = time.Second
	ctx, cancel := context.WithTimeout(ctx, in.Time+late)
	defer cancel()
	out, err := ask[turnOutput](ctx, t.Dispatcher, job(turnKind, queue.Now, turnInput{
		in.Game, in.Position.String(), in.Level, in.Time, in.Seed,
	}))
	return out.Move, err
}
