package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/catalog/answer"
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
