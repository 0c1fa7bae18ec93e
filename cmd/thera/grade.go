package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/confine"
	"thera/internal/lab/grade"
	"thera/internal/lab/match"
)

// gradeFlags are the flags of thera grade.
type gradeFlags struct {
	dir, out, command  string
	game, variant      string
	sessions, levels   string
	control            match.Control
	confine            confineFlag
	games, plies, seed uint64
	concurrency        uint64
	resume             bool
}

func (p *program) gradeCommand() *cobra.Command {
	f := gradeFlags{games: 2, plies: match.DefaultPlies, seed: 1, concurrency: 1}
	cmd := &cobra.Command{
		Use:   "grade",
		Short: "Examine the programs of a class, and have them play each other",
		Long: `Examine each program in SUBMISSIONS, a folder with a folder for each, have all play a
tournament, and write a page for each student, one for all, and tables. docs/play/teaching.md
tells more.

A submission is run as its file thera.txt says, a line KIND:COMMAND; else by its
executable file run; else by --command. {dir} in a command is its folder, {name}
its name. The kind is text for a program in the manner of thera amazons, which goes
through sessions, or ugi or uci for one that speaks an engine protocol, which is
examined as by thera engine-check.

Programs are confined as by thera match --confine, without network and on
read-only files, and can't see each other's folders; what can't be confined on this
machine is said on standard error and in the report. What is in --out is kept, so that
a grading that was interrupted goes on with --resume.

With --json, a submission is {"submission", "kind", "command", "missing", "checks"}, a
check {"check", "about", "ok", "detail", "said", "want", "got"}, and games and the table at the
end are as in thera tournament --help. The exit status is 0 when all was examined
and played, whatever the programs are worth.`,
		Example: `  thera grade --dir submissions --command 'java -ea -cp {dir} amazons.Main'
  thera grade --dir submissions --sessions ours --levels 1,2,3 --concurrency 4 --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.grade(cmd.Context(), f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "", "grade the submissions in this `FOLDER`, each a folder in it")
	flags.StringVar(&f.out, "out", "grades", "write what is found out to this `FOLDER`")
	flags.StringVar(&f.command, "command", "", "run submissions that don't say how by this `COMMAND`, or KIND:COMMAND")
	flags.StringVar(&f.game, "game", "amazons", "play this `GAME`")
	flags.StringVar(&f.variant, "variant", "", "play on the board of this `VARIANT`")
	flags.StringVar(&f.sessions, "sessions", "", "have text programs go through the sessions in this `FOLDER`, not the usual ones")
	flags.StringVar(&f.levels, "levels", "", "have these `LEVELS` of thera play as well, such as 1,2,3")
	for _, limit := range [][2]string{
		{"tc", "give each player `BASE+INCREMENT` in seconds for a game (default 180+0)"},
		{"movetime", "give each turn this `DURATION` at most (default 15s)"},
	} {
		flags.Func(limit[0], limit[1], func(text string) error { return f.control.Set(limit[0], text) })
	}
	wholeNumber(cmd, "games", "have each two play this `NUMBER` of games, 0 for none (default 2)", 0, &f.games)
	wholeNumber(cmd, "random-plies", "begin each pair of games with this `NUMBER` of random moves (default 2)", 0, &f.plies)
	wholeNumber(cmd, "seed", "draw openings, and vary play, by this `NUMBER` (default 1)", 0, &f.seed)
	numberUpTo(cmd, "concurrency", "play this `NUMBER` of games at a time (default 1)", 1, maxConcurrency, &f.concurrency)
	flags.BoolVar(&f.resume, "resume", false, "go on with the grading in --out, if there is one")
	f.confine.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

// grading returns what the flags ask for.
func (f gradeFlags) grading() (*grade.Grading, error) {
	entry, err := catalog.Find(f.game)
	if err != nil {
		return nil, usageError{err}
	}
	if f.dir == "" {
		return nil, usagef("missing --dir: want a folder with a folder for each submission")
	}
	if f.variant == "" {
		f.variant = entry.TextVariant
	}
	if _, err := entry.Game.Start(f.variant); err != nil {
		return nil, usageError{err}
	}
	defaults := map[string]string{"tc": "180+0", "movetime": "15s"}
	for key, unset := range map[string]bool{"tc": f.control.Clock.Left == 0, "movetime": f.control.Move == 0} {
		if unset {
			if err := f.control.Set(key, defaults[key]); err != nil {
				return nil, err
			}
		}
	}
	g := &grade.Grading{
		Entry: entry, Variant: f.variant, Control: f.control, Seed: f.seed,
		Games: int(min(f.games, math.MaxInt32)), Plies: int(min(f.plies, math.MaxInt32)), Concurrency: int(min(f.concurrency, math.MaxInt32)),
	}
	if err := checkEven(f.games); err != nil {
		return nil, err
	}
	for word := range strings.SplitSeq(f.levels, ",") {
		if f.levels == "" {
			break
		}
		level, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || level < 1 || level > catalog.MaxLevel {
			return nil, usagef("--levels %q: want numbers from 1 to %d, separated by commas", f.levels, catalog.MaxLevel)
		}
		g.Levels = append(g.Levels, level)
	}
	rules := grade.Rules{Command: f.command, Kind: "text"}
	if entry.TextVariant == "" {
		rules.Kind = "ugi"
	}
	if g.Submissions, err = grade.Find(f.dir, rules); err != nil {
		return nil, err
	}
	for i, s := range g.Submissions {
		if s.Kind == "text" && g.Variant != entry.TextVariant {
			g.Submissions[i].Missing = fmt.Sprintf("a text program can't play %s on the board %s", f.game, f.variant)
			g.Submissions[i].Command = nil
		}
	}
	g.Sessions, err = grade.StandardSessions()
	if f.sessions != "" {
		if g.Sessions, err = grade.ReadSessions(os.DirFS(f.sessions), "."); err != nil {
			err = fmt.Errorf("%s: %w", f.sessions, err)
		}
	}
	return g, err
}

// confineSubmissions has the grading's programs confined, each in its own folder.
func (p *program) confineSubmissions(ctx context.Context, f gradeFlags, g *grade.Grading) error {
	limits := confine.Default()
	if f.confine.limits != nil {
		limits = *f.confine.limits
	}
	helper, err := confineHelper()
	if err != nil {
		return err
	}
	in := func(s grade.Submission) confine.Limits {
		l := limits
		l.Hidden, l.Shown = filepath.Dir(s.Dir()), s.Dir()
		return l
	}
	report, err := confine.Probe(ctx, helper, in(g.Submissions[0]))
	if err != nil {
		return err
	}
	g.Limits = limits.String()
	g.Confined = strings.Split(report.String(), "\n")
	fmt.Fprintln(p.stderr, report)
	g.Confine = func(s grade.Submission, argv []string) []string { return confine.Command(helper, in(s), argv) }
	return nil
}

// grade grades, says what it finds and writes the report, also where it is
// interrupted.
func (p *program) grade(ctx context.Context, f gradeFlags) error {
	g, err := f.grading()
	if err != nil {
		return err
	}
	if err := p.confineSubmissions(ctx, f, g); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	live := display{out: p.stderr}
	show := func(text string) {
		if p.terminal {
			live.show(text)
		}
	}
	say := func(result fmt.Stringer) {
		show("")
		if err := p.print(result); err != nil {
			stop(err)
		}
	}
	r, err := g.Run(ctx, f.out, f.resume, grade.Report{
		Doing: show,
		Check: func(c grade.Checked) { say(c) },
		Game: func(result match.Result, t *match.Standing) {
			say(gameResult{result.Summary()})
			show(fmt.Sprintf("%d of %d games", t.Games(), t.Total()))
		},
	})
	show("")
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if r.Standing != nil {
		say(crossResult{r.Standing.CrossTable()})
	}
	if err := r.Write(f.out); err != nil {
		return err
	}
	if interrupted {
		return fmt.Errorf("interrupted after %d of %d submissions and %d games; the same command with --resume does the rest", len(r.Checked), len(g.Submissions), len(r.Games))
	}
	if !p.json {
		fmt.Fprintf(p.stderr, "The report is in %s.\n", filepath.Join(f.out, grade.IndexFile))
	}
	return nil
}
