package picture

import (
	"fmt"
	"strings"

	"thera/internal/catalog"
)

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

// paint returns the SVG attributes that paint in a color.
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
