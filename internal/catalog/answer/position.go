package answer

import (
	"thera/game"
	"thera/internal/catalog"
)

// Position is a position with the name of its game.
type Position struct {
	Game string `json:"game"`
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
	Move  game.Move `json:"move" example:"d1-d7(g7)"`
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
