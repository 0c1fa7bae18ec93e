package picture

import (
	"fmt"
	"strings"

	"thera/game"
	"thera/internal/catalog"
)

// pattern marks the blocks of a color, so that colors can be told apart without seeing
// them.
type pattern struct {
	body, edge, lines catalog.Color
	width             float64
	// fill returns the path of the pattern in a rectangle with its corner at the
	// origin.
	fill func(width, height float64) path
}

var patterns = map[string]pattern{
	"red":    {0xc9483cff, 0x7d2119ff, 0xe88a80ff, 4, hatched},
	"yellow": {0xe6b93dff, 0x7f6009ff, 0xb98a14ff, 6, dotted},
	"blue":   {0x3d6fb4ff, 0x1c3c6bff, 0x8fb4e6ff, 3, waved},
}

// hatched draws slanted lines.
func hatched(width, height float64) path {
	var p strings.Builder
	for c := 16.0; c < width+height; c += 16 { // x + y on the line
		fmt.Fprintf(&p, "M%s %s L%s %s ", number(min(c, width)), number(c-min(c, width)), number(c-min(c, height)), number(min(c, height)))
	}
	return path(p.String())
}

// dotted draws dots: lines of no length with round ends.
func dotted(width, height float64) path {
	var p strings.Builder
	for row, y := 0, 6.0; y <= height-4; row, y = row+1, y+10 {
		for x := 6.0 + 10*float64(row%2); x <= width-4; x += 20 {
			fmt.Fprintf(&p, "M%s %s L%s %s ", number(x), number(y), number(x), number(y))
		}
	}
	return path(p.String())
}

// waved draws waves from side to side.
func waved(width, height float64) path {
	var p strings.Builder
	for y := 8.0; y <= height-4; y += 12 {
		fmt.Fprintf(&p, "M2 %s ", number(y))
		for x, up := 2.0, 1.0; x+10 <= width; x, up = x+10, -up {
			fmt.Fprintf(&p, "Q%s %s %s %s ", number(x+5), number(y-7*up), number(x+10), number(y))
		}
	}
	return path(p.String())
}

// blocks draws the blocks; two neighbors of one color are one block.
func (d *drawing) blocks() {
	done := map[game.Square]bool{}
	for s, cell := range d.Board.All() {
		painted, ok := patterns[cell.Kind]
		if !ok || done[s] {
			continue
		}
		from, to := d.corner(s), d.corner(s)
		for _, next := range []game.Square{game.At(s.File()+1, s.Rank()), game.At(s.File(), s.Rank()+1)} {
			if next.File() < d.Board.Files && next.Rank() < d.Board.Ranks && d.Board.At(next).Kind == cell.Kind {
				done[next] = true
				other := d.corner(next)
				from = Point{min(from.X, other.X), min(from.Y, other.Y)}
				to = Point{max(to.X, other.X), max(to.Y, other.Y)}
			}
		}
		d.block(from, to.plus(Point{unit, unit}), painted, string(rune(cell.Piece)))
	}
}

// block draws a block on the rectangle between two corners.
func (d *drawing) block(from, to Point, painted pattern, letter string) {
	const inset, inner = 7, 13
	size := to.minus(from)
	d.add(
		Shape{
			Outline: box{inset, inset, size.X - 2*inset, size.Y - 2*inset, 11}, At: from,
			Fill: painted.body, Stroke: painted.edge, Width: 4,
		},
		Shape{
			Outline: painted.fill(size.X-2*inner, size.Y-2*inner), At: from.plus(Point{inner, inner}),
			Stroke: painted.lines, Width: painted.width,
		},
		lettered(letter, from.to(to, 0.5).plus(Point{0, 12}), 34, 0x26201aff, 6),
	)
}
