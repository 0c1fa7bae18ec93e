package main

import (
	"fmt"
	"io"
	"strings"
)

// display is text on a terminal that is replaced by what comes after it.
type display struct {
	out   io.Writer
	lines int
}

// show cuts lines that a terminal might break, for it has to know how many
// there are.
func (d *display) show(text string) {
	const columns = 79
	if d.lines > 0 {
		fmt.Fprintf(d.out, "\x1b[%dA\x1b[J", d.lines)
	}
	d.lines = 0
	for line := range strings.Lines(text) {
		if runes := []rune(strings.TrimSuffix(line, "\n")); len(runes) > columns {
			line = string(runes[:columns-1]) + "…"
		}
		fmt.Fprintln(d.out, strings.TrimSuffix(line, "\n"))
		d.lines++
	}
}
