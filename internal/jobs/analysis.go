package jobs

import (
	"context"
	"fmt"

	"thera/engine"
	"thera/game"
	"thera/internal/answer"
	"thera/internal/catalog"
	"thera/internal/work"
)

// Game is a game to analyze.
type Game struct {
	Game  string      `json:"game"`
	Start string      `json:"start"` // text of the position
	Moves []game.Move `json:"moves"`
	// Nodes is how many positions are searched before each move.
	Nodes uint64 `json:"nodes"`
}

// Judged is what an engine thinks of a position of the game.
type Judged struct {
	Ply    int          `json:"ply" doc:"So many turns have been played before"`
	Played game.Move    `json:"played,omitempty" doc:"The turn that was played; absent at the end"`
	Best   game.Move    `json:"best,omitempty" doc:"The best turn; absent at the end"`
	Score  answer.Score `json:"score" doc:"What the position is worth to the seat to move"`
	Line   []game.Move  `json:"line" doc:"The play expected after that"`
}

func analyze(ctx context.Context, t *work.Task, in Game) ([]Judged, error) {
	entry, err := catalog.Find(in.Game)
	if err != nil {
		return nil, err
	}
	pos, err := entry.Game.Parse(in.Start)
	if err != nil {
		return nil, err
	}
	if in.Nodes == 0 {
		return nil, fmt.Errorf("game of %d moves by 0 nodes: want some", len(in.Moves))
	}
	var all []Judged
	for ply := 0; ; ply++ {
		judged := Judged{Ply: ply}
		if ply < len(in.Moves) {
			judged.Played = in.Moves[ply]
		}
		var lines []engine.Info
		if pos.Winners() == 0 {
			// A new engine for each position: what one remembers depends on where it began.
			info, err := entry.NewEngine(engine.Config{HashMiB: 16, Threads: 1}).Search(ctx, engine.Request{
				Position: pos, Limits: engine.Limits{Nodes: in.Nodes},
			})
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			lines = []engine.Info{info}
		}
		found := answer.NewSearch(entry, pos, lines)
		judged.Best, judged.Score, judged.Line = found.Move, found.Score, found.Line
		all = append(all, judged)
		t.Report(float64(ply+1)/float64(len(in.Moves)+1), all)
		if ply == len(in.Moves) {
			return all, nil
		}
		if pos, err = pos.Play(in.Moves[ply]); err != nil {
			return nil, err
		}
	}
}

// Analyze has a worker analyze a game. report is told what is known so far; it
// must not wait for anything.
func Analyze(ctx context.Context, desk *work.Desk, g Game, report func(work.Progress)) ([]Judged, error) {
	j := job(analysisKind, work.Soon, g)
	j.Report = report
	return ask[[]Judged](ctx, desk, j)
}
