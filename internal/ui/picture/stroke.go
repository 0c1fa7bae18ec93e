package picture

import "math"

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

// distinct returns the points of a line without repeated neighbors.
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
