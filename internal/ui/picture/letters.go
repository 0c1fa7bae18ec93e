package picture

import (
	"html"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// letters are a text of some size, with the middle of its baseline at the origin.
type letters struct {
	text string
	size float64
}

func (l letters) element(at Point) (tag, holds string) {
	return "text" + attribute("x", at.X) + attribute("y", at.Y) + attribute("font-size", l.size), html.EscapeString(l.text)
}

// bold is the font for pixels. SVG uses the viewer's.
var bold = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(gobold.TTF) })

func (l letters) trace(scale float64) []line {
	face, err := bold()
	if err != nil {
		return nil // cannot happen: the font is part of the program
	}
	const em = 1024 // size at which glyphs are read before they are scaled
	var buffer sfnt.Buffer
	var lines []line
	x := 0.0
	for _, r := range l.text {
		glyph, err := face.GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		segments, err := face.LoadGlyph(&buffer, glyph, fixed.I(em), nil)
		if err != nil {
			continue
		}
		lines = append(lines, traceGlyph(segments, Point{x, 0}, l.size/em, scale)...)
		advance, err := face.GlyphAdvance(&buffer, glyph, fixed.I(em), font.HintingNone)
		if err != nil {
			continue
		}
		x += l.size / em * float64(advance) / 64
	}
	for _, line := range lines {
		for i := range line.points {
			line.points[i].X -= x / 2
		}
	}
	return lines
}

// traceGlyph returns the lines along a letter at a place. scale is units per font unit.
func traceGlyph(segments sfnt.Segments, at Point, size, scale float64) []line {
	var lines []line
	point := func(p fixed.Point26_6) Point {
		return Point{float64(p.X) / 64, float64(p.Y) / 64}.times(size).plus(at)
	}
	for _, s := range segments {
		if s.Op == sfnt.SegmentOpMoveTo {
			lines = append(lines, line{[]Point{point(s.Args[0])}, true})
			continue
		}
		l := &lines[len(lines)-1]
		switch s.Op {
		case sfnt.SegmentOpLineTo:
			l.points = append(l.points, point(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			l.points = appendCurve(l.points, []Point{point(s.Args[0]), point(s.Args[1])}, scale)
		case sfnt.SegmentOpCubeTo:
			l.points = appendCurve(l.points, []Point{point(s.Args[0]), point(s.Args[1]), point(s.Args[2])}, scale)
		}
	}
	return lines
}
