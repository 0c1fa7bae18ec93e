package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/load"
	"thera/internal/site/store"
)

func (p *program) loadCheckCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Compare what players know with a server's store",
		Long: `Hold the history that thera load --kill-check has written against the logs in
the server's store: each turn that a player knew to be stored is there, no log
has a gap or a turn that nobody sent, and no clock ran while no player could be
heard. What is wrong is printed, and then the exit status is 1.

With --json: {"games", "turns", "known", "stored", "outages", "given", "wrong"}.`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.loadCheck(cmd.Context(), args[0], address) },
	}
	cmd.Flags().StringVar(&address, "store", "", "compare with the store in this `FILE` or at this postgres URL")
	p.jsonFlag(cmd)
	return cmd
}

func (p *program) loadCheck(ctx context.Context, path, address string) (err error) {
	if address == "" {
		return usagef("missing --store: want the file or the URL of the server's store")
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines, err := load.ReadHistory(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !strings.Contains(address, "://") {
		if _, err := os.Stat(address); err != nil {
			return err // opening it would make a new one
		}
	}
	s, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	report, err := load.Check(ctx, lines, catalog.AllRules(), s)
	if err != nil {
		return err
	}
	if err := p.print(historyResult{report}); err != nil {
		return err
	}
	if n := len(report.Wrong); n > 0 {
		return fmt.Errorf("%d things are wrong", n)
	}
	return nil
}

// historyResult is the result of a check.
type historyResult struct{ load.Report }

func (r historyResult) String() string {
	text := fmt.Sprintf("%d games, %d turns sent, %d known to be stored, %d more in the logs; %d times without the server, given back %d times",
		r.Games, r.Turns, r.Known, r.Stored, r.Outages, r.Given)
	for _, wrong := range r.Wrong {
		text += "\n" + wrong
	}
	return text
}
