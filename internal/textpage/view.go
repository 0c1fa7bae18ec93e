package textpage

import "thera/game"

// view is all there is to see. Its JSON is what the page gets.
type view struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
	// Cells are "white", "black", "arrow" or "", rank by rank from a1.
	Cells []string `json:"cells"`
	Turn  string   `json:"turn"`   // "white" or "black"
	Won   string   `json:"winner"` // the same, "" until the game is over
	Auto  sides    `json:"auto"`   // who is automated
	// Moves are the legal ones while a person is to move, else none.
	Moves  []game.Move `json:"moves"`
	Played []game.Move `json:"played"` // from the start
	// Messages are the latest, the newest last.
	Messages []message `json:"messages"`
	Ended    bool      `json:"ended"` // the program has
}

type sides struct {
	White bool `json:"white"`
	Black bool `json:"black"`
}

// message is numbered from 1, so that the page knows which it has shown.
type message struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// maxMessages is how many messages are kept.
const maxMessages = 5

var colors = [2]string{"white", "black"}

func (v *view) show(pos game.Position, played []game.Move, auto [2]bool) {
	board := pos.Board()
	v.Files, v.Ranks, v.Cells = board.Files, board.Ranks, nil
	for _, cell := range board.Cells {
		v.Cells = append(v.Cells, content(cell))
	}
	v.Turn, v.Won = colors[pos.Turn()], ""
	v.Auto = sides{auto[0], auto[1]}
	v.Moves, v.Played = []game.Move{}, append([]game.Move{}, played...)
	switch winners := pos.Winners(); {
	case winners.Has(0):
		v.Won = colors[0]
	case winners.Has(1):
		v.Won = colors[1]
	case !auto[pos.Turn()]:
		v.Moves = pos.Moves()
	}
}

func content(c game.Cell) string {
	switch {
	case c.Piece == 0:
		return ""
	case c.Owner.Has(0):
		return colors[0]
	case c.Owner.Has(1):
		return colors[1]
	}
	return "arrow"
}

func (v *view) tell(text string) {
	number := 1
	if n := len(v.Messages); n > 0 {
		number = v.Messages[n-1].Number + 1
	}
	v.Messages = append(v.Messages, message{number, text})
	if extra := len(v.Messages) - maxMessages; extra > 0 {
		v.Messages = v.Messages[extra:]
	}
}
