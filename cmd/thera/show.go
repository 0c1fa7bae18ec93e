package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"thera/game"
	"thera/internal/answer"
)

func (p *program) showCommand() *cobra.Command {
	var from start
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "Draw the board of a position",
		Long: `Draw the board and print the position's text, the seat to move and the number
of its moves, or the winners. Seats are counted from 1.

With --json: {"game", "position", "turn", "winners", "moves"}; turn is the seat
to move, winners a list of seats, empty until the end, when "ending" says how the
rules have ended the game, and moves the number of moves.`,
		Example: `  thera show amazons --variant 6x6
  thera show santorini --position '00000/00100/00000/00020/00000 b2d4,b4d2 1'`,
		Args: namedArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			entry, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			return p.print(showResult{answer.NewPosition(entry, pos), len(pos.Moves()), pos.Board(), pos.Winners()})
		},
	}
	from.addTo(cmd)
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
