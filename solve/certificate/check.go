package certificate

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"thera/game"
)

// Check reads a certificate and verifies it by the rules alone: it plays the
// moves in it for the winner and all legal moves for the other seat, and every game must
// end with the winner's win. find returns the game of a name. The order of the lines does
// not matter, but a position that can't come about is an error, as is a missing one. If
// there is an error nothing is proven, whatever the claim says.
func Check(ctx context.Context, r io.Reader, find func(name string) (game.Game, error)) (Claim, error) {
	c, moves, err := read(r)
	if err != nil {
		return c, err
	}
	rules, err := find(c.Game)
	if err != nil {
		return c, err
	}
	pos, err := rules.Parse(c.Position)
	if err != nil {
		return c, err
	}
	used := 0
	err = walk(ctx, pos, c.Winner, func(pos game.Position) (game.Move, error) {
		m, ok := moves[pos.String()]
		if !ok {
			return "", fmt.Errorf("there is no move for position %q", pos)
		}
		used++
		return m, nil
	})
	if err == nil && used != len(moves) {
		err = fmt.Errorf("%d of its %d positions can't come about", len(moves)-used, len(moves))
	}
	return c, err
}

// read parses a certificate.
func read(r io.Reader) (c Claim, moves map[string]game.Move, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return c, nil, err
	}
	const sumLine = len("sha256 \n") + 2*sha256.Size
	n := max(len(text)-sumLine, 0)
	if want := fmt.Sprintf("sha256 %x\n", sha256.Sum256(text[:n])); string(text[n:]) != want {
		return c, nil, fmt.Errorf("the last line is not the checksum of the others, %q", strings.TrimSuffix(want, "\n"))
	}
	lines := strings.SplitAfter(string(text[:n]), "\n")
	lines = lines[:len(lines)-1]
	const headLines = 4
	if len(lines) < headLines || lines[0] != magic+"\n" {
		return c, nil, fmt.Errorf("want a file that begins with %q, the game, the position and the winner", magic)
	}
	c.Game = strings.TrimSuffix(strings.TrimPrefix(lines[1], "game "), "\n")
	c.Position = strings.TrimSuffix(strings.TrimPrefix(lines[2], "position "), "\n")
	for seat := range game.Seat(2) {
		if lines[3] == "winner "+seat.String()+"\n" {
			c.Winner = seat
		}
	}
	if head := strings.Join(lines[:headLines], ""); head != c.head() {
		return c, nil, fmt.Errorf("the head %q: want %q", head, c.head())
	}
	moves = map[string]game.Move{}
	for _, line := range lines[headLines:] {
		pos, m, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if _, twice := moves[pos]; !ok || twice {
			return c, nil, fmt.Errorf("line %q: want a position, a tab and a move, each position once", line)
		}
		moves[pos] = game.Move(m)
	}
	c.Positions = len(moves)
	return c, moves, nil
}
