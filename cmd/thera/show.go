package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/ui/picture"
	"thera/record"
)

func (p *program) showCommand() *cobra.Command {
	var from start
	var moves, record string
	var image imageFlags
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "Show a position, as text or as a picture",
		Long: `Show a position: draw the board and print the position's text, the seat to move
and the number of legal moves, or the winners. Seats are numbered from 1.

With --moves, show the position after these moves; with --record, the end of the
first game in a file, in any format that thera convert reads.

With --image, draw a picture with the last move marked: an svg, a png, or a gif
that plays the moves up to this position.

With --json, print {"game", "position", "turn", "winners", "moves"}: the seat to
move, the list of winning seats, empty until the end of the game, and the number of
legal moves. At the end, "ending" says how the game ended.`,
		Example: `  thera show amazons --variant 6x6
  thera show santorini --position '00000/00100/00000/00020/00000 b2d4,b4d2 1'
  thera show amazons --moves 'd1-d7(g7) a7-d4(d1)' --image --out start.png
  thera show amazons --record game.txt --image --out game.gif --delay 700ms`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := image.check(cmd)
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
				err = usagef("--record %q: want none of --variant, --position, --handicap and --moves with it", record)
			} else {
				positions, played, err = p.readRecord(cmd.Context(), record, entry.Game)
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
	from.addHandicap(cmd)
	cmd.Flags().StringVar(&moves, "moves", "", "first play these `MOVES`, separated by spaces")
	cmd.Flags().StringVar(&record, "record", "", "show the end of the first game in `FILE`, - for standard input")
	image.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

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
		Long: `List the legal moves, one per line, in the order defined by the game's rules. There
are none when the game is over.

With --json, print {"move", "steps"} for each move; the steps are the parts in
which a player enters it.`,
		Example: `  thera moves hermit --variant 3x3
  thera moves amazons --position 'Q1q w' --json`,
		Args: namedArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			_, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			return printAll(p, answer.Moves(pos), func(m answer.Move) moveResult { return moveResult(m) })
		},
	}
	from.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

type moveResult answer.Move

func (r moveResult) String() string { return string(r.Move) }

type imageFlags struct {
	wanted      bool
	out, format string
	size        int
	flip        bool
	delay       time.Duration
}

func (f *imageFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.wanted, "image", false, "draw a picture")
	cmd.Flags().StringVar(&f.out, "out", "", "write the picture to this `FILE` (default standard output)")
	cmd.Flags().StringVar(&f.format, "format", "", "write this picture `FORMAT`: svg, png or gif (default by the extension of --out, or svg)")
	f.size = 480
	numberUpTo(cmd, "size", fmt.Sprintf("make the picture `NUMBER` pixels wide, %d to %d (default 480)", picture.MinSize, picture.MaxSize), picture.MinSize, picture.MaxSize, &f.size)
	cmd.Flags().BoolVar(&f.flip, "flip", false, "draw the board from the other side")
	cmd.Flags().DurationVar(&f.delay, "delay", time.Second, "show each position of a gif for this `TIME`, 20ms to 1m")
	completeFlag(cmd, "format", "svg", "png", "gif")
}

// check returns the format, "" without --image, and an error for conflicting flags.
func (f *imageFlags) check(cmd *cobra.Command) (picture.Format, error) {
	if !f.wanted {
		return "", onlyWith(cmd, "image", "out", "format", "size", "flip", "delay")
	}
	if err := notWith(cmd, "image", "json"); err != nil {
		return "", err
	}
	if f.delay < 20*time.Millisecond || f.delay > time.Minute {
		return "", usagef("--delay %s: want from 20ms to 1m", f.delay)
	}
	name := f.format
	if name == "" {
		name = strings.ToLower(strings.TrimPrefix(filepath.Ext(f.out), "."))
	}
	format, err := picture.ParseFormat(cmp.Or(name, string(picture.SVG)))
	if err != nil {
		return "", usageError{err}
	}
	if format != picture.GIF && cmd.Flags().Changed("delay") {
		return "", usagef("--delay: want a gif with it")
	}
	return format, nil
}

// write draws a game, or only its end if the format is not animated.
func (f *imageFlags) write(stdout io.Writer, format picture.Format, entry catalog.Entry, positions []game.Position, moves []game.Move) error {
	write := func(out io.Writer) error {
		return picture.Write(out, format, picture.Reel(entry.Style, positions, moves, f.flip), f.size, f.delay)
	}
	if f.out == "" {
		return write(stdout)
	}
	return replaceKind(f.out, isPicture, write)
}

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

// readRecord replays the first game in a file, "-" for standard input.
func (p *program) readRecord(ctx context.Context, name string, rules game.Game) (positions []game.Position, moves []game.Move, err error) {
	file, err := p.open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = file.Close() }() // only read
	in := bufio.NewReader(file)
	format, err := source("", in)
	if err != nil {
		return nil, nil, inFile(name, err)
	}
	for g, err := range record.Read(format, in, rules) {
		if err != nil {
			return nil, nil, inFile(name, err)
		}
		positions, err = g.Record().Replay(rules)
		return positions, g.Record().Moves, inFile(name, err)
	}
	return nil, nil, fmt.Errorf("--record %q: want a game in it", name)
}
