package opening

import (
	_ "embed"
	"fmt"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/santorini"
)

// Book has a line for each first placement, the best one first. It is
// immutable.
type Book struct {
	lines []line
	by    map[pair]int // the lines' indices by their first placements
}

// line is a first placement, in its canonical form, with the best reply.
type line struct {
	first, reply pair
	score        engine.Score // for who placed first
	depth        int          // plies searched after the first placement
}

// nearly is how many centilogits less than the best line a first placement may
// be worth to be played for variety.
const nearly = 15

// Find returns how to place the workers in a position, if that is what it asks
// for: an empty board for two, or one on which the first of them has placed.
// Seed 0 has always the same answer; others vary the first placement among
// those about equal to the best, and all their images.
func (b *Book) Find(pos game.Position, seed uint64) (engine.Info, bool) {
	placed, ok := strings.CutPrefix(pos.String(), "00000/00000/00000/00000/00000 ")
	if !ok {
		return engine.Info{}, false
	}
	switch workers, turn, _ := strings.Cut(placed, " "); {
	case workers == "-,-" && turn == "1":
		choice, image := b.choose(seed)
		return choice.info(image, choice.score, choice.first, choice.reply), true
	case len(workers) == len("b2d4,-") && strings.HasSuffix(workers, ",-") && turn == "2":
		a, err1 := game.ParseSquare(workers[:2])
		z, err2 := game.ParseSquare(workers[2:4])
		first, by := canonical(newPair(a, z))
		i, known := b.by[first]
		if err1 != nil || err2 != nil || !known {
			return engine.Info{}, false
		}
		l := b.lines[i]
		return l.info(by.inverse(), -l.score, l.reply), true
	}
	return engine.Info{}, false
}

// choose returns a line to begin with and the image of it to play.
func (b *Book) choose(seed uint64) (line, symmetry) {
	if seed == 0 {
		return b.lines[0], 0
	}
	n := 1
	for n < len(b.lines) && b.lines[n].score+nearly >= b.lines[0].score {
		n++
	}
	draw := game.Mix(seed)
	return b.lines[draw/santorini.Symmetries%uint64(n)], symmetry(draw % santorini.Symmetries)
}

func (l line) info(image symmetry, score engine.Score, moves ...pair) engine.Info {
	info := engine.Info{Score: score, Depth: l.depth}
	for _, m := range moves {
		info.Line = append(info.Line, image.pair(m).move())
	}
	return info
}

// Default returns the book that comes with this package.
func Default() *Book { return book }

//go:embed placements.txt
var file string

var book = func() *Book {
	b, err := Parse(file)
	if err != nil {
		panic(err) // the program was built from a broken file
	}
	return b
}()

// Parse reads what [Book.String] writes: of each line the first placement, the
// reply, the score in centilogits for who placed first, and the depth. Lines
// that begin with # are comments.
func Parse(text string) (*Book, error) {
	b := &Book{by: map[pair]int{}}
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
			return nil, fmt.Errorf("line %d: %s is there twice", n, l.first.move())
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
	var first, reply string
	if _, err := fmt.Sscan(text, &first, &reply, &l.score, &l.depth); err != nil {
		return l, fmt.Errorf("%q: want two placements, a score and a depth", strings.TrimSpace(text))
	}
	if l.first, err = parsePair(first); err != nil {
		return l, err
	}
	if least, _ := canonical(l.first); least != l.first {
		return l, fmt.Errorf("placement %q: want its image %s", first, least.move())
	}
	if l.reply, err = parsePair(reply); err != nil {
		return l, err
	}
	for _, s := range l.reply {
		if s == l.first[0] || s == l.first[1] {
			return l, fmt.Errorf("placement %q: %s is taken", reply, s)
		}
	}
	return l, nil
}

func parsePair(text string) (pair, error) {
	a, z, ok := strings.Cut(strings.TrimPrefix(text, "@"), ",")
	first, err1 := game.ParseSquare(a)
	last, err2 := game.ParseSquare(z)
	const side = 5 // of the board
	inside := func(s game.Square) bool { return s.File() < side && s.Rank() < side }
	if !ok || text[0] != '@' || err1 != nil || err2 != nil || first == last || !inside(first) || !inside(last) {
		return pair{}, fmt.Errorf("placement %q: want two squares of a1 to e5, as in @b2,d4", text)
	}
	return newPair(first, last), nil
}

// String returns the book as Parse reads it.
func (b *Book) String() string {
	var text strings.Builder
	for _, l := range b.lines {
		fmt.Fprintf(&text, "%s %s %d %d\n", l.first.move(), l.reply.move(), l.score, l.depth)
	}
	return text.String()
}
