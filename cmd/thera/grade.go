package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"thera/internal/catalog"
	"thera/internal/child"
	"thera/internal/lab/grade"
	"thera/internal/lab/match"
)

type gradeFlags struct {
	dir, out, command string
	game, variant     string
	sessions, levels  string
	control           match.Control
	confine           confineFlag
	games, plies      int
	concurrency       int
	seed              uint64
	resume            bool
	unconfined        bool
}

func (p *program) gradeCommand() *cobra.Command {
	f := gradeFlags{games: 2, plies: match.DefaultPlies, seed: 1, concurrency: 1}
	cmd := &cobra.Command{
		Use:   "grade",
		Short: "Grade the programs of a class and have them play each other",
		Long: `Grade the programs of a class: check each submission in the folder --dir, have all
of them play a tournament, and write a page for each student, an overview page and
tables. docs/play/teaching.md tells more.

Each submission is a folder in --dir. It is run by the line KIND:COMMAND in its file
thera.txt, or else by its executable file run, or else by --command; in a command,
{dir} stands for the folder and {name} for its name, and quotes keep spaces. The
kind is text for a program like thera amazons, which is checked with test sessions,
or ugi or uci for an engine, which is checked as by thera engine-check.

Programs are confined as by thera match --confine, and read only their own folder
and the system's programs. Standard error and the report say by which means. Where
programs can't be confined, the command refuses to run them, unless you give
--unconfined. All results are saved in --out, so that --resume continues an
interrupted grading.

With --json, print {"confined": [{"what", "how", "by"}]}, then {"submission",
"kind", "command", "missing", "checks"} for each submission, where a check is
{"check", "about", "ok", "detail", "said", "want", "got"}; games and the table at
the end are as in thera tournament --help. The exit status is 0 when everything has
been checked and played, however well the programs did.`,
		Example: `  thera grade --dir submissions --command 'java -ea -cp {dir} amazons.Main'
  thera grade --dir submissions --sessions ours --levels 1,2,3 --concurrency 4 --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.grade(cmd.Context(), f) },
	}
	f.addTo(cmd)
	p.jsonFlag(cmd)
	return cmd
}

func (f *gradeFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.dir, "dir", "", "grade the submissions in this `FOLDER`, each in its own folder")
	flags.StringVar(&f.out, "out", "grades", "write the results to this `FOLDER`")
	flags.StringVar(&f.command, "command", "", "run submissions without a command of their own by `COMMAND` or KIND:COMMAND")
	flags.StringVar(&f.game, "game", "amazons", "play this `GAME`")
	flags.StringVar(&f.variant, "variant", "", "play on the board of this `VARIANT`")
	flags.StringVar(&f.sessions, "sessions", "", "test text programs with the sessions in this `FOLDER` instead of the standard ones")
	flags.StringVar(&f.levels, "levels", "", "have these `LEVELS` of thera take part, such as 1,2,3")
	controlFlag(cmd, &f.control, "tc", "give each player a clock of `BASE+INCREMENT` in seconds (default 180+0)")
	controlFlag(cmd, &f.control, "movetime", "give each turn at most this `DURATION` (default 15s)")
	wholeNumber(cmd, "games", "have each pair play `NUMBER` games, 0 for none (default 2)", 0, &f.games)
	addGameFlags(cmd, &f.plies, &f.seed, &f.concurrency)
	flags.BoolVar(&f.resume, "resume", false, "continue the grading in --out, if there is one")
	f.confine.addTo(cmd)
	flags.BoolVar(&f.unconfined, "unconfined", false, "run programs with all your rights: they can read and delete your files")
}

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
		Games: f.games, Plies: f.plies, Concurrency: f.concurrency,
	}
	if err := checkEven(f.games); err != nil {
		return nil, err
	}
	if f.unconfined && f.confine.limits != nil {
		return nil, usagef("--unconfined and --confine: want only one of them")
	}
	if g.Levels, err = f.numbers(); err != nil {
		return nil, err
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
			if missing, ok := errors.AsType[*fs.PathError](err); ok && missing.Path == "." {
				err = missing.Err
			}
			err = fmt.Errorf("%s: %w", f.sessions, err)
		}
	}
	return g, err
}

// numbers returns the levels that take part.
func (f gradeFlags) numbers() (levels []int, err error) {
	if f.levels == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(f.levels, ",") {
		level, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || level < 1 || level > catalog.MaxLevel {
			return nil, usagef("--levels %q: want numbers from 1 to %d, separated by commas", f.levels, catalog.MaxLevel)
		}
		levels = append(levels, level)
	}
	return levels, nil
}

// confinedResult says what holds for all programs; nothing if they are not confined.
type confinedResult struct {
	Confined child.Holds `json:"confined"`
}

// String returns it in one line.
func (r confinedResult) String() string {
	if len(r.Confined) == 0 {
		return "NOT confined: programs run with all rights of the user who grades them"
	}
	return r.Confined.String()
}

// confineSubmissions confines each program to its own folder, unless that is not wanted.
func (p *program) confineSubmissions(ctx context.Context, f gradeFlags, g *grade.Grading) error {
	result := confinedResult{child.Holds{}}
	if !f.unconfined {
		limits := f.confine.chosen()
		g.Limits = limits.String()
		// The teacher has chosen this program, so it need not be one of the system.
		if path, err := exec.LookPath(grade.Rules{Command: f.command}.Program()); err == nil {
			if path, err = filepath.Abs(path); err == nil {
				limits.Read = append(limits.Read, path)
			}
		}
		c, err := findConfinement(ctx, limits, f.dir, f.out)
		switch {
		case errors.Is(err, child.ErrUnconfinable):
			return fmt.Errorf("%w; --unconfined runs programs with all your rights", err)
		case errors.Is(err, context.Canceled):
			return err
		case err != nil:
			return usageError{err}
		}
		result.Confined = c.Report()
		g.Confine = func(s grade.Submission, argv []string) []string { return c.Command(s.Dir(), argv) }
	}
	for _, hold := range result.Confined {
		g.Confined = append(g.Confined, hold.String())
	}
	if f.unconfined {
		g.Confined = []string{result.String()}
	}
	if p.json {
		return p.print(result)
	}
	fmt.Fprintln(p.stderr, result)
	return nil
}

// grade grades, prints the results and writes the report, even if interrupted, or if the
// games in the folder are others.
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
		Game: func(g match.Summary, t *match.Standing) {
			say(gameResult{g})
			show(fmt.Sprintf("%d of %d games", t.Games(), t.Total()))
		},
	})
	show("")
	interrupted := errors.Is(err, context.Canceled)
	others := errors.Is(err, grade.ErrOtherPlayers)
	if err != nil && !interrupted && !others {
		return sayResume(err)
	}
	index := filepath.Join(f.out, grade.IndexFile)
	if r.Standing != nil {
		say(crossResult{r.Standing.CrossTable()})
	}
	if err := r.Write(f.out); err != nil {
		return err
	}
	if others {
		return fmt.Errorf("%w; %s has only the checks", err, index)
	}
	if interrupted {
		return fmt.Errorf("interrupted after %d of %d submissions and %d games; the same command with --resume does the rest", len(r.Checked), len(g.Submissions), len(r.Games))
	}
	if !p.json {
		fmt.Fprintf(p.stderr, "The report is in %s.\n", index)
	}
	return nil
}
