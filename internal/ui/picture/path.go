package picture

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

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
