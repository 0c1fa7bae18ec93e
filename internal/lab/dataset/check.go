package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/puzzle"
	"thera/solve/certificate"
)

// check implements row: the game follows the rules to the end that it claims.
func (g Game) check(c *checker) error {
	entry, err := c.entry(g.Game)
	if err != nil {
		return err
	}
	if _, err := entry.Start(g.Variant); err != nil {
		return err
	}
	if id := GameID(g.Game, g.Start, g.Moves); g.ID != id || g.Split != SplitOf(id) {
		return fmt.Errorf("game %q in %s: want ID %q in %s, as its moves say", g.ID, g.Split, id, SplitOf(id))
	}
	positions, err := g.record().Replay(entry.Game)
	if err != nil {
		return fmt.Errorf("game %s: %w", g.ID, err)
	}
	for i, m := range g.Moves {
		if err := isCanonical(positions[i], m); err != nil {
			return fmt.Errorf("game %s: move %d: %w", g.ID, i+1, err)
		}
	}
	start, end := positions[0], positions[len(positions)-1]
	switch seats := start.Board().Seats; {
	case g.Start != start.String():
		return fmt.Errorf("game %s: start %q: want it as %q", g.ID, g.Start, start)
	case len(g.Players) != seats:
		return fmt.Errorf("game %s: %d players: want %d", g.ID, len(g.Players), seats)
	case g.Opening < 0 || int(g.Opening) > len(g.Moves):
		return fmt.Errorf("game %s: opening of %d moves: want at most %d", g.ID, g.Opening, len(g.Moves))
	}
	return g.checkEnd(end)
}

// checkEnd compares how the game ended with its last position.
func (g Game) checkEnd(end game.Position) error {
	winners := []int32{}
	for _, seat := range end.Winners().Numbers() {
		winners = append(winners, int32(seat))
	}
	switch {
	case g.Reason == ByRules && (len(winners) == 0 || !slices.Equal(g.Winners, winners)):
		return fmt.Errorf("game %s: winners %v by the rules: want %v, as in its last position %q", g.ID, g.Winners, winners, end)
	case g.Reason != ByRules && len(winners) > 0:
		return fmt.Errorf("game %s: reason %q: want %q, for %v have won in its last position %q", g.ID, g.Reason, ByRules, winners, end)
	case g.Reason != ByRules && (g.Reason == "" || len(g.Winners) == 0):
		return fmt.Errorf("game %s: winners %v, reason %q: want both", g.ID, g.Winners, g.Reason)
	}
	return nil
}

// isCanonical refuses a move that stands in another form than the rules list it.
func isCanonical(pos game.Position, move string) error {
	m, err := pos.Read(move)
	if err != nil {
		return err
	}
	if string(m) != move {
		return fmt.Errorf("move %q: want it as %q", move, m)
	}
	return nil
}

// playLine plays moves, which must stand as the rules list them.
func playLine(pos game.Position, line []string) error {
	for i, m := range line {
		if err := isCanonical(pos, m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		next, err := pos.Play(game.Move(m))
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		pos = next
	}
	return nil
}

// position returns a position that is not over, given in canonical text.
func position(entry catalog.Entry, text string, turn int32) (game.Position, error) {
	pos, err := entry.Game.Parse(text)
	switch {
	case err != nil:
		return nil, err
	case pos.String() != text:
		return nil, fmt.Errorf("position %q: want it as %q", text, pos)
	case pos.Winners() != 0:
		return nil, fmt.Errorf("position %q: want one that is not over", text)
	case int(turn) != pos.Turn().Number():
		return nil, fmt.Errorf("position %q: turn %d: want %d", text, turn, pos.Turn().Number())
	}
	return pos, nil
}

// check returns the game and the position of a row.
func (o Origin) check(c *checker) (entry catalog.Entry, pos game.Position, err error) {
	if entry, err = c.entry(o.Game); err != nil {
		return entry, nil, err
	}
	if _, err := entry.Start(o.Variant); err != nil {
		return entry, nil, err
	}
	if pos, err = position(entry, o.Position, o.Turn); err != nil {
		return entry, nil, err
	}
	admits, err := o.Split.admits(pos)
	switch {
	case err != nil:
		return entry, nil, err
	case o.Split != SplitOf(o.GameID):
		return entry, nil, fmt.Errorf("game %q in %s: want it in %s", o.GameID, o.Split, SplitOf(o.GameID))
	case !admits:
		return entry, nil, fmt.Errorf("position %q in %s: want it in no split or another, as its hash says", o.Position, o.Split)
	case o.Ply < 0:
		return entry, nil, fmt.Errorf("ply %d: want 0 or more", o.Ply)
	}
	return entry, pos, nil
}

// check implements row: lines are legal and values consistent.
func (e Evaluation) check(c *checker) error {
	_, pos, err := e.Origin.check(c)
	if err != nil {
		return err
	}
	if len(e.Lines) == 0 || e.WinProbability != e.Lines[0].WinProbability || e.Nodes < 0 || e.Depth < 0 {
		return fmt.Errorf("position %q: probability %v, nodes %d, depth %d and %d lines: want the probability of the first line and no negative numbers",
			e.Position, e.WinProbability, e.Nodes, e.Depth, len(e.Lines))
	}
	firsts := map[string]bool{}
	for i, line := range e.Lines {
		if len(line.Line) == 0 || firsts[line.Line[0]] {
			return fmt.Errorf("position %q: line %d, %q: want moves, and another first one than in other lines", e.Position, i+1, line.Line)
		}
		firsts[line.Line[0]] = true
		if err := playLine(pos, line.Line); err != nil {
			return fmt.Errorf("position %q: line %d: %w", e.Position, i+1, err)
		}
		if err := line.checkValue(); err != nil {
			return fmt.Errorf("position %q: line %d: %w", e.Position, i+1, err)
		}
	}
	return nil
}

// checkValue refuses a probability that does not fit the rest of the value.
func (l Line) checkValue() error {
	switch {
	case l.Proven != (l.Plies != nil) || l.Proven == (l.Centilogits != nil):
		return errors.New("plies and centilogits: want plies if it is proven, and otherwise centilogits")
	case l.Proven && (*l.Plies < 0 || l.WinProbability != 0 && l.WinProbability != 1):
		return fmt.Errorf("probability %v, proven in %d plies: want 0 or 1, and 0 plies or more", l.WinProbability, *l.Plies)
	case !l.Proven && l.WinProbability != probability(engine.Score(*l.Centilogits)):
		return fmt.Errorf("probability %v with %d centilogits: want %v", l.WinProbability, *l.Centilogits, probability(engine.Score(*l.Centilogits)))
	}
	return nil
}

// check implements row: the solution is legal. That it is the only one is left to the
// sample.
func (p Puzzle) check(c *checker) error {
	entry, err := c.entry(p.Game)
	if err != nil {
		return err
	}
	pos, err := position(entry, p.Position, p.Turn)
	if err != nil {
		return err
	}
	text, err := canonical(pos)
	if err != nil {
		return err
	}
	if id := puzzle.ID(p.Game, p.Position); p.ID != id || p.Split != SplitOf(text) {
		return fmt.Errorf("puzzle %q in %s: want %q in %s, as its position says", p.ID, p.Split, id, SplitOf(text))
	}
	if legal := len(pos.Moves()); len(p.Line)%2 == 0 || int(p.LegalMoves) != legal {
		return fmt.Errorf("puzzle %s: %d moves in its line and %d legal ones: want an odd number, and %d", p.ID, len(p.Line), p.LegalMoves, legal)
	}
	if err := playLine(pos, p.Line); err != nil {
		return fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	c.add(p.Position, func(ctx context.Context) error { return puzzle.Check(ctx, entry, p.puzzle()) })
	return nil
}

// puzzle returns the puzzle as package puzzle has it.
func (p Puzzle) puzzle() puzzle.Puzzle {
	one := puzzle.Puzzle{
		ID: p.ID, Game: p.Game, Position: p.Position, Moves: int(p.LegalMoves),
		Effort: uint64(p.Effort), Grade: int(p.Grade), Themes: p.Themes,
	}
	for _, m := range p.Line {
		one.Line = append(one.Line, game.Move(m))
	}
	if p.Plies != nil {
		one.Plies = int(*p.Plies)
	}
	return one
}

// check implements row: the moves are legal. The proof is left to the sample.
func (p Proof) check(c *checker) error {
	entry, pos, err := p.Origin.check(c)
	if err != nil {
		return err
	}
	legal := game.Strings(pos.Moves())
	at := -1
	for _, m := range p.WinningMoves {
		i := slices.Index(legal, m)
		if i <= at {
			return fmt.Errorf("position %q: winning move %q: want legal ones in the order of the rules", p.Position, m)
		}
		at = i
	}
	wins := p.Winner == p.Turn
	if p.Winner < 1 || int(p.Winner) > pos.Board().Seats || wins != (len(p.WinningMoves) > 0) || int(p.LegalMoves) != len(legal) {
		return fmt.Errorf("position %q: winner %d, %d winning moves of %d: want one of the seats, winning moves if it is to move, and %d legal ones",
			p.Position, p.Winner, len(p.WinningMoves), p.LegalMoves, len(legal))
	}
	if p.Certificate != nil && !isSum(*p.Certificate) {
		return fmt.Errorf("position %q: certificate %q: want a SHA-256", p.Position, *p.Certificate)
	}
	c.add(p.Position, func(ctx context.Context) error { return p.proveAgain(ctx, entry, pos) })
	return nil
}

func isSum(text string) bool {
	return len(text) == 64 && !bytes.ContainsFunc([]byte(text), func(r rune) bool { return !bytes.ContainsRune([]byte("0123456789abcdef"), r) })
}

// proofNodes bounds each proof of a check; making a dataset with more is unusual.
const proofNodes = 20_000_000

// proveAgain compares the row with a new proof, and has the rules check its certificate.
func (p Proof) proveAgain(ctx context.Context, entry catalog.Entry, pos game.Position) error {
	again, certified, err := prove(ctx, entry, p.Origin, pos, proofNodes)
	if err != nil {
		return err
	}
	// The row has what its solver found within fewer nodes, which may be less than this proof.
	if p.Plies == nil {
		again.Plies = nil
	}
	if p.Nimber == nil {
		again.Nimber = nil
	}
	if p.Certificate == nil {
		again.Certificate = nil
	}
	if got, want := p.whole(), again.whole(); !reflect.DeepEqual(got, want) {
		gotText, _ := encode(got) // both are rows that can be encoded
		wantText, _ := encode(want)
		return fmt.Errorf("%s: want %s, as the solver proves", gotText, wantText)
	}
	if p.Certificate == nil {
		return nil
	}
	_, err = certificate.Check(ctx, bytes.NewReader(certified), func(string) (game.Game, error) { return entry.Game, nil })
	return err
}
