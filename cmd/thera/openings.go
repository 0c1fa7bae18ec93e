package main

import (
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
	"thera/internal/lab/match"
	"thera/internal/safefile"
)

func (p *program) openingsCommand() *cobra.Command {
	f := openingsFlags{level: 4, plies: 4, count: 60, margin: 3, threads: uint64(runtime.GOMAXPROCS(0))}
	cmd := &cobra.Command{
		Use:   "openings GAME",
		Short: "Find even openings for matches",
		Long: `Draw random openings of a game for two and keep those that are even: after a
search both sides have about the same chance of winning, and neither has a proven
win. No two are the same up to the symmetry of the board. The same flags find the
same openings, with any number of threads.

What is printed is a book, which thera match and thera tournament take with
--openings. It begins with the command that makes it; above each opening stand the
number of its draw and what the engine thinks of it. --kept prints the book that
comes with the program, which the ladder of a server plays.

In Hermit a search sees nothing so early: there --games lets the engine play with
itself at --level, and the score of these games counts; the search is for proofs.

With --json: {"game", "number", "moves", "position", "score", "win_probability",
"depth", "games", "won"}; score is in centilogits, and all are for the seat to move.`,
		Example: `  thera openings amazons --kept
  thera openings hermit --plies 3 --count 5 --margin 5 --games 20 --level 1 --nodes 2000 > hermit.txt
  thera openings santorini --out book.txt --resume`,
		Args: namedArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.openings(cmd, f, args[0]) },
	}
	cmd.Flags().StringVar(&f.variant, "variant", "", "begin at the start of this `VARIANT`, for two")
	cmd.ValidArgsFunction = completeGame
	_ = cmd.RegisterFlagCompletionFunc("variant", completeVariant)
	wholeNumber(cmd, "plies", "draw openings of this `NUMBER` of plies (default 4)", 1, &f.plies)
	wholeNumber(cmd, "count", "find this `NUMBER` of openings (default 60)", 1, &f.count)
	cmd.Flags().Float64Var(&f.margin, "margin", f.margin, "keep those in which the chance of either side is at most this many `PERCENT` from 50")
	wholeNumber(cmd, "nodes", "search this `NUMBER` of positions of each (default 200000 without --depth)", 1, &f.nodes)
	wholeNumber(cmd, "depth", "search this `NUMBER` of plies of each", 1, &f.depth)
	wholeNumber(cmd, "games", "judge openings by this `NUMBER` of games of the engine with itself", 1, &f.games)
	numberUpTo(cmd, "level", "with --games, play at this `LEVEL` (default 4)", 1, uint64(catalog.MaxLevel), &f.level)
	wholeNumber(cmd, "seed", "draw by this `NUMBER` (default 0)", 0, &f.seed)
	numberUpTo(cmd, "threads", "search this `NUMBER` of openings at a time (default all cores)", 1, maxThreads, &f.threads)
	cmd.Flags().StringVar(&f.out, "out", "", "keep the book in this `FILE` too")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "go on with the book in the file of --out, if there is one")
	cmd.Flags().BoolVar(&f.kept, "kept", false, "print the book that comes with the program, of the default variant")
	p.jsonFlag(cmd)
	return cmd
}

// openingsFlags are those of thera openings.
type openingsFlags struct {
	variant                                                 string
	plies, count, nodes, depth, games, level, seed, threads uint64
	margin                                                  float64
	out                                                     string
	resume, kept                                            bool
}

func (p *program) openings(cmd *cobra.Command, f openingsFlags, name string) error {
	entry, err := catalog.Find(name)
	if err != nil {
		return usageError{err}
	}
	if f.kept {
		for _, other := range []string{"variant", "plies", "count", "margin", "nodes", "depth", "games", "level", "seed", "threads", "out", "resume"} {
			if cmd.Flags().Changed(other) {
				return usagef("--kept and --%s: want --kept alone, the book is made already", other)
			}
		}
		return p.keptOpenings(entry)
	}
	if f.nodes == 0 && f.depth == 0 {
		f.nodes = 200_000
	}
	most := func(n uint64) int { return int(min(n, math.MaxInt32)) }
	opt := match.OpeningOptions{
		Variant: f.variant, Plies: most(f.plies), Count: most(f.count), Margin: f.margin,
		Limits: engine.Limits{Nodes: f.nodes, Depth: most(f.depth)}, Games: most(f.games), Level: most(f.level), Seed: f.seed, Threads: most(f.threads),
	}
	if !(f.margin >= 0 && f.margin <= 50) {
		return usagef("--margin %g: want 0 to 50 percent", f.margin)
	}
	if err := opt.Check(entry); err != nil {
		return usageError{err}
	}
	if f.resume && f.out == "" {
		return usagef("--resume: want --out with the file of the book")
	}
	title := f.title(entry)
	book, past, err := openBook(f, title)
	if err != nil {
		return err
	}
	return errors.Join(p.findOpenings(cmd.Context(), entry, opt, book, past, title), book.Close())
}

// title is the first line of a book: the command that makes it.
func (f openingsFlags) title(entry catalog.Entry) string {
	variant := f.variant
	if variant == "" {
		variant = entry.Game.Variants()[0]
	}
	text := fmt.Sprintf("# thera openings %s --variant %s --plies %d --count %d --margin %g", entry.Game.Name(), variant, f.plies, f.count, f.margin)
	if f.nodes > 0 {
		text += fmt.Sprintf(" --nodes %d", f.nodes)
	}
	if f.depth > 0 {
		text += fmt.Sprintf(" --depth %d", f.depth)
	}
	if f.games > 0 {
		text += fmt.Sprintf(" --games %d --level %d", f.games, f.level)
	}
	return fmt.Sprintf("%s --seed %d", text, f.seed)
}

// openBook opens the file of a book to be written, perhaps one that was broken
// off.
func openBook(f openingsFlags, title string) (book *safefile.Journal, past match.PastOpenings, err error) {
	opt := safefile.JournalOptions{Title: title, Lines: 2, New: !f.resume}
	book, err = safefile.OpenJournal(f.out, opt, past.Take)
	if errors.Is(err, safefile.ErrNotEmpty) {
		err = fmt.Errorf("%w: want another one, or --resume to go on with it", err)
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
		return fmt.Errorf("interrupted after %d of %d openings; with --out, the same command with --resume goes on", found, opt.Count)
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
		o, _ := all.Opening(i) // in a list there is one for each number
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

// openingResult is an opening as it is printed.
type openingResult struct {
	keptResult
	Score       engine.Score `json:"score"`
	Probability float64      `json:"win_probability"`
	Depth       int          `json:"depth"`
	Games       int          `json:"games,omitempty"`
	Won         int          `json:"won,omitempty"`

	text string
}

func newOpeningResult(name string, f match.FoundOpening) openingResult {
	return openingResult{
		keptResult{name, f.Number, f.Moves, f.Position.String()},
		f.Score, math.Round(1e4*f.Score.WinProbability()) / 1e4, f.Depth, f.Games, f.Won, f.String(),
	}
}

func (r openingResult) String() string { return r.text }
