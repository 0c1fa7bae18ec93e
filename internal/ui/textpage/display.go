package textpage

import (
	"thera/game"
	"thera/internal/catalog/answer"
)

// Display is everything that the page shows.
type Display struct {
	answer.Position
	Last   game.Move   `json:"last,omitempty" doc:"The move that led here; absent at the start"`
	Open   bool        `json:"open" doc:"Whether a person is to move"`
	Played []game.Move `json:"played" doc:"All moves from the start"`
	Auto   []bool      `json:"auto" doc:"For each seat in order whether the program plays it"`
	// Messages holds the latest few.
	Messages []Message `json:"messages" doc:"The latest, the newest last"`
	Ended    bool      `json:"ended" doc:"Whether the program has ended"`
}

// Message is the reason why something was refused.
type Message struct {
	Number int    `json:"number" doc:"Counted from 1, so that the page knows which it has shown"`
	Text   string `json:"text"`
}

// maxMessages is the number of messages kept.
const maxMessages = 5

func (d *Display) show(pos game.Position, played []game.Move, auto [2]bool) {
	d.Position = answer.Position{Game: d.Game, State: answer.NewState(pos)}
	d.Last, d.Played = "", append([]game.Move{}, played...)
	if n := len(played); n > 0 {
		d.Last = played[n-1]
	}
	d.Auto = auto[:]
	d.Open = pos.Winners() == 0 && !auto[pos.Turn()]
}

func (d *Display) tell(text string) {
	number := 1
	if n := len(d.Messages); n > 0 {
		number = d.Messages[n-1].Number + 1
	}
	d.Messages = append(d.Messages, Message{number, text})
	if extra := len(d.Messages) - maxMessages; extra > 0 {
		d.Messages = d.Messages[extra:]
	}
}
