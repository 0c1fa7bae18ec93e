package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"golang.org/x/image/vector"

	"thera/internal/catalog"
)

// Image returns the picture as pixels, width pixels wide, at least 1.
func (p Picture) Image(width int) *image.RGBA {
	scale := float64(width) / p.Width
	img := image.NewRGBA(image.Rect(0, 0, width, int(math.Round(p.Height*scale))))
	r := raster{img: img, scale: scale}
	for _, s := range p.Shapes {
		lines := s.Outline.trace(scale)
		fill := func() { r.fill(lines, s.At, s.Fill) }
		if !s.Under {
			fill()
		}
		if s.Stroke != 0 {
			r.fill(stroked(lines, s.Width/2, arcSteps(s.Width/2*scale)), s.At, s.Stroke)
		}
		if s.Under {
			fill()
		}
	}
	return img
}

type raster struct {
	img   *image.RGBA
	scale float64
	fills vector.Rasterizer
}

// fill paints the inside of outlines, each of which counts as closed, by the nonzero
// winding rule.
func (r *raster) fill(lines []line, at Point, c catalog.Color) {
	if c == 0 || len(lines) == 0 {
		return
	}
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, l := range lines {
		for _, p := range l.points {
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	low, high = low.plus(at).times(r.scale), high.plus(at).times(r.scale)
	// The rasterizer visits its whole area, so it gets no more than needed.
	area := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1)
	if area = area.Intersect(r.img.Rect); area.Empty() {
		return
	}
	r.fills.Reset(area.Dx(), area.Dy())
	for _, l := range lines {
		for i, p := range l.points {
			q := p.plus(at).times(r.scale)
			x, y := float32(q.X-float64(area.Min.X)), float32(q.Y-float64(area.Min.Y))
			if i == 0 {
				r.fills.MoveTo(x, y)
			} else {
				r.fills.LineTo(x, y)
			}
		}
		r.fills.ClosePath()
	}
	red, green, blue, alpha := c.Parts()
	r.fills.DrawOp = draw.Over
	r.fills.Draw(r.img, area, image.NewUniform(color.NRGBA{red, green, blue, alpha}), image.Point{})
}

// SVG returns the picture as a document that needs nothing but a font. It is width
// pixels wide unless its page says otherwise.
func (p Picture) SVG(width int) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%d" height="%s" `+
		`font-family="system-ui, sans-serif" font-weight="700" text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">`+"\n",
		number(p.Width), number(p.Height), width, number(p.Height*float64(width)/p.Width))
	for _, s := range p.Shapes {
		tag, holds := s.Outline.element(s.At)
		out.WriteString("<" + tag + paint("fill", s.Fill))
		if s.Stroke != 0 {
			out.WriteString(paint("stroke", s.Stroke) + attribute("stroke-width", s.Width))
		}
		if s.Under {
			out.WriteString(` paint-order="stroke"`)
		}
		if holds == "" {
			out.WriteString("/>\n")
			continue
		}
		name, _, _ := strings.Cut(tag, " ")
		out.WriteString(">" + holds + "</" + name + ">\n")
	}
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

func paint(name string, c catalog.Color) string {
	if c == 0 {
		return " " + name + `="none"`
	}
	text := fmt.Sprintf(` %s="#%06x"`, name, uint32(c>>8))
	if _, _, _, a := c.Parts(); a < 0xff {
		text += attribute(name+"-opacity", float64(a)/0xff)
	}
	return text
}
