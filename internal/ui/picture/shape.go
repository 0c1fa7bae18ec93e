package picture

import (
	"fmt"
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

// outline is a form around an origin.
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

// disc is a circle around the origin.
type disc struct{ radius float64 }

func (d disc) element(at Point) (tag, holds string) {
	return "circle" + attribute("cx", at.X) + attribute("cy", at.Y) + attribute("r", d.radius), ""
}

func (d disc) trace(scale float64) []line {
	return []line{{appendArc(nil, Point{}, d.radius, 0, 1, arcSteps(d.radius*scale)), true}}
}
