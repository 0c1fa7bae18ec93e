package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/record"
)

func (p *program) adminAbortCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "abort GAME",
		Short: "End a game, by its id, without a result",
	}, func(ctx context.Context, a *admin, args []string) error {
		if err := a.abort(ctx, args[0]); err != nil {
			return err
		}
		return p.report(done{"abort", args[0], args[0] + " is aborted"}, a.accounts.Note(ctx, a.by, account.ActAbort, args[0], ""))
	}))
}

// abort ends a game. A turn that is played at the same moment may come first.
func (a *admin) abort(ctx context.Context, id string) error {
	for {
		state, err := a.game(ctx, id)
		if err != nil {
			return err
		}
		after, events, err := state.Decide(play.Instant(time.Now().UnixMilli()), play.Cancel{})
		if err != nil {
			return fmt.Errorf("game %q: %w", id, err)
		}
		if err := a.store.Append(ctx, after.Batch(id, events)); !errors.Is(err, play.ErrTaken) {
			return err
		}
	}
}

func (a *admin) game(ctx context.Context, id string) (*play.State, error) {
	log, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	if len(log) == 0 || log[0].Setup == nil {
		return nil, fmt.Errorf("game %q: there is none of this id", id)
	}
	rules, err := catalog.Rules(log[0].Setup.Game)
	if err != nil {
		return nil, err
	}
	return play.Replay(rules, log)
}

// ratingsResult is how right the ratings are.
type ratingsResult struct {
	Wrong      int  `json:"wrong"`
	Recomputed bool `json:"recomputed"`
}

func (r ratingsResult) String() string {
	switch {
	case r.Wrong == 0:
		return "All ratings are what the games make them."
	case r.Recomputed:
		return counted(r.Wrong, "rating was", "ratings were") + " wrong, and all are right now."
	}
	return counted(r.Wrong, "rating is", "ratings are") + " wrong: --recompute puts all right."
}

func (p *program) adminRatingsCommand() *cobra.Command {
	var recompute bool
	cmd := p.adminTask(&cobra.Command{
		Use:   "ratings",
		Short: "Compute all ratings again from the games",
		Long: `Compute all ratings again from the logs of the games, and say how many are not
what they should be. With --recompute they are put right; a server that runs can
store no turns meanwhile.

With --json: {"wrong", "recomputed"}.`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		wrong, err := a.store.Recompute(ctx, recompute)
		if err != nil {
			return err
		}
		if recompute {
			if err := a.accounts.Note(ctx, a.by, "ratings", "", fmt.Sprint(wrong, " put right")); err != nil {
				return err
			}
		}
		return p.print(ratingsResult{wrong, recompute})
	})
	cmd.Flags().BoolVar(&recompute, "recompute", false, "put the wrong ones right")
	return cmd
}

func (p *program) adminExportCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "export [GAME...]",
		Short: "Print games as records, or with --json their logs",
		Long: `Print the games of some ids, or all, as thera's records (docs/programs/records.md).

With --json, the whole log of each: {"id", "events"}; docs/run/service.md says what
events there are.`,
		Example: `  thera admin export > games.txt
  thera admin export --json > games.ndjson`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, a *admin, args []string) error {
		if len(args) > 0 {
			return p.export(ctx, a, args)
		}
		for after := ""; ; {
			ids, err := a.store.GameIDs(ctx, after, 1000)
			if err != nil || len(ids) == 0 {
				return err
			}
			if err := p.export(ctx, a, ids); err != nil {
				return err
			}
			after = ids[len(ids)-1]
		}
	})
}

func (p *program) export(ctx context.Context, a *admin, ids []string) error {
	for _, id := range ids {
		log, err := a.store.Events(ctx, id, 0)
		if err != nil {
			return err
		}
		if len(log) == 0 || log[0].Setup == nil {
			return fmt.Errorf("game %q: there is none of this id", id)
		}
		sheet := gameSheet{ID: id, Events: log}
		if !p.json {
			if sheet.text, err = sheetText(id, log); err != nil {
				return err
			}
		}
		if err := p.print(sheet); err != nil {
			return err
		}
	}
	return nil
}

// gameSheet is a game with all that is known of it, as text a record.
type gameSheet struct {
	ID     string       `json:"id"`
	Events []play.Event `json:"events"`
	text   string
}

func (g gameSheet) String() string { return g.text }

func sheetText(id string, log []play.Event) (string, error) {
	rules, err := catalog.Rules(log[0].Setup.Game)
	if err != nil {
		return "", err
	}
	sheet, err := play.Record(id, log, rules)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = record.Write(record.Thera, &text, sheet)
	return strings.TrimSuffix(text.String(), "\n"), err
}
