package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"thera/game"
	"thera/internal/catalog"
)

// Start is the position that a question is about, as requests have it.
type Start struct {
	Game     string      `json:"game" example:"amazons" doc:"The game's name"`
	Variant  string      `json:"variant,omitempty" maxLength:"40" example:"6x6" doc:"Begin at the start of this variant; without it and a position, of the game's first"`
	Position string      `json:"position,omitempty" maxLength:"400" example:"Q1q w" doc:"Begin at the position with this text"`
	Moves    []game.Move `json:"moves,omitempty" maxItems:"400" doc:"Play these moves from there"`
}

// find returns the game and the position. The error is a problem.
func (s *Server) find(from Start) (catalog.Entry, game.Position, error) {
	entry, err := s.entry(from.Game)
	if err != nil {
		return entry, nil, wrongField("game", from.Game, err)
	}
	if from.Variant != "" && from.Position != "" {
		return entry, nil, wrongField("position", from.Position, errors.New("want only one of variant and position"))
	}
	var pos game.Position
	if from.Position != "" {
		if pos, err = entry.Game.Parse(from.Position); err != nil {
			return entry, nil, wrongField("position", from.Position, err)
		}
	} else if pos, err = entry.Game.Start(from.Variant); err != nil {
		return entry, nil, wrongField("variant", from.Variant, err)
	}
	for i, m := range from.Moves {
		if pos, err = pos.Play(m); err != nil {
			return entry, nil, wrongField(fmt.Sprintf("moves[%d]", i), m, err)
		}
	}
	return entry, pos, nil
}

// findUnfinished is find for questions that make no sense after the end.
func (s *Server) findUnfinished(from Start) (catalog.Entry, game.Position, error) {
	entry, pos, err := s.find(from)
	if err == nil && pos.Winners() != 0 {
		err = wrongField("position", pos.String(), fmt.Errorf("the game is over, won by seat %s", pos.Winners()))
	}
	return entry, pos, err
}

func (s *Server) entry(name string) (catalog.Entry, error) {
	var known []string
	for _, entry := range s.Games {
		if entry.Game.Name() == name {
			return entry, nil
		}
		known = append(known, entry.Game.Name())
	}
	return catalog.Entry{}, fmt.Errorf("unknown game %q: want one of %s", name, strings.Join(known, ", "))
}

type gamesOutput struct {
	Body struct {
		Games []gameInfo `json:"games"`
	}
}

// gameInfo is a game that questions can be about.
type gameInfo struct {
	Game     string   `json:"game" example:"amazons"`
	Variants []string `json:"variants" doc:"The boards it can start on, the default first"`
}

func (s *Server) listGames(context.Context, *struct{}) (*gamesOutput, error) {
	var out gamesOutput
	for _, entry := range s.Games {
		out.Body.Games = append(out.Body.Games, gameInfo{entry.Game.Name(), entry.Game.Variants()})
	}
	return &out, nil
}
