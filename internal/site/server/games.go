package server

import (
	"context"
	"errors"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// find returns the game and position of a question. The error is a problem.
func (s *Server) find(from answer.Start) (catalog.Entry, game.Position, error) {
	entry, pos, err := from.Find(s.Games)
	if field, ok := errors.AsType[*answer.FieldError](err); ok {
		err = wrongField(field.Field, field.Value, field)
	}
	return entry, pos, err
}

type gamesOutput struct {
	Body struct {
		Games []gameInfo `json:"games"`
	}
}

// gameInfo is a game that the API answers questions about.
type gameInfo struct {
	Game     string   `json:"game" example:"amazons"`
	Variants []string `json:"variants" doc:"The variants it can start with, the default first"`
}

func (s *Server) listGames(context.Context, *struct{}) (*gamesOutput, error) {
	var out gamesOutput
	for _, entry := range s.Games {
		out.Body.Games = append(out.Body.Games, gameInfo{entry.Game.Name(), entry.Game.Variants()})
	}
	return &out, nil
}

type movesInput struct{ Body answer.Start }

type movesOutput struct{ Body position }

// position is a position with its legal moves.
type position struct {
	answer.Position
	Moves []answer.Move `json:"moves" doc:"The legal moves in the order of the rules; none if the game is over"`
}

func (s *Server) listMoves(_ context.Context, in *movesInput) (*movesOutput, error) {
	entry, pos, err := s.find(in.Body)
	if err != nil {
		return nil, err
	}
	return &movesOutput{position{answer.NewPosition(entry, pos), answer.Moves(pos)}}, nil
}
