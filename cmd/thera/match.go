package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/catalog/draft"
	"thera/internal/lab/match"
	"thera/internal/lab/rating"
	"thera/internal/safefile"
)

// playersHelp says how players are named, for both commands that have them.
const playersHelp = `A player is an engine of thera, perhaps with settings, or a program:

  alphabeta, mcts, greedy …   engines of thera; a name it doesn't know lists them
  alphabeta:level=3,threads=2 the same with a level and a number of threads; hash
                              is the table's size in MiB
  ugi:COMMAND, uci:COMMAND    a program that speaks this engine protocol
  uci,Hash=64:COMMAND         the same with one of its options
  text:COMMAND                a program like "thera amazons"

Settings of all players are name, for the tables, power, the player's own, and tc,
movetime, nodes and depth, each of which stands in place of the flag of that name.
A text program knows no time and no limits, so only its own ones count for it.
position=moves has ugi and uci programs told the game's moves, position=fen its text.`

func (p *program) matchCommand() *cobra.Command {
	var flags matchFlags
	var games uint64
	var test *rating.SPRT
	var alpha, beta float64
	cmd := &cobra.Command{
		Use:   "match PLAYER OPPONENT",
		Short: "Have two players play a match",
		Long: `Have two players play games against each other, each opening twice, with both
colors, and say how much stronger PLAYER is: the difference in Elo with its 95 %
interval, and the likelihood of superiority, LOS; then what each has spent.
Three or four seats are shared out in all ways. With --sprt, the match ends when
it can be told which of two differences is nearer to the truth. Illegal moves,
crashes, silence and too much time lose the game; a turn that is only a little
longer than --movetime is late and counts.

` + playersHelp + `

On a terminal the standing is kept up to date, else each game is a line. With
--json, a game is {"game", "players", "winner", "reason", "detail", "plies"},
with the winner's seat counted from 1, and the standing at the end is
{"players", "games", "won", "pentanomial", "score", "elo", "elo_low",
"elo_high", "los", "faults", "efforts", "sprt"}; infinite values are null. An
effort is what a player has spent on its turns, {"turns", "spent_ns",
"longest_ns", "late", "nodes", "nps", "depth"}.`,
		Example: `  thera match alphabeta random --games 20 --movetime 50ms
  thera match alphabeta:nodes=4000 alphabeta:nodes=2000 --variant 6x6 --sprt 0,50
  thera match alphabeta uci:fairy-stockfish --tc 10+0.1 --out games.jsonl --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := flags.match(cmd, args)
			if err != nil {
				return err
			}
			m.Games = int(min(games, math.MaxInt32))
			if err := checkEven(games); err != nil {
				return err
			}
			for _, risk := range []struct {
				flag  string
				value float64
			}{{"alpha", alpha}, {"beta", beta}} {
				if !(0 < risk.value && risk.value < 0.5) {
					return usagef("--%s %g: want a probability above 0 and below 0.5", risk.flag, risk.value)
				}
			}
			if test != nil {
				test.Alpha, test.Beta = alpha, beta
				m.SPRT = test
			} else if games == 0 {
				m.Games = match.DefaultGames
			}
			return p.match(cmd.Context(), m, flags, newDuel)
		},
	}
	wholeNumber(cmd, "games", "play this `NUMBER` of games, at most (default 100 without --sprt)", 1, &games)
	cmd.Flags().Func("sprt", "test the differences in Elo `ELO0,ELO1` against each other", func(text string) error {
		t, err := rating.ParseSPRT(text)
		test = &t
		return err
	})
	cmd.Flags().Float64Var(&alpha, "alpha", 0.05, "with --sprt, risk choosing ELO1 wrongly with this `PROBABILITY`")
	cmd.Flags().Float64Var(&beta, "beta", 0.05, "with --sprt, risk choosing ELO0 wrongly with this `PROBABILITY`")
	flags.addTo(cmd)
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		entry, err := catalog.Find(flags.game)
		if err != nil || len(args) > 1 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return append(entry.EngineNames(), "ugi:", "uci:", "text:"), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	p.jsonFlag(cmd)
	return cmd
}

// matchFlags are the flags that matches and tournaments share.
type matchFlags struct {
	game, variant    string
	powers           string
	control          match.Control
	openings         string // file
	plies, seed      uint64
	margin, patience time.Duration
	concurrency      uint64
	out, records     string // files
	resume           bool
	confine          confineFlag
}

// addTo gives a command the flags, with what they are by default.
func (f *matchFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "amazons", "play this `GAME`")
	flags.StringVar(&f.variant, "variant", "", "play on the board of this `VARIANT`")
	powersFlag(cmd, &f.powers)
	for _, limit := range [][2]string{
		{"tc", "give each player a clock for the game, `BASE+INCREMENT` in seconds"},
		{"movetime", fmt.Sprintf("give each turn this `DURATION` (default %s if there is no other limit)", match.DefaultMoveTime)},
		{"nodes", "search this `NUMBER` of positions a turn"},
		{"depth", "search this `NUMBER` of plies a turn"},
	} {
		flags.Func(limit[0], limit[1], func(text string) error { return f.control.Set(limit[0], text) })
	}
	flags.StringVar(&f.openings, "openings", "", "take the openings from the lines of this `FILE`, moves or positions")
	f.plies, f.seed, f.concurrency = match.DefaultPlies, 1, 1
	wholeNumber(cmd, "random-plies", "begin each pair of games with this `NUMBER` of random moves (default 2)", 0, &f.plies)
	wholeNumber(cmd, "seed", "draw openings, and vary play, by this `NUMBER` (default 1)", 0, &f.seed)
	flags.DurationVar(&f.margin, "margin", match.DefaultMargin, "forgive this much over a turn's time or a clock, as a `DURATION`")
	flags.DurationVar(&f.patience, "patience", match.DefaultPatience, "wait this `DURATION` for players without a clock or time")
	numberUpTo(cmd, "concurrency", "play this `NUMBER` of games at a time (default 1)", 1, maxConcurrency, &f.concurrency)
	flags.StringVar(&f.out, "out", "", "keep each game as a line of JSON in this `FILE`")
	flags.BoolVar(&f.resume, "resume", false, "go on with the match in the file of --out, if there is one")
	flags.StringVar(&f.records, "records", "", "write the games to this `FILE`, as records, at the end")
	f.confine.addTo(cmd)
	// The errors are for flags that don't exist.
	_ = cmd.RegisterFlagCompletionFunc("game", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return catalog.Names(), cobra.ShellCompDirectiveNoFileComp
	})
	_ = cmd.RegisterFlagCompletionFunc("variant", func(cmd *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		return completeVariant(cmd, []string{f.game}, toComplete)
	})
}

// match returns the match of the flags between the given players, without its
// end.
func (f *matchFlags) match(cmd *cobra.Command, players []string) (*match.Match, error) {
	from := start{variant: f.variant, powers: f.powers}
	entry, pos, err := from.settle(f.game, f.seed)
	dealt := errors.Is(err, draft.ErrDraft) || err == nil && draft.Method(f.powers).IsRandom()
	if err != nil && !dealt {
		return nil, err
	}
	if f.resume && f.out == "" {
		return nil, usagef("--resume: want --out with the file of the match")
	}
	if f.margin < 0 {
		return nil, usagef("--margin %v: want 0 or more", f.margin)
	}
	if f.patience <= 0 {
		return nil, usagef("--patience %v: want more than 0", f.patience)
	}
	if f.openings != "" && cmd.Flags().Changed("random-plies") {
		return nil, usagef("--openings %q and --random-plies: want only one of them", f.openings)
	}
	m := &match.Match{
		Entry:       entry,
		Variant:     from.variant,
		Book:        match.RandomOpenings(pos, int(min(f.plies, math.MaxInt32)), f.seed, entry.Openings),
		Seed:        f.seed,
		Control:     f.control,
		Margin:      f.margin,
		Patience:    f.patience,
		Concurrency: int(min(f.concurrency, math.MaxInt32)),
	}
	if dealt {
		if f.openings != "" {
			return nil, usagef("--openings %q with --powers %s: want openings with powers of their own, or none", f.openings, f.powers)
		}
		m.Variant = f.variant
		if m.Book, err = match.DealtBook(entry, f.variant, draft.Method(f.powers), int(min(f.plies, math.MaxInt32)), f.seed); err != nil {
			return nil, usageError{err}
		}
	}
	for _, text := range players {
		s, err := match.ParseSpec(text)
		if err != nil {
			return nil, usageError{err}
		}
		m.Players = append(m.Players, s)
	}
	if f.openings != "" {
		if m.Book, err = readFile(f.openings, func(r io.Reader) (match.Book, error) {
			return match.ReadOpenings(r, entry.Game, pos, f.seed)
		}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// readFile returns what is read from a file; what is wrong in it comes with its
// name.
func readFile[T any](path string, read func(io.Reader) (T, error)) (content T, err error) {
	file, err := os.Open(path)
	if err != nil {
		return content, err
	}
	defer file.Close()
	if content, err = read(file); err != nil {
		return content, fmt.Errorf("%s: %w", path, err)
	}
	return content, nil
}

// match plays a match, reports its games and prints the standing, also where
// it is interrupted.
func (p *program) match(ctx context.Context, m *match.Match, f matchFlags, standing func(*match.Standing) fmt.Stringer) (err error) {
	if err := m.Check(); err != nil {
		return usageError{err}
	}
	if err := f.confine.apply(ctx, p, m.Players); err != nil {
		return err
	}
	log := match.NewLog()
	if f.out != "" {
		if log, err = match.OpenLog(f.out, m, f.resume); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, log.Close()) }()
	}

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var written error
	live := display{out: p.stderr}
	final, err := m.Play(ctx, log, func(g match.Result, t *match.Standing) {
		if p.terminal && !p.json {
			if g.Reason != match.ByRules {
				live.show("")
				fmt.Fprintln(p.stderr, gameResult{m.Summary(g)})
			}
			live.show(fmt.Sprintf("%s\n%s", gameResult{m.Summary(g)}, standing(t)))
		} else if written = p.print(gameResult{m.Summary(g)}); written != nil {
			stop(written)
		}
	})
	live.show("")
	if errors.Is(err, context.Canceled) {
		err = interrupted(final, log, f)
	}
	if len(log.Games()) > 0 && written == nil {
		err = errors.Join(err, p.print(standing(final)))
	}
	return errors.Join(err, writeRecords(f.records, m, log))
}

// interrupted says what is to be known of a match that was broken off. Its
// games count as in the standing.
func interrupted(t *match.Standing, log *match.Log, f matchFlags) error {
	played := counted(t.Games(), "game", "games")
	if total := t.Total(); total > 0 {
		played = fmt.Sprintf("%d of %d games", t.Games(), total)
	}
	if more := len(log.Games()) - t.Games(); more > 0 {
		played += fmt.Sprintf(", and %d that will count when those before them and their twins are played", more)
	}
	if f.out == "" {
		return fmt.Errorf("interrupted after %s", played)
	}
	return fmt.Errorf("interrupted after %s; the same command with --resume plays the others", played)
}

// writeRecords writes the games to a file, if there is to be one.
func writeRecords(path string, m *match.Match, log *match.Log) error {
	if path == "" {
		return nil
	}
	return safefile.Replace(path, func(w io.Writer) error { return m.WriteRecords(w, log.Games()) })
}
