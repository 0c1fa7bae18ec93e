package opening

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/santorini"
)

// Book has a line for each first placement, the best one first. It is immutable.
type Book struct {
	lines []line
	by    map[santorini.Move]int // indices of lines by their first placements
}

// line is a first placement in its canonical form, with the best reply.
type line struct {
	first, reply santorini.Move
	score        engine.Score // for the seat that placed first, in centilogits
	depth        int          // plies searched after the first placement
}

// nearly is how many centilogits below the best line a first placement may be and still
// be played for variety: 4% of the chances. Chosen by hand, not tuned.
const nearly = 15

var symmetries = game.Symmetries(santorini.Size, santorini.Size)

// Find returns how to place the workers in a position, if that is what the position
// needs: an empty board for two, or one on which the first player has placed. The Info
// is that of the search that made the book: its score for the seat to move, its depth,
// and a line of two placements or of the reply alone. Seed 0 always gives the same
// answer; other seeds vary the first placement among those about as good as the best,
// and all their images.
func (b *Book) Find(pos game.Position, seed uint64) (engine.Info, bool) {
	p, ok := game.KernelOf[santorini.Position](pos)
	if !ok || p.Players() != 2 || !p.IsBase() || p.Workers(1) != 0 {
		return engine.Info{}, false
	}
	first := p.Workers(0)
	if first == 0 {
		choice, image := b.choose(seed)
		return choice.info(image, choice.score, choice.first, choice.reply), true
	}
	least, by := canonical(santorini.NewPlacement(first.First(), first.Last()))
	i, known := b.by[least]
	if !known {
		return engine.Info{}, false
	}
	l := b.lines[i]
	return l.info(by.Inverse(), -l.score, l.reply), true
}

// choose returns a line to begin with and the symmetry to apply to it. The seed's hash
// modulo the number of symmetries selects the symmetry, and the quotient the line, so
// all pairs are about equally frequent.
func (b *Book) choose(seed uint64) (line, game.Symmetry) {
	if seed == 0 {
		return b.lines[0], symmetries[0]
	}
	n := 1
	for n < len(b.lines) && b.lines[n].score+nearly >= b.lines[0].score {
		n++
	}
	draw, images := game.Mix(seed), uint64(len(symmetries))
	return b.lines[draw/images%uint64(n)], symmetries[draw%images]
}

// info returns the book's information on a line with the moves that are still to be
// made. The symmetry maps the canonical form to the board at hand.
func (l line) info(image game.Symmetry, score engine.Score, moves ...santorini.Move) engine.Info {
	info := engine.Info{Score: score, Depth: l.depth}
	for _, m := range moves {
		info.Line = append(info.Line, game.Move(m.Image(image).String()))
	}
	return info
}

// canonical returns the least image of a placement and a symmetry that maps to it.
// Placements are ordered by their squares' names.
func canonical(m santorini.Move) (least santorini.Move, by game.Symmetry) {
	least = m
	for _, y := range symmetries {
		if image := m.Image(y); image < least {
			least, by = image, y
		}
	}
	return least, by
}

// Default returns the embedded book.
func Default() *Book { return book }

//go:embed placements.txt
var file string

var book = func() *Book {
	b, err := parseBook(file)
	if err != nil {
		panic(err) // the embedded file is broken
	}
	return b
}()

// parseBook reads what [Book.String] writes: for each line the first placement, the reply,
// the score in centilogits for the seat that placed first, and the depth. Lines that
// begin with # are comments.
func parseBook(text string) (*Book, error) {
	b := &Book{by: map[santorini.Move]int{}}
	n := 0
	for row := range strings.Lines(text) {
		n++
		if strings.TrimSpace(row) == "" || row[0] == '#' {
			continue
		}
		l, err := parseLine(row)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if _, twice := b.by[l.first]; twice {
			return nil, fmt.Errorf("line %d: %s is there twice", n, l.first)
		}
		b.by[l.first] = len(b.lines)
		b.lines = append(b.lines, l)
	}
	if len(b.lines) != NumLines {
		return nil, fmt.Errorf("%d lines: want %d", len(b.lines), NumLines)
	}
	return b, nil
}

func parseLine(text string) (l line, err error) {
	malformed := func() error {
		return fmt.Errorf("%q: want two placements, a score and a depth", strings.TrimSpace(text))
	}
	// Not by fmt.Sscan, which the program that the page loads first has no room for.
	words := strings.Fields(text)
	if len(words) < 4 {
		return l, malformed()
	}
	first, reply := words[0], words[1]
	score, err := strconv.ParseInt(words[2], 10, 32)
	if err != nil {
		return l, malformed()
	}
	l.score = engine.Score(score)
	if l.depth, err = strconv.Atoi(words[3]); err != nil {
		return l, malformed()
	}
	if l.first, err = parsePlacement(first); err != nil {
		return l, err
	}
	if least, _ := canonical(l.first); least != l.first {
		return l, fmt.Errorf("placement %q: want its image %s", first, least)
	}
	if l.reply, err = parsePlacement(reply); err != nil {
		return l, err
	}
	from, to, _ := l.first.Spaces()
	taken := santorini.Single(from) | santorini.Single(to)
	if a, z, _ := l.reply.Spaces(); taken.Has(a) || taken.Has(z) {
		return l, fmt.Errorf("placement %q: want it on other squares than %s", reply, l.first)
	}
	return l, nil
}

func parsePlacement(text string) (santorini.Move, error) {
	m, err := santorini.ParseMove(text)
	if err != nil || !m.IsPlacement() {
		return m, fmt.Errorf("placement %q: want two squares of a1 to e5, as in @b2,d4", text)
	}
	return m, nil
}

// String returns the book in the format of the embedded book.
func (b *Book) String() string {
	var text strings.Builder
	for _, l := range b.lines {
		fmt.Fprintf(&text, "%s %s %d %d\n", l.first, l.reply, l.score, l.depth)
	}
	return text.String()
}

// NumLines is the number of first placements up to rotation and reflection.
const NumLines = 49

// Compute lets an engine search the best reply to each first placement, with the given
// number of nodes each. An engine that plays the same with the same nodes makes the
// same book. It calls report, if not nil, after each line with the number of lines so
// far. If ctx ends early, Compute returns an error and no book: an interrupted search
// has an answer, but not the engine's best.
func Compute(ctx context.Context, e engine.Engine, nodes uint64, report func(done int)) (*Book, error) {
	start, err := santorini.Rules().Start("2p")
	if err != nil {
		return nil, err
	}
	b := &Book{by: map[santorini.Move]int{}}
	for _, m := range start.Moves() {
		first, err := parsePlacement(string(m))
		if err != nil {
			return nil, err
		}
		if least, _ := canonical(first); least != first {
			continue
		}
		l, err := answer(ctx, e, start, first, nodes)
		if err != nil {
			return nil, err
		}
		b.lines = append(b.lines, l)
		if report != nil {
			report(len(b.lines))
		}
	}
	slices.SortStableFunc(b.lines, func(a, z line) int { return cmp.Compare(z.score, a.score) })
	for i, l := range b.lines {
		b.by[l.first] = i
	}
	return b, nil
}

// answer returns the line of a first placement.
func answer(ctx context.Context, e engine.Engine, start game.Position, first santorini.Move, nodes uint64) (line, error) {
	pos, err := start.Play(game.Move(first.String()))
	if err != nil {
		return line{}, err
	}
	info, err := e.Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
	err = cmp.Or(err, context.Cause(ctx)) // an interrupted search has not found the engine's best answer
	if err != nil {
		return line{}, fmt.Errorf("%s: %w", first, err)
	}
	reply, err := parsePlacement(string(info.Best()))
	return line{first, reply, -info.Score, info.Depth}, err
}

// Inner returns the placements of workers on the nine inner squares, or all moves if
// there is nothing to place. By searches of 150,000 nodes, the first player's chances
// are 47% to 62% after all pairs of inner placements, and 45% to 68% after forty random
// placements on the whole board.
func Inner(pos game.Position) []game.Move {
	all := pos.Moves()
	inner := slices.DeleteFunc(slices.Clone(all), func(m game.Move) bool {
		placement, err := parsePlacement(string(m))
		if err != nil {
			return true
		}
		a, b, _ := placement.Spaces()
		return !isInner(a) || !isInner(b)
	})
	if len(inner) == 0 {
		return all
	}
	return inner
}

// isInner reports whether a space has neighbors on all sides.
func isInner(s santorini.Space) bool { return santorini.Single(s).Spread().Len() == 9 }
