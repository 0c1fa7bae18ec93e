package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/game"
)

// jsonFlag gives a command the flag --json.
func (p *program) jsonFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print JSON, one object a line")
}

// print writes one result: its String for people, or as a line of JSON.
func (p *program) print(result fmt.Stringer) error {
	if p.json {
		return json.NewEncoder(p.stdout).Encode(result)
	}
	_, err := fmt.Fprintln(p.stdout, result)
	return err
}

// grouped returns n with commas between groups of three digits.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted returns how many there are of what one of is called so, such as "1 ply" and
// "2 plies".
func counted[N int | uint64](n N, one, more string) string {
	if n != 1 {
		one = more
	}
	return grouped(uint64(n)) + " " + one
}

// perSecond returns the rate of n in a duration, n itself if that is 0.
func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return n
	}
	return uint64(float64(n) / d.Seconds())
}

// lineText returns moves separated by blanks.
func lineText(moves []game.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
	}
	return strings.Join(texts, " ")
}

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
