package certificate

import (
	"context"
	"fmt"

	"thera/game"
)

// MaxPositions is the number of positions in the largest certificate
// that can be written: a million lines take up to 100 MB. Without a limit an
// ordinary board would fill a disk.
const MaxPositions = 1_000_000

// Claim is what a certificate proves: who wins a position.
type Claim struct {
	Game     string // its name
	Position string // its text
	Winner   game.Seat
	// Positions is how many positions with the winner to move it covers.
	Positions int
}

// walk visits, once each, the positions that can come about when the winner makes the
// moves that choose returns. It is an error if the winner does not win them all.
func walk(ctx context.Context, pos game.Position, winner game.Seat, choose func(game.Position) (game.Move, error)) error {
	if pos.Seats().Len() > 2 {
		return fmt.Errorf("position %q: want one of two seats", pos)
	}
	seen := map[string]bool{pos.String(): true}
	for stack := []game.Position{pos}; len(stack) > 0; {
		pos = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := ctx.Err(); err != nil {
			return err
		}
		if winners := pos.Winners(); winners != 0 {
			if winners != game.Only(winner) {
				return fmt.Errorf("position %q is won by seat %s", pos, winners)
			}
			continue
		}
		var moves []game.Move
		if pos.Turn() == winner {
			m, err := choose(pos)
			if err != nil {
				return err
			}
			moves = []game.Move{m}
		} else {
			moves = pos.Moves()
		}
		for _, m := range moves {
			next, err := pos.Play(m)
			if err != nil {
				return err
			}
			if text := next.String(); !seen[text] {
				seen[text] = true
				stack = append(stack, next)
			}
		}
	}
	return nil
}
