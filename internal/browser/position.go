package browser

import (
	"slices"

	"thera/amazons"
	"thera/amazons/distance"
	"thera/game"
	"thera/internal/catalog"
	"thera/santorini"
)

// gameInfo is what a page needs to offer a game.
type gameInfo struct {
	Name     string        `json:"name"`
	Variants []variantInfo `json:"variants"`
	// Strengths are the estimated Elo ratings of the levels from 1, in points
	// above level 1.
	Strengths [catalog.MaxLevel]int `json:"strengths"`
}

type variantInfo struct {
	Name     string `json:"name"`
	Position string `json:"position"`
	Seats    int    `json:"seats"`
}

func games() []gameInfo {
	var all []gameInfo
	for _, entry := range catalog.Games() {
		info := gameInfo{Name: entry.Game.Name(), Strengths: entry.Strengths}
		for _, name := range entry.Game.Variants() {
			pos, err := entry.Game.Start(name)
			if err != nil {
				continue // never: the game has said that it has the variant
			}
			info.Variants = append(info.Variants, variantInfo{name, pos.String(), seatsOf(pos)})
		}
		all = append(all, info)
	}
	return all
}

// positionView is a position as the page draws it and lets turns be entered.
type positionView struct {
	Game     string `json:"game"`
	Position string `json:"position"` // canonical text
	Seats    int    `json:"seats"`    // players at the start
	Turn     int    `json:"turn"`     // seat to move, from 0
	Winners  []int  `json:"winners"`  // seats, none until the game is over
	Files    int    `json:"files"`
	Ranks    int    `json:"ranks"`
	Storeys  bool   `json:"storeys"`
	Cells    []cell `json:"cells"` // rank by rank from a1
	Count    int    `json:"count"` // of legal moves
	Ways     []way  `json:"ways"`
	// Territory says for each cell who gets there first, where the game has
	// such a notion: a seat's number, "=" for both at once, "-" for nobody.
	Territory string `json:"territory,omitempty"`
}

// cell is a square.
type cell struct {
	Piece string `json:"piece,omitempty"`
	Owner int    `json:"owner"` // seat, -1 for none
	Level int    `json:"level,omitempty"`
}

// way is one way to enter a legal move step by step. No way is the beginning
// of another, so a turn is over with its last step.
type way struct {
	Move  game.Move `json:"move"`
	Steps []string  `json:"steps"`
}

func viewOf(name string, pos game.Position) positionView {
	board, moves := pos.Board(), pos.Moves()
	v := positionView{
		Game: name, Position: pos.String(), Seats: seatsOf(pos),
		Turn: int(pos.Turn()), Winners: seatList(pos.Winners()),
		Files: board.Files, Ranks: board.Ranks, Storeys: board.Storeys,
		Cells: make([]cell, len(board.Cells)),
		Count: len(moves), Ways: make([]way, 0, len(moves)),
		Territory: territoryOf(pos),
	}
	for i, c := range board.Cells {
		v.Cells[i] = cell{Owner: -1, Level: c.Level}
		if c.Piece != 0 {
			v.Cells[i].Piece = string(rune(c.Piece))
		}
		if owners := seatList(c.Owner); len(owners) > 0 {
			v.Cells[i].Owner = owners[0]
		}
	}
	for _, m := range moves {
		v.Ways = appendWays(v.Ways, m)
	}
	return v
}

// appendWays appends the ways to enter a move. Its steps are one. Where what is
// placed covers two squares, they may come in either order. A block is chosen
// with its size, "Y1" or "Y2", so that Ya3 is not the beginning of Ya3-b3.
func appendWays(ways []way, m game.Move) []way {
	steps := m.Steps()
	first, placed := 0, m[0] == '@'
	if n := len(steps[0]); n == 1 {
		steps[0] += string(rune('0' + len(steps) - 1))
		first, placed = 1, true
	}
	ways = append(ways, way{m, steps})
	if placed && len(steps)-first == 2 {
		swapped := slices.Clone(steps)
		slices.Reverse(swapped[first:])
		ways = append(ways, way{m, swapped})
	}
	return ways
}

func seatsOf(pos game.Position) int {
	if p, ok := game.KernelOf[santorini.Position](pos); ok {
		return p.Players()
	}
	return 2
}

func territoryOf(pos game.Position) string {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return ""
	}
	owned := distance.ControlOf(&p)
	board := pos.Board()
	text := make([]byte, 0, len(board.Cells))
	for rank := range board.Ranks {
		for file := range board.Files {
			s := game.At(file, rank)
			switch {
			case owned.White.Has(s):
				text = append(text, '0')
			case owned.Black.Has(s):
				text = append(text, '1')
			case owned.Contested.Has(s):
				text = append(text, '=')
			default:
				text = append(text, '-')
			}
		}
	}
	return string(text)
}

func seatList(seats game.Seats) []int {
	list := []int{}
	for s := range seats.All() {
		list = append(list, int(s))
	}
	return list
}
