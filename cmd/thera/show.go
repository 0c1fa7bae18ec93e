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
	"thera/internal/catalog/answer"
	"thera/internal/safefile"
	"thera/internal/ui/picture"
	"thera/record"
)

func (p *program) showCommand() *cobra.Command {
	var from start
	var moves, record string
	var image imageFlags
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "Draw the board of a position, as text or as a picture",
		Long: `Draw the board and print the position's text, the seat to move and the number
of its moves, or the winners. Seats are counted from 1.

With --moves, it is the position after these moves; with --record, the end of the
first game of a file in any of the formats of convert.

With --image the board is drawn as a picture, the last move marked: as svg, as png,
or as a gif that shows all positions up to this one, one after the other.

With --json: {"game", "position", "turn", "winners", "moves"}; turn is the seat
to move, winners a list of seats, empty until the end, when "ending" says how the
rules have ended the game, and moves the number of moves.`,
		Example: `  thera show amazons --variant 6x6
  thera show santorini --position '00000/00100/00000/00020/00000 b2d4,b4d2 1'
  thera show amazons --moves 'd1-d7(g7) a7-d4(d1)' --image --out start.png
  thera show amazons --record game.txt --image --out game.gif --delay 700ms`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := image.check(cmd, p.json)
			if err != nil {
				return err
			}
			entry, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			var positions []game.Position
			var played []game.Move
			if record == "" {
				positions, played, err = playMoves(pos, moves)
			} else if from != (start{}) || moves != "" {
				err = usagef("--record %q: want neither --variant nor --position nor --moves with it", record)
			} else {
				positions, played, err = p.readRecord(record, entry.Game)
			}
			if err != nil {
				return err
			}
			if image.wanted {
				return image.write(p.stdout, format, entry, positions, played)
			}
			pos = positions[len(positions)-1]
			return p.print(showResult{answer.NewPosition(entry, pos), len(pos.Moves()), pos.Board(), pos.Winners()})
		},
	}
	from.addTo(cmd)
	cmd.Flags().StringVar(&moves, "moves", "", "play these `MOVES`, separated by blanks, from there")
	cmd.Flags().StringVar(&record, "record", "", "show the first game of this `FILE`, - for standard input")
	image.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// showResult is a position.
type showResult struct {
	answer.Position
	Moves int `json:"moves"`

	board   game.Board
	winners game.Seats
}

func (r showResult) String() string {
	text := fmt.Sprintf("%s\nposition  %s\n", r.board, r.Position.Position)
	if r.winners != 0 {
		return text + fmt.Sprintf("won by    %s", r.winners)
	}
	return text + fmt.Sprintf("to move   %d\nmoves     %d", r.Turn, r.Moves)
}

func (p *program) movesCommand() *cobra.Command {
	var from start
	cmd := &cobra.Command{
		Use:   "moves GAME",
		Short: "List the legal moves",
		Long: `List the legal moves, one a line, in the order that the game's rules state;
nothing when the game is over.

With --json, a move is {"move", "steps"}; the steps are the parts in which a
player enters it.`,
		Example: `  thera moves hermit --variant 3x3
  thera moves amazons --position 'Q1q w' --json`,
		Args: namedArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			_, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			for _, m := range answer.Moves(pos) {
				if err := p.print(moveResult(m)); err != nil {
					return err
				}
			}
			return nil
		},
	}
	from.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// moveResult is a legal move.
type moveResult answer.Move

func (r moveResult) String() string { return string(r.Move) }

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
		return picture.Write(out, format, picture.Reel(entry.Look, positions, moves, f.flip), int(f.size), f.delay)
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
