package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// Game is a game to analyze.
type Game struct {
	Game  string      `json:"game"`
	Start string      `json:"start"` // text of the position
	Moves []game.Move `json:"moves"`
	// Nodes is the most nodes searched for each position.
	Nodes uint64 `json:"nodes"`
}

// Judged is an engine's evaluation of a position of a game.
type Judged struct {
	Ply    int          `json:"ply" doc:"The number of turns played before"`
	Played game.Move    `json:"played,omitempty" doc:"The turn that was played; absent at the end"`
	Best   game.Move    `json:"best,omitempty" doc:"The best turn; absent when the game is over"`
	Score  answer.Score `json:"score" doc:"The evaluation for the seat to move"`
	Depth  int          `json:"depth" doc:"Plies searched in full"`
	Line   []game.Move  `json:"line" doc:"The play expected from here, the best turn first"`
}

// Positions returns the number of positions to judge.
func (g Game) Positions() int { return len(g.Moves) + 1 }

// Judge analyzes a game. report is called after each position with all results
// so far, which it must not keep or change.
func (g Game) Judge(ctx context.Context, report func([]Judged)) ([]Judged, error) {
	if g.Nodes == 0 {
		return nil, fmt.Errorf("game of %d moves with 0 nodes: want at least 1", len(g.Moves))
	}
	var all []Judged
	err := g.walk(g.Positions(), func(entry catalog.Entry, pos game.Position, ply int) error {
		var lines []engine.Info
		if pos.Winners() == 0 {
			// A new engine for each position, so that the result does not depend on earlier ones.
			info, err := entry.NewEngine(engine.Config{TableMiB: 16, Threads: 1}).Search(ctx, engine.Request{
				Position: pos, Limits: engine.Limits{Nodes: g.Nodes},
			})
			err = cmp.Or(err, ctx.Err())
			if err != nil {
				return err
			}
			lines = []engine.Info{info}
		}
		found := answer.NewSearch(entry, pos, lines)
		all = append(all, Judged{ply, g.played(ply), found.Move, found.Score, found.Depth, found.Line})
		report(all)
		return nil
	})
	return all, err
}

// Check refuses results that are visibly not an analysis of the game or of its
// first positions: other turns than those played, or lines against the rules.
func (g Game) Check(all []Judged) error {
	if len(all) > g.Positions() {
		return fmt.Errorf("%d judged positions: want at most %d", len(all), g.Positions())
	}
	return g.walk(len(all), func(_ catalog.Entry, pos game.Position, ply int) error {
		j := all[ply]
		switch p := j.Score.WinProbability; {
		case j.Ply != ply || j.Played != g.played(ply):
			return fmt.Errorf("position %d: got ply %d before the turn %q, want the turn %q", ply, j.Ply, j.Played, g.played(ply))
		case !(p >= 0 && p <= 1) || j.Depth < 0:
			return fmt.Errorf("position %d: probability %g at depth %d: want 0 to 1", ply, p, j.Depth)
		case (pos.Winners() == 0) != (j.Best != ""), j.Best != "" && (len(j.Line) == 0 || j.Line[0] != j.Best):
			return fmt.Errorf("position %d: best turn %q with the line %v: the line must start with it", ply, j.Best, j.Line)
		}
		for _, m := range j.Line {
			if !slices.Contains(pos.Moves(), m) {
				return fmt.Errorf("position %d: illegal turn %q in its line", ply, m)
			}
			var err error
			if pos, err = pos.Play(m); err != nil {
				return err
			}
		}
		return nil
	})
}

func (g Game) walk(positions int, visit func(entry catalog.Entry, pos game.Position, ply int) error) error {
	entry, err := catalog.Find(g.Game)
	if err != nil {
		return err
	}
	pos, err := entry.Game.Parse(g.Start)
	for ply := 0; err == nil && ply < positions; ply++ {
		if err = visit(entry, pos, ply); err == nil && ply+1 < positions {
			pos, err = pos.Play(g.Moves[ply])
		}
	}
	return err
}

// played returns the turn played at a ply, "" at the end.
func (g Game) played(ply int) game.Move {
	if ply < len(g.Moves) {
		return g.Moves[ply]
	}
	return ""
}
