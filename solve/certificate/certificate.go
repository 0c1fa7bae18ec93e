package certificate

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

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
	if seats := pos.Board().Seats; seats != 2 {
		return fmt.Errorf("position %q: %d seats: want two", pos, seats)
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
	last := len(lines) - 1
	if lines[last] != "" {
		return c, nil, fmt.Errorf("want a line feed after %q", lines[last])
	}
	lines = lines[:last]
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
