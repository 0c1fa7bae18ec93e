package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"thera/engine/ugi"
	"thera/internal/catalog"
)

func (p *program) engineCommand() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Speak the engine protocols UGI and UCI",
		Long: `Run thera as an engine: read commands of the Universal Game Interface (UGI) or of
UCI from standard input and answer on standard output. It ends at quit, which
stops a search, or at the end of input, which lets a search with a limit finish.
The option UCI_Variant selects the game and board; docs/programs/protocol.md has
transcripts.`,
		Example: `  thera engine
  printf 'ugi\nposition startpos\ngo movetime 1000\n' | thera engine`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			variants, err := served(kind)
			if err != nil {
				return err
			}
			server := ugi.Server{
				Name:       "thera " + buildVersion().Version,
				Author:     "The Thera Authors",
				Variants:   variants,
				Parameters: catalog.Parameters(),
			}
			err = server.Serve(cmd.Context(), p.stdin, p.stdout)
			if cmd.Context().Err() != nil {
				return nil
			}
			return err
		},
	}
	cmd.Flags().StringVar(&kind, "engine", "", "use the engine `NAME`, such as random (default the strongest of each game)")
	return cmd
}

// served returns every board of every game that the named engine plays, or of all
// games for "".
func served(kind string) ([]ugi.Variant, error) {
	entries, err := catalog.WithEngine(kind)
	if err != nil {
		return nil, usageError{err}
	}
	var variants []ugi.Variant
	for _, entry := range entries {
		for _, start := range entry.Game.Variants() {
			variants = append(variants, ugi.Variant{
				Name: entry.WireName(start), Game: entry.Game, Start: start, New: entry.NewEngine,
			})
		}
	}
	return variants, nil
}

func (p *program) engineCheckCommand() *cobra.Command {
	var name, variant string
	cmd := &cobra.Command{
		Use:   "engine-check [--game GAME] [--variant NAME] -- CMD…",
		Short: "Check whether an engine speaks the protocol correctly",
		Long: `Check an engine against the protocol, point by point: greetings, options,
positions, legal moves, limits, stop, bad input and quitting. The exit status is 0
if all points hold. --variant is the protocol's name for the board, a value of
UCI_Variant; with --game, it is the name that thera match uses.

A match needs only a few of the points: start, new game, one of the limits, and
moves from fen, or moves from startpos for players given as uci: or with
position=moves. The last line says which of the failed points a match needs.

With --json, print {"name", "ok", "detail"} for each point.`,
		Example: `  thera engine-check -- thera engine
  thera engine-check --variant hermit6 -- python3 mine.py
  thera engine-check --game amazons --variant 8x8 -- ./mine`,
		DisableFlagsInUseLine: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("missing CMD: want %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := checkedVariant(name, variant)
			if err != nil {
				return usageError{err}
			}
			return p.engineCheck(cmd.Context(), args, v)
		},
	}
	cmd.Flags().StringVar(&name, "game", "", "check on a board of this `GAME`; --variant is then one of its variants")
	cmd.Flags().StringVar(&variant, "variant", "", "check on the board `NAME` (default amazons)")
	p.jsonFlag(cmd)
	return cmd
}

// checkedVariant returns the board with the protocol's name, or of a game's variant.
func checkedVariant(name, variant string) (ugi.Variant, error) {
	if name == "" {
		wire := cmp.Or(variant, "amazons")
		entry, start, err := catalog.FindWire(wire)
		if err != nil {
			err = fmt.Errorf("%w; or --game GAME with one of its variants", err)
		}
		return ugi.Variant{Name: wire, Game: entry.Game, Start: start}, err
	}
	entry, err := catalog.Find(name)
	if err != nil {
		return ugi.Variant{}, err
	}
	variant = cmp.Or(variant, entry.Game.Variants()[0])
	_, err = entry.Game.Start(variant)
	return ugi.Variant{Name: entry.WireName(variant), Game: entry.Game, Start: variant}, err
}

// neededBy says when a match needs a point; the other points are not needed.
var neededBy = map[string]string{
	"start":               "always",
	"new game":            "always",
	"moves from startpos": "of programs with uci: or position=moves",
	"moves from fen":      "of programs with ugi: or position=fen",
	"movetime":            "with --movetime",
	"clocks":              "with --tc",
	"nodes":               "with --nodes",
	"depth":               "with --depth",
}

func (p *program) engineCheck(ctx context.Context, argv []string, v ugi.Variant) error {
	failed, needed := 0, []string(nil)
	for point := range ugi.Check(ctx, argv, v, ugi.ClientOptions{}) {
		if err := p.print(checkResult{point}); err != nil {
			return err
		}
		if !point.OK {
			failed++
			if when := neededBy[point.Name]; when != "" {
				needed = append(needed, fmt.Sprintf("%s (%s)", point.Name, when))
			}
		}
	}
	match := "a match needs none of them"
	if len(needed) > 0 {
		match = "a match needs " + strings.Join(needed, ", ")
	}
	switch {
	case ctx.Err() != nil:
		return errors.New("interrupted: not all points were checked")
	case failed == 1:
		return fmt.Errorf("1 point does not hold; %s", match)
	case failed > 1:
		return fmt.Errorf("%d points do not hold; %s", failed, match)
	}
	return nil
}

type checkResult struct{ ugi.Point }

func (r checkResult) String() string {
	mark := "ok  "
	if !r.OK {
		mark = "FAIL"
	}
	return strings.TrimRight(fmt.Sprintf("%s  %-33s %s", mark, r.Name, r.Detail), " ")
}
