package browser

import (
	"context"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

// GameInfo is what the page needs to offer a game.
type GameInfo struct {
	Name      string                `json:"name"`
	Variants  []VariantInfo         `json:"variants"`
	Strengths [catalog.MaxLevel]int `json:"strengths" doc:"Estimated Elo ratings of the levels from 1, in points above level 1"`
	Powers    *PowersInfo           `json:"powers,omitempty" doc:"The powers that seats can have; absent if the game has none"`
}

// VariantInfo is a start position.
type VariantInfo struct {
	Name     string `json:"name"`
	Position string `json:"position"`
	Seats    int    `json:"seats" doc:"How many play"`
}

func (s *Service) list(struct{}) ([]GameInfo, error) {
	var all []GameInfo
	for _, entry := range s.games {
		info := GameInfo{Name: entry.Game.Name(), Strengths: entry.Strengths, Powers: powersOf(entry.Cards)}
		for _, name := range entry.Game.Variants() {
			pos, err := entry.Game.Start(name)
			if err != nil {
				return nil, err
			}
			info.Variants = append(info.Variants, VariantInfo{name, pos.String(), pos.Board().Seats})
		}
		all = append(all, info)
	}
	return all, nil
}

// View is a position as the page draws it.
type View struct {
	answer.Position
	Seats   int  `json:"seats" doc:"Players at the start"`
	Files   int  `json:"files"`
	Ranks   int  `json:"ranks"`
	Storeys bool `json:"storeys" doc:"Whether levels are to be drawn"`
	Teams   bool `json:"teams,omitempty" doc:"Whether every other seat is in the same team"`
	// Powers is absent where nobody has any.
	Powers []string `json:"powers,omitempty" doc:"The power of each seat, with a mark if it is in force, as in athena^"`
	Cells  []Cell   `json:"cells" doc:"Rank by rank from a1"`
	Count  uint64   `json:"count" doc:"Number of legal moves"`
	// Territory is absent where the game has no such notion.
	Territory string `json:"territory,omitempty" doc:"For each cell, the seat that gets there first: its number, = for several at once, - for none"`
	// Mobility is absent where that is not known, or nothing moves.
	Mobility string `json:"mobility,omitempty" doc:"For each cell, the seat whose pieces can go there in one turn: its number, = for several, - for none"`
}

// Cell is a square.
type Cell struct {
	Kind  string `json:"kind,omitempty" doc:"The kind of piece there, such as amazon or red; absent if empty"`
	Piece string `json:"piece,omitempty" doc:"The letter that plain text draws it by"`
	Owner int    `json:"owner" doc:"A seat, counted from 1, the first of partners; 0 for none"`
	Level int    `json:"level,omitempty" doc:"Storeys, 4 with the dome"`
}

// ViewOf returns a position as the page draws it.
func ViewOf(entry catalog.Entry, pos game.Position) (View, error) {
	board := pos.Board()
	// One ply of perft counts the moves without formatting them.
	count, err := game.Perft(context.Background(), pos, 1)
	v := View{
		Position: answer.NewPosition(entry, pos),
		Seats:    board.Seats, Files: board.Files, Ranks: board.Ranks, Storeys: board.Storeys,
		Teams: board.Teams, Powers: board.Powers,
		Cells: cellsOf(board),
		Count: count,
	}
	if entry.Territory != nil {
		v.Territory = seatsText(entry.Territory(pos))
	}
	if entry.Mobility != nil {
		v.Mobility = seatsText(entry.Mobility(pos))
	}
	return v, err
}

func cellsOf(board game.Board) []Cell {
	cells := make([]Cell, len(board.Cells))
	for i, c := range board.Cells {
		cells[i] = Cell{Kind: c.Kind, Level: c.Level}
		if c.Piece != 0 {
			cells[i].Piece = string(rune(c.Piece))
		}
		for owner := range c.Owner.All() {
			cells[i].Owner = owner.Number() // the first of partners
			break
		}
	}
	return cells
}

// seatsText returns a character for each cell.
func seatsText(owners []game.Seats) string {
	var text strings.Builder
	for _, seats := range owners {
		if seats.Len() > 1 {
			text.WriteByte('=')
		} else {
			text.WriteString(seats.String()) // "-" for nobody
		}
	}
	return text.String()
}
