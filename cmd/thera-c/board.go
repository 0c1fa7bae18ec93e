package main

import (
	"context"
	"encoding/json"
	"fmt"

	"thera/game"
	"thera/internal/ui/picture"
)

// board is a board as JSON.
type board struct {
	Files   int      `json:"files"`
	Ranks   int      `json:"ranks"`
	Seats   int      `json:"seats"`
	Teams   bool     `json:"teams,omitempty"`
	Powers  []string `json:"powers,omitempty"` // by seat, as the position's text has them
	Cells   []cell   `json:"cells"`            // rank by rank from a1
	Diagram string   `json:"diagram"`          // plain text
}

// cell is what stands on a square.
type cell struct {
	Kind   string `json:"kind,omitempty"`
	Piece  string `json:"piece,omitempty"` // its letter in the diagram
	Owners []int  `json:"owners,omitempty"`
	Level  int    `json:"level,omitempty"`
}

// boardJSON returns the board of a position.
func boardJSON(pos game.Position) ([]byte, error) {
	b := pos.Board()
	out := board{Files: b.Files, Ranks: b.Ranks, Seats: b.Seats, Teams: b.Teams, Powers: b.Powers, Diagram: b.String()}
	for _, c := range b.Cells {
		shown := cell{Kind: c.Kind, Owners: c.Owner.Numbers(), Level: c.Level}
		if c.Piece != 0 {
			shown.Piece = string(rune(c.Piece))
		}
		out.Cells = append(out.Cells, shown)
	}
	return json.Marshal(out)
}

// drawing returns the board of a position as SVG. The squares of the last move are marked,
// unless it is "".
func (p *position) drawing(last string, width int, flipped bool) ([]byte, error) {
	if width < picture.MinSize || width > picture.MaxSize {
		return nil, fmt.Errorf("width %d: want %d to %d pixels", width, picture.MinSize, picture.MaxSize)
	}
	k, err := p.kind()
	if err != nil {
		return nil, err
	}
	pos, err := k.unpack(*p)
	if err != nil {
		return nil, err
	}
	scene := picture.Scene{Board: pos.Board(), Look: games[p.game].Style, Flipped: flipped}
	if last != "" {
		if scene.Last, err = k.canonical(last); err != nil {
			return nil, err
		}
	}
	return picture.Of(scene).SVG(width), nil
}

// perft counts the sequences of depth moves.
func (p *position) perft(depth int) (uint64, error) {
	if depth < 0 {
		return 0, fmt.Errorf("depth %d: want 0 or more moves", depth)
	}
	pos, err := p.unpack()
	if err != nil {
		return 0, err
	}
	return game.Perft(context.Background(), pos, depth)
}

// gamesJSON lists the games with their variants.
func gamesJSON() ([]byte, error) {
	type entry struct {
		Game     string   `json:"game"`
		Variants []string `json:"variants"`
	}
	var all []entry
	for _, e := range games {
		all = append(all, entry{e.Game.Name(), e.Game.Variants()})
	}
	return json.Marshal(all)
}
