package exam

import (
	"fmt"
	"strings"
)

// Prompt is a question for a language model.
type Prompt struct {
	ID     string `json:"id"`
	Game   string `json:"game"`
	Prompt string `json:"prompt"`
}

// Prompt returns the item as a question: the rules in short, the position and the form
// of the answer, which [Item.Grade] reads. With listMoves it lists the legal moves.
func (i Item) Prompt(listMoves bool) (Prompt, error) {
	entry, pos, err := i.Find()
	if err != nil {
		return Prompt{}, err
	}
	seat := pos.Turn().Number()
	var text strings.Builder
	fmt.Fprintf(&text, "You play %s as seat %d.\n\n%s\n", entry.Game.Name(), seat, entry.Brief.Rules)
	for n, power := range entry.PowersAt(pos) {
		if power.Card == "" {
			continue
		}
		fmt.Fprintf(&text, "\nSeat %d has the power of %s: %s", n+1, power.Name, power.Card)
		if power.Turns != "" {
			fmt.Fprintf(&text, " Written: %s.", power.Turns)
		}
		if power.Marked {
			fmt.Fprintf(&text, " Now: %s.", power.Mark)
		}
		text.WriteByte('\n')
	}
	fmt.Fprintf(&text, "\nPosition: %s\n\n%s", pos, pos.Board())
	if listMoves {
		text.WriteString("\nLegal moves:")
		for _, m := range pos.Moves() {
			text.WriteString(" " + string(m))
		}
		text.WriteByte('\n')
	}
	fmt.Fprintf(&text, "\nChoose the best move for seat %d. Think as long as you like. "+
		"The last line of your answer is the move alone, after \"Move:\", such as:\nMove: %s\n", seat, entry.Brief.Move)
	return Prompt{i.ID, i.Game, text.String()}, nil
}
