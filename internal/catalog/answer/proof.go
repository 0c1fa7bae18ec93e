package answer

import (
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Proof is what is known for certain about a position.
type Proof struct {
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Proven   bool        `json:"proven" doc:"Whether the result is known; if not, only nodes and seconds are meaningful"`
	Winners  []int       `json:"winners" doc:"The seats that win, counted from 1"`
	Plies    *int        `json:"plies,omitempty" doc:"Distance to the end under best play, where it is known: 0 when the game is over"`
	Grundy   *int        `json:"grundy,omitempty" doc:"The nimber of an impartial game's position, where it is known"`
	Moves    []game.Move `json:"moves" doc:"Winning moves of the seat to move: none if it loses"`
	All      bool        `json:"all,omitempty" doc:"Whether these are all winning moves, so that every other move loses"`
	Nodes    uint64      `json:"nodes" doc:"Positions searched"`
	Seconds  float64     `json:"seconds"`
}

// NewProof describes what a solver has found.
func NewProof(entry catalog.Entry, pos game.Position, v engine.Verdict) Proof {
	p := Proof{
		Game: entry.Game.Name(), Position: pos.String(), Proven: v.Proven,
		Winners: []int{}, Moves: []game.Move{}, Nodes: v.Nodes, Seconds: v.Time.Seconds(),
	}
	if !v.Proven {
		return p
	}
	p.Winners, p.Moves, p.All = v.Winners.Numbers(), append(p.Moves, v.Moves...), v.All
	if v.Plies > 0 || pos.Winners() != 0 {
		p.Plies = &v.Plies
	}
	if v.Grundy >= 0 {
		p.Grundy = &v.Grundy
	}
	return p
}
