package main

import (
	"github.com/spf13/cobra"

	"thera/internal/catalog/answer"
)

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
