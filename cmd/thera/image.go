package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/safefile"
	"thera/internal/ui/picture"
	"thera/record"
)

// imageFlags say how a picture is made.
type imageFlags struct {
	wanted      bool
	out, format string
	size        uint64
	flip        bool
	delay       time.Duration
}

func (f *imageFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.wanted, "image", false, "draw a picture")
	cmd.Flags().StringVar(&f.out, "out", "", "write the picture to this `FILE` (default standard output)")
	cmd.Flags().StringVar(&f.format, "format", "", "the picture's `FORMAT`: svg, png or gif (default by the name of the file, or svg)")
	f.size = 480
	wholeNumber(cmd, "size", fmt.Sprintf("make the picture this `NUMBER` of pixels wide, %d to %d (default 480)", picture.MinSize, picture.MaxSize), picture.MinSize, &f.size)
	cmd.Flags().BoolVar(&f.flip, "flip", false, "draw the board from the other side")
	cmd.Flags().DurationVar(&f.delay, "delay", time.Second, "show each position of a gif for this `TIME`")
	// The error is for a flag that doesn't exist.
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"svg", "png", "gif"}, cobra.ShellCompDirectiveNoFileComp))
}

// check returns the format, and an error for flags that don't go together.
func (f *imageFlags) check(cmd *cobra.Command, json bool) (picture.Format, error) {
	if !f.wanted {
		for _, name := range []string{"out", "format", "size", "flip", "delay"} {
			if cmd.Flags().Changed(name) {
				return "", usagef("--%s: want --image with it", name)
			}
		}
		return "", nil
	}
	if json {
		return "", usagef("--image and --json: want only one of them")
	}
	if f.size > picture.MaxSize {
		return "", usagef("--size %d: want from %d to %d pixels", f.size, picture.MinSize, picture.MaxSize)
	}
	if f.delay < 20*time.Millisecond || f.delay > time.Minute {
		return "", usagef("--delay %s: want from 20ms to 1m", f.delay)
	}
	name := f.format
	if name == "" {
		name = strings.ToLower(strings.TrimPrefix(filepath.Ext(f.out), "."))
	}
	if name == "" {
		return picture.SVG, nil
	}
	format, err := picture.ParseFormat(name)
	if err != nil {
		return "", usageError{err}
	}
	return format, nil
}

// write draws a game, or its end where the format shows one picture.
func (f *imageFlags) write(stdout io.Writer, format picture.Format, entry catalog.Entry, positions []game.Position, moves []game.Move) error {
	write := func(out io.Writer) error {
		return picture.Write(out, format, picture.Reel(entry.Style, positions, moves, f.flip), int(f.size), f.delay)
	}
	if f.out == "" {
		return write(stdout)
	}
	return safefile.Replace(f.out, write)
}

// playMoves plays the moves of a text, separated by blanks, from a position.
func playMoves(pos game.Position, text string) (positions []game.Position, moves []game.Move, err error) {
	positions = []game.Position{pos}
	for _, word := range strings.Fields(text) {
		m, err := pos.Read(word)
		if err != nil {
			return nil, nil, usagef("--moves: move %d: %w", len(moves)+1, err)
		}
		if pos, err = pos.Play(m); err != nil {
			return nil, nil, err
		}
		positions, moves = append(positions, pos), append(moves, m)
	}
	return positions, moves, nil
}

// readRecord plays the first game of a file, "-" for standard input.
func (p *program) readRecord(name string, rules game.Game) (positions []game.Position, moves []game.Move, err error) {
	in := bufio.NewReader(p.stdin)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		in = bufio.NewReader(f)
	}
	format, err := p.source("", in)
	if err != nil {
		return nil, nil, err
	}
	for g, err := range record.Read(format, in, rules) {
		if err != nil {
			return nil, nil, err
		}
		positions, err = g.Record().Replay(rules)
		return positions, g.Record().Moves, err
	}
	return nil, nil, fmt.Errorf("--record %q: want a game in it", name)
}
