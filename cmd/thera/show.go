package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"thera/game"
)

func (p *program) showCommand() *cobra.Command {
	var from start
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "Draw the board of a position",
		Long: `Draw the board and print the position's text, the seat to move and the number
of its moves, or the winners. Seats are counted from 1.

With --json: {"game", "position", "turn", "moves", "winners"}; turn is the seat
to move, moves their number and winners a list of seats, empty until the end.`,
		Example: `  thera show amazons --variant 6x6
  thera show santorini --position '00000/00100/00000/00020/00000 b2d4,b4d2 1'`,
		Args: namedArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			entry, pos, err := from.find(args[0])
			if err != nil {
				return err
			}
			return p.print(showResult{
				Game:     entry.Game.Name(),
				Position: pos.String(),
				Turn:     pos.Turn().Number(),
				Moves:    len(pos.Moves()),
				Winners:  pos.Winners().Numbers(),
				board:    pos.Board(),
				winners:  pos.Winners(),
			})
		},
	}
	from.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// showResult is a position.
type showResult struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Turn     int    `json:"turn"`
	Moves    int    `json:"moves"`
	Winners  []int  `json:"winners"`

	board   game.Board
	winners game.Seats
}

func (r showResult) String() string {
	text := fmt.Sprintf("%s\nposition  %s\n", r.board, r.Position)
	if r.winners != 0 {
		return text + fmt.Sprintf("won by    %s", r.winners)
	}
	return text + fmt.Sprintf("to move   %d\nmoves     %d", r.Turn, r.Moves)
}
