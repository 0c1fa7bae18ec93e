package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/record"
)

func (p *program) adminAbortCommand() *cobra.Command {
	return needsReason(p.adminTask(&cobra.Command{
		Use:   "abort GAME",
		Short: "Abort a game: it ends without a result",
	}, func(ctx context.Context, a *admin, args []string) error {
		ctx = context.WithoutCancel(ctx) // a running server hears of the end only by the note
		if err := a.abort(ctx, args[0]); err != nil {
			return err
		}
		return p.report(done{"abort", args[0], args[0] + " is aborted"}, a.accounts.Note(ctx, a.by, account.ActAbort, args[0], ""))
	}))
}

// abort ends a game. It tries again when a turn was stored at the same moment.
func (a *admin) abort(ctx context.Context, id string) error {
	for {
		state, err := a.game(ctx, id)
		if err != nil {
			return err
		}
		after, events, err := state.Decide(a.accounts.Now(), play.Cancel{})
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
		return nil, fmt.Errorf("game %q: no game has this ID", id)
	}
	rules, err := catalog.Rules(log[0].Setup.Game)
	if err != nil {
		return nil, err
	}
	return play.Replay(rules, log)
}

type ratingsResult struct {
	Wrong      int  `json:"wrong"`
	Recomputed bool `json:"recomputed"`
}

func (r ratingsResult) String() string {
	switch {
	case r.Wrong == 0:
		return "All ratings are correct."
	case r.Recomputed:
		return counted(r.Wrong, "rating was", "ratings were") + " wrong and have been corrected."
	}
	return counted(r.Wrong, "rating is", "ratings are") + " wrong: --recompute corrects them."
}

func (p *program) adminRatingsCommand() *cobra.Command {
	var recompute bool
	cmd := p.adminTask(&cobra.Command{
		Use:   "ratings",
		Short: "Check all ratings against the games",
		Long: `Check all ratings: recompute them from the logs of the games and print how many are
wrong. With --recompute, correct them. Games can continue and end meanwhile.

With --json, print {"wrong", "recomputed"}.`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		wrong, err := a.store.Recompute(ctx, recompute)
		if recompute {
			err = a.noteRows(ctx, "ratings", wrong, fmt.Sprint(wrong, " put right"), err)
		}
		if err != nil {
			return err
		}
		return p.print(ratingsResult{wrong, recompute})
	})
	cmd.Flags().BoolVar(&recompute, "recompute", false, "correct the wrong ratings")
	return reasonWith(cmd, "recompute")
}

type recordsResult struct {
	Wrong     int  `json:"wrong"`
	Recounted bool `json:"recounted"`
}

func (r recordsResult) String() string {
	switch {
	case r.Wrong == 0:
		return "All counters are correct."
	case r.Recounted:
		return counted(r.Wrong, "counter was", "counters were") + " wrong and have been corrected."
	}
	return counted(r.Wrong, "counter is", "counters are") + " wrong: --recount corrects them."
}

func (p *program) adminRecordsCommand() *cobra.Command {
	var recount bool
	cmd := p.adminTask(&cobra.Command{
		Use:   "records",
		Short: "Check the counters of results against the games",
		Long: `Check the counters of games, wins and opponents: count all games again and print how
many counters are wrong. With --recount, correct them. Games can continue and end meanwhile.

With --json, print {"wrong", "recounted"}.`,
	}, func(ctx context.Context, a *admin, _ []string) error {
		wrong, err := a.store.Recount(ctx, recount)
		if recount {
			err = a.noteRows(ctx, "records", wrong, fmt.Sprint(wrong, " put right"), err)
		}
		if err != nil {
			return err
		}
		return p.print(recordsResult{wrong, recount})
	})
	cmd.Flags().BoolVar(&recount, "recount", false, "correct the wrong counters")
	return reasonWith(cmd, "recount")
}

func (p *program) adminExportCommand() *cobra.Command {
	return p.adminTask(&cobra.Command{
		Use:   "export [GAME...]",
		Short: "Export games as records, or with --json their logs",
		Long: `Export the games with the given IDs, or all games, as records of thera
(docs/programs/records.md).

With --json, print the whole log of each game, {"id", "events"};
docs/programs/api.md lists the events.`,
		Example: `  thera admin export > games.txt
  thera admin export --json > games.ndjson`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, a *admin, args []string) error {
		for _, id := range args {
			found, err := p.export(ctx, a, id)
			if err == nil && !found {
				err = fmt.Errorf("game %q: no game has this ID", id)
			}
			if err != nil {
				return err
			}
		}
		if len(args) > 0 {
			return nil
		}
		for id, err := range a.gameIDs(ctx) {
			if err == nil {
				_, err = p.export(ctx, a, id) // a game may have been deleted meanwhile
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// gameIDs yields the IDs of all games. An error is the last thing it yields.
func (a *admin) gameIDs(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for after := ""; ; {
			ids, err := a.store.GameIDs(ctx, after, 1000)
			if err != nil {
				yield("", err)
				return
			}
			if len(ids) == 0 {
				return
			}
			for _, id := range ids {
				if !yield(id, nil) {
					return
				}
			}
			after = ids[len(ids)-1]
		}
	}
}

// export prints a game, and reports whether there is one with the ID.
func (p *program) export(ctx context.Context, a *admin, id string) (found bool, err error) {
	log, err := a.store.Events(ctx, id, 0)
	if err != nil || len(log) == 0 || log[0].Setup == nil {
		return false, err
	}
	sheet := gameSheet{ID: id, Events: log}
	if !p.json {
		if sheet.text, err = sheetText(id, log); err != nil {
			return true, err
		}
	}
	return true, p.print(sheet)
}

// gameSheet is a game with its whole log. Its text is a record.
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
