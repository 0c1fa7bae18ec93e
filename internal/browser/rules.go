package browser

import (
	"fmt"

	"thera/game"
	"thera/internal/catalog"
)

// startParams ask for the start of a variant, "" for the default.
type startParams struct {
	Game    string `json:"game"`
	Variant string `json:"variant"`
}

func start(p startParams) (positionView, error) {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return positionView{}, err
	}
	pos, err := entry.Game.Start(p.Variant)
	if err != nil {
		return positionView{}, err
	}
	return viewOf(p.Game, pos), nil
}

// viewParams ask for a position, in any text that the rules read.
type viewParams struct {
	Game     string `json:"game"`
	Position string `json:"position"`
}

func (p viewParams) parse() (game.Position, error) {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return nil, err
	}
	return entry.Game.Parse(p.Position)
}

func view(p viewParams) (positionView, error) {
	pos, err := p.parse()
	if err != nil {
		return positionView{}, err
	}
	return viewOf(p.Game, pos), nil
}

// playParams ask for the position after a move, in any text that the rules
// read.
type playParams struct {
	viewParams
	Move game.Move `json:"move"`
}

// played is a move in its canonical text and the position after it.
type played struct {
	Move game.Move    `json:"move"`
	View positionView `json:"view"`
}

func play(p playParams) (played, error) {
	pos, err := p.parse()
	if err != nil {
		return played{}, err
	}
	next, err := pos.Play(p.Move)
	if err != nil {
		return played{}, err
	}
	move, err := canonical(pos, p.Move, next)
	return played{move, viewOf(p.Game, next)}, err
}

// canonical returns the text that the list of moves has for a legal move.
func canonical(pos game.Position, m game.Move, next game.Position) (game.Move, error) {
	moves := pos.Moves()
	for _, c := range moves {
		if c == m {
			return c, nil
		}
	}
	for _, c := range moves {
		if after, err := pos.Play(c); err == nil && after.String() == next.String() {
			return c, nil
		}
	}
	return "", fmt.Errorf("move %q: not in the list of legal moves", m) // never: it has been played
}

// replayParams ask for the positions of a game.
type replayParams struct {
	Game  string      `json:"game"`
	Start string      `json:"start"`
	Moves []game.Move `json:"moves"`
}

// station is a position on the way through a game.
type station struct {
	Move     game.Move `json:"move,omitempty"` // that led to it, none for the first
	Position string    `json:"position"`
	Turn     int       `json:"turn"`
	Winners  []int     `json:"winners"`
}

// replay returns the positions of a game up to its last move or the first one
// that is not legal, whose error comes with them.
func replay(p replayParams) (replayed, error) {
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return replayed{}, err
	}
	positions, err := game.Record{Game: p.Game, Start: p.Start, Moves: p.Moves}.Replay(entry.Game)
	if len(positions) == 0 {
		return replayed{}, err
	}
	var r replayed
	if err != nil {
		r.Error = err.Error()
	}
	for i, pos := range positions {
		s := station{Position: pos.String(), Turn: int(pos.Turn()), Winners: seatList(pos.Winners())}
		if i > 0 {
			s.Move = p.Moves[i-1]
		}
		r.Stations = append(r.Stations, s)
	}
	r.Seats = seatsOf(positions[0])
	return r, nil
}

type replayed struct {
	Seats    int       `json:"seats"`
	Stations []station `json:"stations"` // the start first
	Error    string    `json:"error,omitempty"`
}
