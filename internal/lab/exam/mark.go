package exam

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"thera/game"
)

// Mark is how a player has done on an item.
type Mark struct {
	Item Item
	// Move is the first legal answer, in the canonical text; "" if there is none.
	Move game.Move
	// Illegal and Unparsed count the answers before it that are not legal here, and those
	// that can't be read as a move of the game.
	Illegal, Unparsed int
	// Fault is why a player that was asked has not answered.
	Fault Fault
	// Kept reports for a proven item whether the move keeps the win.
	Kept bool
	// Regret is, for a deep item, how much less than the best move's value the move's is,
	// as a probability from 0 to 1. Without a move it is that of the worst one.
	Regret float64
}

// Retries is the number of answers that were used after the first.
func (m Mark) Retries() int {
	wrong := m.Illegal + m.Unparsed
	if m.Move == "" && wrong > 0 {
		return wrong - 1
	}
	return wrong
}

// Grade marks the answers to an item: the first that is legal counts, among the first one
// and at most the given number of retries.
func (i Item) Grade(answers []string, retries int) (Mark, error) {
	var moves []string
	for _, answer := range answers[:min(len(answers), retries+1)] {
		moves = append(moves, moveIn(answer))
	}
	return i.grade(moves)
}

// grade marks texts that are moves alone: the first that is legal counts.
func (i Item) grade(moves []string) (Mark, error) {
	mark := Mark{Item: i}
	_, pos, err := i.Find()
	if err != nil {
		return mark, err
	}
	for _, text := range moves {
		move, err := pos.Read(text)
		switch {
		case err == nil:
			mark.Move = move
		case errors.Is(err, game.ErrIllegal):
			mark.Illegal++
		default:
			mark.Unparsed++
		}
		if mark.Move != "" {
			break
		}
	}
	if i.Kind == Proven {
		mark.Kept = slices.Contains(i.WinningMoves, mark.Move)
		return mark, nil
	}
	value := i.Worst()
	if mark.Move != "" {
		value = i.Values[slices.Index(pos.Moves(), mark.Move)]
	}
	mark.Regret = float64(i.Best()-value) / 1000
	return mark, nil
}

// moveLabel introduces the move in a longer answer.
var moveLabel = regexp.MustCompile(`(?i)move:`)

// moveIn returns the part of an answer that should be the move: what follows the last
// "Move:" on its line, or else the last line that is not empty, without Markdown's
// quotation and emphasis and a full stop.
func moveIn(answer string) string {
	const markup = "*_`\"' \t\r"
	if labels := moveLabel.FindAllStringIndex(answer, -1); labels != nil {
		answer = strings.TrimLeft(answer[labels[len(labels)-1][1]:], markup)
		answer, _, _ = strings.Cut(answer, "\n")
	} else {
		answer = strings.TrimSpace(answer)
		answer = answer[strings.LastIndexByte(answer, '\n')+1:]
	}
	return strings.TrimRight(strings.TrimLeft(answer, markup), markup+".")
}
