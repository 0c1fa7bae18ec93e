package certificate

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"thera/game"
)

// magic is the first line of a certificate.
const magic = "thera certificate 1"

// head returns the lines before the moves.
func (c Claim) head() string {
	return fmt.Sprintf("%s\ngame %s\nposition %s\nwinner %s\n", magic, c.Game, c.Position, c.Winner)
}

// Write writes the proof that a seat wins a position of a game of two seats: a
// winning move for each position that the other seat can bring about. find returns these
// moves; it is never called for a finished game, and its errors are returned unchanged.
// All positions are kept in memory first, so nothing is written unless there is a proof.
func Write(
	ctx context.Context, w io.Writer, rules game.Game, pos game.Position, winner game.Seat,
	find func(context.Context, game.Position) (game.Move, error),
) (Claim, error) {
	moves := map[string]game.Move{}
	err := walk(ctx, pos, winner, func(pos game.Position) (game.Move, error) {
		if len(moves) == MaxPositions {
			return "", fmt.Errorf("the certificate needs more than %d positions: want a smaller board or a later position", MaxPositions)
		}
		m, err := find(ctx, pos)
		moves[pos.String()] = m
		return m, err
	})
	if err != nil {
		return Claim{}, err
	}
	c := Claim{rules.Name(), pos.String(), winner, len(moves)}
	var lines []string
	for text, m := range moves {
		lines = append(lines, text+"\t"+string(m)+"\n")
	}
	slices.Sort(lines)
	sum := sha256.New()
	out := bufio.NewWriter(w)
	both := io.MultiWriter(out, sum)
	for _, text := range append([]string{c.head()}, lines...) {
		if _, err := io.WriteString(both, text); err != nil {
			return c, err
		}
	}
	fmt.Fprintf(out, "sha256 %x\n", sum.Sum(nil))
	return c, out.Flush()
}
