package answer

import (
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// Position is a position with the name of its game.
type Position struct {
	Game string `json:"game" doc:"The game's name"`
	State
}

// State is a position without the name of its game.
type State struct {
	Position string      `json:"position" doc:"The canonical text of the position"`
	Turn     int         `json:"turn" doc:"The seat to move, counted from 1; after the end, the seat that would be"`
	Winners  []int       `json:"winners" doc:"The seats that have won, none until the game is over"`
	Ending   game.Ending `json:"ending,omitempty" doc:"How the game ended by the rules, such as stuck; absent while it is in progress"`
}

// NewPosition describes a position of a game.
func NewPosition(entry catalog.Entry, pos game.Position) Position {
	return Position{entry.Game.Name(), NewState(pos)}
}

// NewState describes a position.
func NewState(pos game.Position) State {
	return State{
		Position: pos.String(),
		Turn:     pos.Turn().Number(),
		Winners:  pos.Winners().Numbers(),
		Ending:   pos.Ending(),
	}
}

// Move is a legal move.
type Move struct {
	Move  game.Move `json:"move" example:"d1-d7(g7)" doc:"The move as text, to send in moves or as a turn"`
	Steps []string  `json:"steps" doc:"The parts in which a player enters it"`
}

// Moves returns the legal moves in the order of the rules, none if the game is over.
func Moves(pos game.Position) []Move {
	moves := []Move{}
	for _, m := range pos.Moves() {
		moves = append(moves, Move{m, m.Steps()})
	}
	return moves
}

// Proof is what is known for certain about a position.
type Proof struct {
	Game     string      `json:"game" doc:"The game's name"`
	Position string      `json:"position" doc:"The position's canonical text"`
	Proven   bool        `json:"proven" doc:"Whether the result is known; if not, only nodes and seconds are meaningful"`
	Winners  []int       `json:"winners" doc:"The seats that win, counted from 1"`
	Plies    *int        `json:"plies,omitempty" doc:"Distance to the end under best play, where it is known: 0 when the game is over"`
	Nimber   *int        `json:"nimber,omitempty" doc:"The nimber of an impartial game's position, where it is known"`
	Grundy   *int        `json:"grundy,omitempty" doc:"The same as nimber, for older programs"`
	Moves    []game.Move `json:"moves" doc:"Winning moves of the seat to move: none if it loses"`
	All      bool        `json:"all,omitempty" doc:"Whether these are all winning moves, so that every other move loses"`
	Nodes    uint64      `json:"nodes" doc:"Positions searched, including the one at which the limit was noticed"`
	Seconds  float64     `json:"seconds" doc:"How long the search took"`
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
		p.Nimber, p.Grundy = &v.Grundy, &v.Grundy
	}
	return p
}
