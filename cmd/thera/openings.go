package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"

	"github.com/spf13/cobra"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/lab/match"
	"thera/internal/safefile"
)

func (p *program) openingsCommand() *cobra.Command {
	f := openingsFlags{options: match.OpeningOptions{Level: 4, Plies: 4, Count: 60, Margin: 3, Threads: runtime.GOMAXPROCS(0)}}
	cmd := &cobra.Command{
		Use:   "openings GAME",
		Short: "Find balanced openings for matches",
		Long: `Find balanced openings of a game for two: draw random openings and keep those in
which, after a search, both sides have about the same chance of winning and neither
has a proven win. No two openings are equal up to the symmetry of the board. The
same flags find the same openings, with any number of threads.

The output is an opening book for thera match --openings and thera tournament
--openings. It begins with the command that made it; above each opening are its
number in the draw and the engine's evaluation. --kept prints the book that comes
with the program and that the ladders of a server use.

In Hermit, a search so early in the game evaluates nothing. There, use --games: the
engine plays against itself at --level, the results of these games decide, and the
search only looks for proofs.

With --json, print {"game", "number", "moves", "position", "score",
"win_probability", "proven", "plies", "depth", "games", "won"}; score is in
centilogits, plies is the distance of a proven result, and all values are for the
seat to move. The openings of --kept have only the first four.`,
		Example: `  thera openings amazons --kept
  thera openings hermit --plies 3 --count 5 --margin 5 --games 20 --level 1 --nodes 2000 > hermit.txt
  thera openings santorini --out book.txt --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.openings(cmd, f, args[0]) },
	}
	o := &f.options
	cmd.Flags().StringVar(&o.Variant, "variant", "", "begin at the start of this `VARIANT`, which must be for two")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant)
	wholeNumber(cmd, "plies", "draw openings of `NUMBER` plies (default 4)", 1, &o.Plies)
	wholeNumber(cmd, "count", "find `NUMBER` openings (default 60)", 1, &o.Count)
	cmd.Flags().Float64Var(&o.Margin, "margin", o.Margin, "keep openings in which each side's chance is at most this many `PERCENT` from 50")
	wholeNumber(cmd, "nodes", "search `NUMBER` positions for each opening (default 200000 without --depth)", 1, &o.Limits.Nodes)
	wholeNumber(cmd, "depth", "search `NUMBER` plies deep for each opening", 1, &o.Limits.Depth)
	wholeNumber(cmd, "games", "judge each opening by `NUMBER` games of the engine against itself", 1, &o.Games)
	numberUpTo(cmd, "level", "with --games, play at this `LEVEL` (default 4)", 1, uint64(catalog.MaxLevel), &o.Level)
	wholeNumber(cmd, "seed", "draw with `NUMBER` as the random seed (default 0)", 0, &o.Seed)
	numberUpTo(cmd, "threads", "search `NUMBER` openings at a time (default all cores)", 1, maxThreads, &o.Threads)
	cmd.Flags().StringVar(&f.out, "out", "", "also save the book in `FILE`")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "continue the book in the file of --out, if there is one")
	cmd.Flags().BoolVar(&f.kept, "kept", false, "print the book that comes with the program, for the default variant")
	p.jsonFlag(cmd)
	return cmd
}

type openingsFlags struct {
	options      match.OpeningOptions
	out          string
	resume, kept bool
}

func (p *program) openings(cmd *cobra.Command, f openingsFlags, name string) error {
	entry, err := catalog.Find(name)
	if err != nil {
		return usageError{err}
	}
	if f.kept {
		if err := alone(cmd, "kept"); err != nil {
			return err
		}
		return p.keptOpenings(entry)
	}
	opt := f.options
	if opt.Games == 0 {
		if err := onlyWith(cmd, "games", "level"); err != nil {
			return err
		}
	}
	if opt.Limits == (engine.Limits{}) {
		opt.Limits.Nodes = 200_000
	}
	if !(opt.Margin >= 0 && opt.Margin <= 50) {
		return usagef("--margin %g: want 0 to 50 percent", opt.Margin)
	}
	if err := opt.Check(entry); err != nil {
		return usageError{err}
	}
	if f.resume && f.out == "" {
		return usagef("--resume: want --out with the file of the book")
	}
	title := bookTitle(entry, opt)
	book, past, err := openBook(f, title)
	if err != nil {
		return err
	}
	return errors.Join(p.findOpenings(cmd.Context(), entry, opt, book, past, title), book.Close())
}

// bookTitle returns the first line of a book: the command that makes it.
func bookTitle(entry catalog.Entry, o match.OpeningOptions) string {
	text := fmt.Sprintf("# thera openings %s --variant %s --plies %d --count %d --margin %g",
		entry.Game.Name(), cmp.Or(o.Variant, entry.Game.Variants()[0]), o.Plies, o.Count, o.Margin)
	if o.Limits.Nodes > 0 {
		text += fmt.Sprintf(" --nodes %d", o.Limits.Nodes)
	}
	if o.Limits.Depth > 0 {
		text += fmt.Sprintf(" --depth %d", o.Limits.Depth)
	}
	if o.Games > 0 {
		text += fmt.Sprintf(" --games %d --level %d", o.Games, o.Level)
	}
	return fmt.Sprintf("%s --seed %d", text, o.Seed)
}

// openBook opens the file of a book to be written, or continued with --resume.
func openBook(f openingsFlags, title string) (book *safefile.Journal, past match.PastOpenings, err error) {
	opt := safefile.JournalOptions{Title: title, Lines: 2, New: !f.resume}
	book, err = safefile.OpenJournal(f.out, opt, past.Take)
	if errors.Is(err, safefile.ErrNotEmpty) {
		err = fmt.Errorf("%w: want another one, or --resume to continue it", err)
	}
	return book, past, err
}

func (p *program) findOpenings(ctx context.Context, entry catalog.Entry, opt match.OpeningOptions, book *safefile.Journal, past match.PastOpenings, title string) error {
	if !p.json && len(past) == 0 {
		if _, err := fmt.Fprintln(p.stdout, title); err != nil {
			return err
		}
	}
	var report func(match.OpeningProgress)
	if p.terminal {
		report = func(s match.OpeningProgress) {
			p.showLine(fmt.Sprintf("%d of %d openings, %d searched", s.Found, opt.Count, s.Searched))
		}
	}
	found := len(past)
	for one, err := range match.FindOpenings(ctx, entry, opt, past, report) {
		p.clear()
		if err != nil {
			return err
		}
		if err := book.Append([]byte(one.String())); err != nil {
			return err
		}
		if err := p.print(newOpeningResult(entry.Game.Name(), one)); err != nil {
			return err
		}
		found++
	}
	p.clear()
	if found < opt.Count {
		return fmt.Errorf("interrupted after %d of %d openings; with --out, the same command with --resume continues", found, opt.Count)
	}
	return nil
}

// keptOpenings prints the book that comes with the program.
func (p *program) keptOpenings(entry catalog.Entry) error {
	text, err := match.BuiltInOpeningsText(entry.Game.Name())
	if err != nil {
		return err
	}
	if !p.json {
		_, err = io.WriteString(p.stdout, text)
		return err
	}
	all, err := match.BuiltInOpenings(entry)
	if err != nil {
		return err
	}
	for i := range all.Len() {
		o, _ := all.Opening(i) // a list has one for each number
		end, err := o.End()
		if err != nil {
			return err
		}
		if err := json.NewEncoder(p.stdout).Encode(keptResult{entry.Game.Name(), i + 1, o.Moves, end.String()}); err != nil {
			return err
		}
	}
	return nil
}

// keptResult is an opening that comes with the program.
type keptResult struct {
	Game     string      `json:"game"`
	Number   int         `json:"number"` // in the book, from 1
	Moves    []game.Move `json:"moves"`
	Position string      `json:"position"`
}

type openingResult struct {
	keptResult
	Centilogits engine.Score `json:"score"` // MaxEstimate and more are proven
	answer.Score
	Depth int `json:"depth"`
	Games int `json:"games,omitempty"`
	Won   int `json:"won,omitempty"`

	text string
}

func newOpeningResult(name string, f match.FoundOpening) openingResult {
	score := answer.NewScore(f.Score)
	score.WinProbability = math.Round(1e4*score.WinProbability) / 1e4
	score.Centilogits = nil // it is in "score" here
	return openingResult{
		keptResult{name, f.Number, f.Moves, f.Position.String()},
		f.Score, score, f.Depth, f.Games, f.Won, f.String(),
	}
}

func (r openingResult) String() string { return r.text }
