package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"thera/game"
)

func (p *program) jsonFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print JSON, one object per line")
}

// print writes one result: its String, or a line of JSON with --json.
func (p *program) print(result fmt.Stringer) error {
	if p.json {
		return json.NewEncoder(p.stdout).Encode(result)
	}
	_, err := fmt.Fprintln(p.stdout, result)
	return err
}

// printAll prints the result of each of all, in order.
func printAll[T any, R fmt.Stringer](p *program, all []T, result func(T) R) error {
	for _, one := range all {
		if err := p.print(result(one)); err != nil {
			return err
		}
	}
	return nil
}

// open opens a file of text for reading; "-" is standard input.
func (p *program) open(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(newText(name, interruptibly(ctx, p.stdin))), nil
	}
	file, err := openFile(ctx, name)
	if err != nil {
		return nil, err
	}
	return readCloser{newText(name, file), file}, nil
}

func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted formats a number with its noun, singular or plural: "1 ply", "2 plies".
func counted[N int | uint64](n N, one, more string) string {
	if n != 1 {
		one = more
	}
	return grouped(uint64(n)) + " " + one
}

// perSecond returns n per second of d, or n itself if d is 0.
func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return n
	}
	return uint64(float64(n) / d.Seconds())
}

func lineText(moves []game.Move) string { return strings.Join(game.Strings(moves), " ") }

// textArea returns how many characters of a line a terminal shows without wrapping, and how
// many lines without scrolling: one less than its columns and rows now, of which 80 and 24
// are usual.
func textArea(out io.Writer) (width, height int) {
	if file, ok := out.(*os.File); ok {
		if columns, rows, err := term.GetSize(file.Fd()); err == nil && columns > 1 && rows > 1 {
			return columns - 1, rows - 1
		}
	}
	return 79, 23
}

// cut shortens a text to the given number of characters.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// display is a block of lines on a terminal that each call of show replaces.
type display struct {
	out   io.Writer
	lines []string
}

// show replaces the block with text. It cuts lines that the terminal would wrap, and leaves
// out those that would scroll: display must know how many to erase next time. A terminal
// that is narrower then has wrapped them.
func (d *display) show(text string) {
	width, height := textArea(d.out)
	rows := 0
	for _, line := range d.lines {
		rows += 1 + max(utf8.RuneCountInString(line)-1, 0)/(width+1)
	}
	if rows > 0 {
		fmt.Fprintf(d.out, "\x1b[%dA\x1b[J", rows)
	}
	d.lines = slices.Collect(strings.Lines(text))
	if len(d.lines) > height {
		d.lines = append(d.lines[:height-1], "…")
	}
	for i, line := range d.lines {
		d.lines[i] = cut(strings.TrimSuffix(line, "\n"), width)
		fmt.Fprintln(d.out, d.lines[i])
	}
}
