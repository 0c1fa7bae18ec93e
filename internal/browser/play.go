package browser

import (
	"thera/game"
	"thera/internal/answer"
	"thera/internal/catalog"
)

// PlayParams ask for the position after a move.
type PlayParams struct {
	PositionParams
	Move string `json:"move" doc:"In any text that the rules read"`
}

// Played is a move in its canonical text and the position after it.
type Played struct {
	Move game.Move `json:"move"`
	View View      `json:"view"`
}

func play(p PlayParams) (Played, error) {
	entry, pos, err := p.find()
	if err != nil {
		return Played{}, err
	}
	move, err := pos.Read(p.Move)
	if err != nil {
		return Played{}, err
	}
	if pos, err = pos.Play(move); err != nil {
		return Played{}, err
	}
	v, err := viewOf(entry, pos)
	return Played{move, v}, err
}

func (p PositionParams) find() (catalog.Entry, game.Position, error) {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return entry, nil, err
	}
	pos, err := entry.Game.Parse(p.Position)
	return entry, pos, err
}

// ReplayParams ask for the positions of a game.
type ReplayParams struct {
	Game  string      `json:"game"`
	Start string      `json:"start"`
	Moves []game.Move `json:"moves"`
}

// Station is a position on the way through a game.
type Station struct {
	Move game.Move `json:"move,omitempty" doc:"That led to it; absent for the first"`
	answer.State
}

// Replayed is a game up to its last move or the first one that is not legal.
type Replayed struct {
	Seats    int       `json:"seats"`
	Stations []Station `json:"stations" doc:"The start first"`
	Error    string    `json:"error,omitempty" doc:"What is wrong with the move after the last station"`
}

func replay(p ReplayParams) (Replayed, error) {
	entry, err := catalog.Find(p.Game)
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
		s := Station{State: answer.NewState(pos)}
		if i > 0 {
			s.Move = p.Moves[i-1]
		}
		r.Stations = append(r.Stations, s)
	}
	return r, nil
}
