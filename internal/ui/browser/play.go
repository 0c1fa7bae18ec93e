package browser

import (
	"fmt"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// PlayParams ask for the position after a move.
type PlayParams struct {
	PositionParams
	Move string `json:"move" doc:"In any form that the rules accept"`
}

// Played is a move in its canonical text and the position after it.
type Played struct {
	Move game.Move `json:"move"`
	View View      `json:"view"`
}

func (s *Service) play(p PlayParams) (Played, error) {
	entry, pos, err := p.Find(s.games)
	if err != nil {
		return Played{}, err
	}
	move, err := pos.Read(p.Move)
	if err != nil {
		return Played{}, withMoveFault(err, pos, p.Move)
	}
	if pos, err = pos.Play(move); err != nil {
		return Played{}, err
	}
	v, err := ViewOf(entry, pos)
	return Played{move, v}, err
}

// EliminateParams ask for the position without a seat that has given up.
type EliminateParams struct {
	PositionParams
	Seat int `json:"seat" doc:"Counted from 1"`
}

func (s *Service) eliminate(p EliminateParams) (View, error) {
	entry, pos, err := p.Find(s.games)
	if err != nil {
		return View{}, err
	}
	if p.Seat < 1 || p.Seat > pos.Board().Seats {
		return View{}, fmt.Errorf("seat %d: want one from 1 to %d", p.Seat, pos.Board().Seats)
	}
	if pos, err = game.Eliminate(pos, game.Seat(p.Seat-1)); err != nil {
		return View{}, err
	}
	return ViewOf(entry, pos)
}

// Find returns the entry of the game among games, and the position.
func (p PositionParams) Find(games []catalog.Entry) (catalog.Entry, game.Position, error) {
	entry, err := catalog.Among(games, p.Game)
	if err != nil {
		return entry, nil, err
	}
	pos, err := entry.Game.Parse(p.Position)
	return entry, pos, WithFault(err, BadPosition, p.Position, "")
}

// ReplayParams ask for the positions of a game.
type ReplayParams struct {
	Game  string      `json:"game"`
	Start string      `json:"start"`
	Moves []game.Move `json:"moves"`
}

// Station is a position of a game with the move that led to it.
type Station struct {
	Move game.Move `json:"move,omitempty" doc:"That led to it; absent for the first"`
	answer.State
}

// Replayed is a game up to its last move or the first illegal one.
type Replayed struct {
	Seats    int       `json:"seats"`
	Stations []Station `json:"stations" doc:"The start first"`
	Error    string    `json:"error,omitempty" doc:"What is wrong with the move after the last position"`
}

func (s *Service) replay(p ReplayParams) (Replayed, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return Replayed{}, err
	}
	positions, err := game.Record{Game: p.Game, Start: p.Start, Moves: p.Moves}.Replay(entry.Game)
	if len(positions) == 0 {
		return Replayed{}, err
	}
	r := Replayed{Seats: positions[0].Board().Seats}
	if err != nil {
		r.Error = err.Error()
	}
	for i, pos := range positions {
		station := Station{State: answer.NewState(pos)}
		if i > 0 {
			station.Move = p.Moves[i-1]
		}
		r.Stations = append(r.Stations, station)
	}
	return r, nil
}
