package browser

import (
	"fmt"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// ComposeParams ask for the position with what a person has put on a board.
type ComposeParams struct {
	Game   string   `json:"game"`
	Seats  int      `json:"seats"`
	Turn   int      `json:"turn"`
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Teams  bool     `json:"teams,omitempty" doc:"As a position has it"`
	Powers []string `json:"powers,omitempty" doc:"As a position has them"`
	Cells  []Cell   `json:"cells" doc:"Rank by rank from a1; letters of pieces don't count"`
}

// compose returns the position, or why the rules reject it.
func (s *Service) compose(p ComposeParams) (View, error) {
	entry, err := catalog.Among(s.games, p.Game)
	if err != nil {
		return View{}, err
	}
	turn, err := SeatOf(p.Turn)
	if err != nil {
		return View{}, err
	}
	board := game.Board{Files: p.Files, Ranks: p.Ranks, Seats: p.Seats, Teams: p.Teams, Powers: p.Powers}
	for _, c := range p.Cells {
		cell := game.Cell{Kind: c.Kind, Level: c.Level}
		if c.Owner != 0 {
			owner, err := SeatOf(c.Owner)
			if err != nil {
				return View{}, err
			}
			cell.Owner = board.Allies(owner)
		}
		board.Cells = append(board.Cells, cell)
	}
	pos, err := entry.Game.Compose(board, turn)
	if err != nil {
		return View{}, WithFault(err, BadBoard, "", "")
	}
	return ViewOf(entry, pos)
}

// maxSeat is the highest seat number in a message: sets of seats have eight.
const maxSeat = 8

// SeatOf returns the seat with a number in messages, 1 to 8.
func SeatOf(number int) (game.Seat, error) {
	if number < 1 || number > maxSeat {
		return 0, fmt.Errorf("seat %d: want one from 1", number)
	}
	return game.Seat(number - 1), nil
}

// StartParams ask for the start of a variant.
type StartParams struct {
	Game    string `json:"game"`
	Variant string `json:"variant" doc:"Empty for the default"`
}

func (s *Service) start(p StartParams) (View, error) {
	return s.find(answer.Start{Game: p.Game, Variant: p.Variant})
}

// PositionParams ask about a position.
type PositionParams struct {
	Game     string `json:"game"`
	Position string `json:"position" doc:"In any form that the rules accept"`
}

func (s *Service) view(p PositionParams) (View, error) {
	return s.find(answer.Start{Game: p.Game, Position: p.Position})
}

func (s *Service) find(from answer.Start) (View, error) {
	entry, pos, err := from.Find(s.games)
	if err != nil {
		return View{}, WithFault(err, BadPosition, from.Position, "")
	}
	return ViewOf(entry, pos)
}
