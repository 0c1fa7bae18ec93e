package analysis

import (
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
	// Nodes is how many positions are searched for each of the game, at most.
	Nodes uint64 `json:"nodes"`
}

// Judged is what an engine thinks of a position of a game.
type Judged struct {
	Ply    int          `json:"ply" doc:"So many turns have been played before"`
	Played game.Move    `json:"played,omitempty" doc:"The turn that was played; absent at the end"`
	Best   game.Move    `json:"best,omitempty" doc:"The best turn; absent when the game is over"`
	Score  answer.Score `json:"score" doc:"What the position is worth to the seat to move"`
	Depth  int          `json:"depth" doc:"Plies searched in full"`
	Line   []game.Move  `json:"line" doc:"The play expected from here, the best turn first"`
}

// Positions returns how many positions are to be judged.
func (g Game) Positions() int { return len(g.Moves) + 1 }

// Judge analyzes a game. report is called after each position with all that is
// known; it must not keep or change that.
func (g Game) Judge(ctx context.Context, report func([]Judged)) ([]Judged, error) {
	if g.Nodes == 0 {
		return nil, fmt.Errorf("game of %d moves by 0 nodes: want some", len(g.Moves))
	}
	var all []Judged
	err := g.walk(g.Positions(), func(entry catalog.Entry, pos game.Position, ply int) error {
		var lines []engine.Info
		if pos.Winners() == 0 {
			// A new engine for each position: what one remembers depends on where it began.
			info, err := entry.NewEngine(engine.Config{HashMiB: 16, Threads: 1}).Search(ctx, engine.Request{
				Position: pos, Limits: engine.Limits{Nodes: g.Nodes},
			})
			if err == nil {
				err = ctx.Err()
			}
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

// Check refuses what can be seen to be no analysis of the game, or of its first
// positions: other turns than those played, and lines against the rules.
func (g Game) Check(all []Judged) error {
	if len(all) > g.Positions() {
		return fmt.Errorf("%d positions are judged: want at most %d", len(all), g.Positions())
	}
	return g.walk(len(all), func(_ catalog.Entry, pos game.Position, ply int) error {
		j := all[ply]
		switch p := j.Score.WinProbability; {
		case j.Ply != ply || j.Played != g.played(ply):
			return fmt.Errorf("position %d is of ply %d before %q: want that before %q", ply, j.Ply, j.Played, g.played(ply))
		case !(p >= 0 && p <= 1) || j.Depth < 0:
			return fmt.Errorf("position %d: probability %g in depth %d: want one from 0 to 1", ply, p, j.Depth)
		case (pos.Winners() == 0) != (j.Best != ""), j.Best != "" && (len(j.Line) == 0 || j.Line[0] != j.Best):
			return fmt.Errorf("position %d: best turn %q with the line %v: want a turn with which the line begins", ply, j.Best, j.Line)
		}
		for _, m := range j.Line {
			if !slices.Contains(pos.Moves(), m) {
				return fmt.Errorf("position %d: %q in its line: want a turn that is legal", ply, m)
			}
			var err error
			if pos, err = pos.Play(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// walk visits the first positions of a game.
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
