package answer

import (
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Score is the value of a position for the seat to move.
type Score struct {
	WinProbability float64 `json:"win_probability" minimum:"0" maximum:"1" doc:"For the seat to move: 1 is a certain win, 0 a certain loss"`
	Proven         bool    `json:"proven" doc:"Whether this is the result under best play, rather than an estimate"`
	Plies          *int    `json:"plies,omitempty" doc:"When proven, the turns until the end at the latest: 0 when the game is over"`
	Centilogits    *int    `json:"centilogits,omitempty" doc:"When not proven, the engine's estimate: 100·ln(p/(1−p)) for a win probability p"`
}

// NewScore converts a score.
func NewScore(s engine.Score) Score {
	score := Score{WinProbability: s.WinProbability()}
	plies, proven := s.Proven()
	if proven {
		plies = max(plies, -plies)
		score.Proven, score.Plies = true, &plies
	} else {
		centilogits := int(s)
		score.Centilogits = &centilogits
	}
	return score
}

// Line is a move with its score and the play expected after it.
type Line struct {
	Rank  int         `json:"rank" doc:"1 for the best move, 2 for the next best"`
	Move  game.Move   `json:"move,omitempty" example:"d1-d7(g7)" doc:"Absent when the game is over"`
	Score Score       `json:"score" doc:"The value of the position for the seat to move"`
	Depth int         `json:"depth" doc:"Plies searched completely"`
	Line  []game.Move `json:"line" doc:"The play expected from here, this move first"`
}

func newLine(info engine.Info) Line {
	return Line{info.Rank + 1, info.Best(), NewScore(info.Score), info.Depth, info.Line}
}

// Search is the result of a search for the best move.
type Search struct {
	Game     string      `json:"game" doc:"The game's name"`
	Position string      `json:"position" doc:"The position's canonical text"`
	Rank     int         `json:"rank" doc:"1 for the best move"`
	Move     game.Move   `json:"move,omitempty" example:"d1-d7(g7)" doc:"Absent when the game is over"`
	Score    Score       `json:"score" doc:"The value of the position for the seat to move"`
	Depth    int         `json:"depth" doc:"Plies searched completely"`
	Nodes    uint64      `json:"nodes" doc:"Positions searched, including the one at which the limit was noticed"`
	Seconds  float64     `json:"seconds" doc:"How long the search took"`
	Line     []game.Move `json:"line" doc:"The play expected from here"`
	Winners  []int       `json:"winners,omitempty" doc:"The seats that have won, when the game is over"`
	Others   []Line      `json:"others,omitempty" doc:"The next best moves, if more lines than one were asked for"`
}

// NewSearch describes the lines that a search has found, the best first. There
// is at least one, unless the game is over.
func NewSearch(entry catalog.Entry, pos game.Position, lines []engine.Info) Search {
	s := Search{Game: entry.Game.Name(), Position: pos.String()}
	if winners := pos.Winners(); winners != 0 {
		score := engine.LossIn(0)
		if winners.Has(pos.Turn()) {
			score = engine.WinIn(0)
		}
		s.Rank, s.Score, s.Line, s.Winners = 1, NewScore(score), []game.Move{}, winners.Numbers()
		return s
	}
	best := newLine(lines[0])
	s.Rank, s.Move, s.Score, s.Depth, s.Line = best.Rank, best.Move, best.Score, best.Depth, best.Line
	s.Nodes, s.Seconds = lines[0].Nodes, lines[0].Time.Seconds()
	for _, info := range lines[1:] {
		s.Others = append(s.Others, newLine(info))
	}
	return s
}
