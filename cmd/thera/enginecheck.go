package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"thera/engine/ugi"
	"thera/engine/ugi/ugitest"
	"thera/internal/catalog"
)

func (p *program) engineCheckCommand() *cobra.Command {
	var variant string
	cmd := &cobra.Command{
		Use:   "engine-check [--variant NAME] -- CMD…",
		Short: "Check how an engine speaks the protocol",
		Long: `Start an engine and examine it point by point: greetings, options, positions,
legal moves, limits, stop, bad input and how it quits. The exit status is 0 if
all points hold. --variant is what the protocol calls the board, the engine's
UCI_Variant.

With --json, an object is {"name", "ok", "detail"}.`,
		Example: `  thera engine-check -- thera engine
  thera engine-check --variant hermit6 -- python3 mine.py`,
		DisableFlagsInUseLine: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("missing CMD: want %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, start, err := catalog.FindWire(variant)
			if err != nil {
				return usageError{err}
			}
			v := ugi.Variant{Name: variant, Game: entry.Game, Start: start}
			return p.engineCheck(cmd.Context(), args, v)
		},
	}
	cmd.Flags().StringVar(&variant, "variant", "amazons", "check on the board with this `NAME`")
	p.jsonFlag(cmd)
	return cmd
}

func (p *program) engineCheck(ctx context.Context, argv []string, v ugi.Variant) error {
	failed := 0
	for point := range ugitest.Check(ctx, argv, v, ugi.ClientOptions{}) {
		if err := p.print(checkResult{point}); err != nil {
			return err
		}
		if !point.OK {
			failed++
		}
	}
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: not all points were checked")
	case failed == 1:
		return errors.New("1 point does not hold")
	case failed > 1:
		return fmt.Errorf("%d points do not hold", failed)
	}
	return nil
}

// checkResult is one point of the check.
type checkResult struct{ ugitest.Point }

func (r checkResult) String() string {
	mark := "ok  "
	if !r.OK {
		mark = "FAIL"
	}
	return strings.TrimRight(fmt.Sprintf("%s  %-33s %s", mark, r.Name, r.Detail), " ")
}
