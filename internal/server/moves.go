package server

import (
	"context"

	"thera/game"
)

type movesInput struct{ Body Start }

type movesOutput struct{ Body position }

// position is a position with its legal moves.
type position struct {
	Game     string  `json:"game"`
	Position string  `json:"position" doc:"The position's canonical text"`
	Turn     int     `json:"turn" doc:"The seat to move, counted from 1"`
	Winners  []int   `json:"winners" doc:"The seats that have won, none until the game is over"`
	Moves    []legal `json:"moves" doc:"The legal moves in the order of the rules, none when the game is over"`
}

// legal is a legal move.
type legal struct {
	Move  game.Move `json:"move" example:"d1-d7(g7)"`
	Steps []string  `json:"steps" doc:"The parts in which a player enters it"`
}

func (s *Server) listMoves(_ context.Context, in *movesInput) (*movesOutput, error) {
	entry, pos, err := s.find(in.Body)
	if err != nil {
		return nil, err
	}
	out := position{
		Game:     entry.Game.Name(),
		Position: pos.String(),
		Turn:     pos.Turn().Number(),
		Winners:  pos.Winners().Numbers(),
		Moves:    []legal{},
	}
	for _, m := range pos.Moves() {
		out.Moves = append(out.Moves, legal{m, m.Steps()})
	}
	return &movesOutput{out}, nil
}
