package picture

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"thera/internal/catalog"
)

// Point is a place in a picture, in units.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point) Point          { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point         { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point       { return Point{p.X * f, p.Y * f} }
func (p Point) to(q Point, f float64) Point { return p.plus(q.minus(p).times(f)) }
func number(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", f), "0"), ".")
}
func attribute(name string, f float64) string { return " " + name + `="` + number(f) + `"` }

// Shape is one thing to draw: an outline that is filled, stroked, or both.
type Shape struct {
	Outline      outline
	At           Point // place of the outline's origin
	Fill, Stroke catalog.Color
	Width        float64 // of the line
	// Under draws the line below the fill, as around letters.
	Under bool
}

type outline interface {
	// element returns the form, moved by at, as an SVG element with its attributes and
	// content.
	element(at Point) (tag, holds string)
	// trace returns the lines along the form at a scale in pixels per unit.
	trace(scale float64) []line
}

// line is a sequence of points; a closed one continues from the last to the first.
type line struct {
	points []Point
	closed bool
}

// box is a rectangle by its upper left corner, with round corners.
type box struct{ x, y, width, height, round float64 }

func (b box) element(at Point) (tag, holds string) {
	tag = "rect" + attribute("x", b.x+at.X) + attribute("y", b.y+at.Y) +
		attribute("width", b.width) + attribute("height", b.height)
	if b.round > 0 {
		tag += attribute("rx", b.round)
	}
	return tag, ""
}

func (b box) trace(scale float64) []line {
	if b.round == 0 {
		return []line{{[]Point{{b.x, b.y}, {b.x + b.width, b.y}, {b.x + b.width, b.y + b.height}, {b.x, b.y + b.height}}, true}}
	}
	var points []Point
	n := arcSteps(b.round * scale)
	for corner := range 4 {
		center := Point{b.x + b.round, b.y + b.round}
		if corner == 0 || corner == 1 {
			center.Y = b.y + b.height - b.round
		}
		if corner == 0 || corner == 3 {
			center.X = b.x + b.width - b.round
		}
		points = appendArc(points, center, b.round, float64(corner)/4, float64(corner+1)/4, n/4+1)
	}
	return []line{{points, true}}
}

type disc struct{ radius float64 }

func (d disc) element(at Point) (tag, holds string) {
	return "circle" + attribute("cx", at.X) + attribute("cy", at.Y) + attribute("r", d.radius), ""
}

func (d disc) trace(scale float64) []line {
	return []line{{appendArc(nil, Point{}, d.radius, 0, 1, arcSteps(d.radius*scale)), true}}
}

// path is a form in the notation of SVG, with absolute M, L, Q, C and Z only.
type path string

// words are the letters and numbers of a path.
var words = regexp.MustCompile(`[A-Z]|-?[0-9.]+`)

func (p path) element(at Point) (tag, holds string) {
	var text strings.Builder
	isX := true
	for _, word := range words.FindAllString(string(p), -1) {
		f, err := strconv.ParseFloat(word, 64)
		if err != nil {
			text.WriteString(word)
			continue
		}
		if isX {
			f += at.X
		} else {
			f += at.Y
		}
		if last := text.String(); last != "" && last[len(last)-1] <= '9' {
			text.WriteByte(' ')
		}
		text.WriteString(number(f))
		isX = !isX
	}
	return `path d="` + text.String() + `"`, ""
}

func (p path) trace(scale float64) []line {
	var lines []line
	var letter byte
	var given []Point // numbers since the letter
	var x float64
	isX := true
	for _, word := range words.FindAllString(string(p), -1) {
		f, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil:
			letter, given = word[0], nil
			if letter == 'Z' {
				lines[len(lines)-1].closed = true
			}
			continue
		case isX:
			x, isX = f, false
			continue
		}
		given, isX = append(given, Point{x, f}), true
		if letter == 'M' {
			lines = append(lines, line{})
			letter = 'L'
		}
		l := &lines[len(lines)-1]
		switch {
		case letter == 'L':
			l.points, given = append(l.points, given[0]), nil
		case letter == 'Q' && len(given) == 2, letter == 'C' && len(given) == 3:
			l.points, given = appendCurve(l.points, given, scale), nil
		}
	}
	return lines
}

// appendCurve appends the points of a Bézier curve from the last point along the
// controls.
func appendCurve(points, controls []Point, scale float64) []Point {
	from := points[len(points)-1]
	all := append([]Point{from}, controls...)
	length := 0.0
	for i, p := range controls {
		d := p.minus(all[i])
		length += math.Hypot(d.X, d.Y)
	}
	n := 2 + int(math.Sqrt(4*length*scale))
	for i := 1; i <= n; i++ {
		points = append(points, bezier(all, float64(i)/float64(n)))
	}
	return points
}

// bezier returns the point of a curve at a time from 0 to 1, by de Casteljau.
func bezier(controls []Point, at float64) Point {
	left := append([]Point(nil), controls...)
	for ; len(left) > 1; left = left[:len(left)-1] {
		for i := range left[1:] {
			left[i] = left[i].to(left[i+1], at)
		}
	}
	return left[0]
}

// arcSteps returns the number of lines for a circle of a radius in pixels.
func arcSteps(radius float64) int { return 8 + int(6*math.Sqrt(radius)) }

// appendArc appends the points of a circle between two angles with n lines between
// them. Angles are in turns, clockwise from the right.
func appendArc(points []Point, center Point, radius, from, to float64, n int) []Point {
	for i := 0; i <= n; i++ {
		sin, cos := math.Sincos(2 * math.Pi * (from + (to-from)*float64(i)/float64(n)))
		points = append(points, Point{center.X + radius*cos, center.Y + radius*sin})
	}
	return points
}

// stroked returns the edges of lines with round ends and corners. half is half their
// width; half a circle has steps lines.
func stroked(lines []line, half float64, steps int) []line {
	var edges []line
	for _, l := range lines {
		points := distinct(l)
		n := len(points)
		switch {
		case n == 1:
			edges = append(edges, line{appendArc(nil, points[0], half, 0, 1, 2*steps), true})
		case l.closed:
			edges = append(edges, line{edge(append(points, points[0], points[1]), half, steps), true})
			edges = append(edges, line{edge(reversed(append(points, points[0], points[1])), half, steps), true})
		default:
			// There and back, around both ends.
			edges = append(edges, line{edge(append(append(points, reversed(points)[1:]...), points[1]), half, steps), true})
		}
	}
	return edges
}

// edge returns the points at a distance to the left of a sequence of points, from the
// second point on.
func edge(points []Point, half float64, steps int) []Point {
	var out []Point
	for i := 1; i+1 < len(points); i++ {
		p := points[i]
		before, after := turned(points[i-1], p), turned(p, points[i+1])
		out = append(out, p.plus(before.times(half)))
		// A corner is round on its outer side.
		cross := before.X*after.Y - before.Y*after.X
		dot := before.X*after.X + before.Y*after.Y
		angle := math.Atan2(cross, dot)
		if dot < 0 && math.Abs(cross) < 1e-9 {
			angle = math.Pi // straight back
		}
		if angle > 0 {
			from := math.Atan2(before.Y, before.X) / (2 * math.Pi)
			out = appendArc(out, p, half, from, from+angle/(2*math.Pi), 1+int(float64(steps)*angle/math.Pi))
		}
		out = append(out, p.plus(after.times(half)))
	}
	return out
}

// turned returns the direction from one point to another, turned by a quarter.
func turned(from, to Point) Point {
	d := to.minus(from)
	length := math.Hypot(d.X, d.Y)
	return Point{d.Y / length, -d.X / length}
}

func distinct(l line) []Point {
	const near = 1e-6
	var points []Point
	same := func(p, q Point) bool { return math.Abs(p.X-q.X) < near && math.Abs(p.Y-q.Y) < near }
	for _, p := range l.points {
		if n := len(points); n == 0 || !same(points[n-1], p) {
			points = append(points, p)
		}
	}
	if n := len(points); l.closed && n > 1 && same(points[0], points[n-1]) {
		points = points[:n-1]
	}
	return points
}

func reversed(points []Point) []Point {
	back := make([]Point, len(points))
	for i, p := range points {
		back[len(points)-1-i] = p
	}
	return back
}
