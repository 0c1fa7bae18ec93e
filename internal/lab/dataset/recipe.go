package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/batch"
	"thera/internal/lab/puzzle"
	"thera/internal/safefile"
)

// Recipe says which rows a dataset has. Equal recipes and versions of the program make
// equal datasets.
type Recipe struct {
	Kind     Kind
	Entry    catalog.Entry
	Variants []string // the games take turns with them; nil is the game's default
	Games    int      // number of games to play, at least 1
	Seed     uint64
	// Levels are those of the engine that plays, from 1 (weakest): each seat of a game
	// draws one of them.
	Levels []int
	Nodes  uint64 // positions that it searches for a move
	Plies  int    // number of random moves at the start of a game

	// Positions is the largest number of positions of a game to evaluate or prove.
	Positions int
	// SearchNodes is how many positions to search for each evaluation, or at most for
	// each proof.
	SearchNodes uint64
	Lines       int // number of best lines of an evaluation
}

// usesGames reports whether the recipe's own games give the rows. Puzzles come from
// games that package puzzle plays.
func (r Recipe) usesGames() bool { return r.Kind != Puzzles }

// usesPositions reports whether rows are positions of the recipe's games.
func (r Recipe) usesPositions() bool { return r.Kind == Evaluations || r.Kind == Proofs }

// Check refuses a recipe by which nothing can be made.
func (r Recipe) Check() error {
	if _, err := ParseKind(string(r.Kind)); err != nil {
		return err
	}
	for _, variant := range r.variants() {
		start, err := r.start(variant)
		if err != nil {
			return err
		}
		if seats := start.Board().Seats; seats != 2 && (r.Kind == Puzzles || r.Kind == Proofs) {
			return fmt.Errorf("variant %q of %s for %d: want one for two, for %s", variant, r.Entry.Game.Name(), seats, r.Kind)
		}
	}
	switch {
	case r.Games < 1:
		return fmt.Errorf("%d games: want at least 1", r.Games)
	case r.Entry.NewSolver == nil && (r.Kind == Puzzles || r.Kind == Proofs):
		return fmt.Errorf("%s of %s: want a game with a solver", r.Kind, r.Entry.Game.Name())
	case r.usesGames() && (len(r.Levels) == 0 || slices.Min(r.Levels) < 1 || slices.Max(r.Levels) > catalog.MaxLevel):
		return fmt.Errorf("levels %v: want one or more from 1 to %d", r.Levels, catalog.MaxLevel)
	case r.usesGames() && (r.Nodes < 1 || r.Plies < 0):
		return fmt.Errorf("%d nodes for a move and %d random moves: want at least 1 and 0", r.Nodes, r.Plies)
	case r.usesPositions() && (r.Positions < 1 || r.SearchNodes < 1):
		return fmt.Errorf("%d positions of a game with %d nodes: want at least 1 each", r.Positions, r.SearchNodes)
	case r.Kind == Evaluations && r.Lines < 1:
		return fmt.Errorf("%d lines: want at least 1", r.Lines)
	}
	return nil
}

// start returns where games of a variant begin. Boards to solve are variants too, but
// not for package puzzle.
func (r Recipe) start(variant string) (game.Position, error) {
	if r.Kind == Puzzles {
		return r.Entry.Game.Start(variant)
	}
	return r.Entry.Start(variant)
}

func (r Recipe) variants() []string {
	if r.Variants == nil {
		return r.Entry.Game.Variants()[:1]
	}
	return r.Variants
}

// variant returns the variant of the game with a number, from 0.
func (r Recipe) variant(number int) string {
	all := r.variants()
	return cmp.Or(all[number%len(all)], r.Entry.Game.Variants()[0])
}

// Command returns the command that makes the dataset, without the folder.
func (r Recipe) Command() string {
	var text strings.Builder
	fmt.Fprintf(&text, "thera dump %s %s", r.Kind, r.Entry.Game.Name())
	for _, variant := range r.variants() {
		fmt.Fprintf(&text, " --variant %s", cmp.Or(variant, r.Entry.Game.Variants()[0]))
	}
	fmt.Fprintf(&text, " --games %d", r.Games)
	if r.usesGames() {
		levels := make([]string, len(r.Levels))
		for i, level := range r.Levels {
			levels[i] = fmt.Sprint(level)
		}
		fmt.Fprintf(&text, " --level %s --nodes %d --plies %d", strings.Join(levels, ","), r.Nodes, r.Plies)
	}
	if r.usesPositions() {
		fmt.Fprintf(&text, " --positions %d --search-nodes %d", r.Positions, r.SearchNodes)
	}
	if r.Kind == Evaluations {
		fmt.Fprintf(&text, " --lines %d", r.Lines)
	}
	fmt.Fprintf(&text, " --seed %d", r.Seed)
	return text.String()
}

// Options say how to make a dataset; the rows don't depend on them.
type Options struct {
	Version string // of the program, for the data card
	Threads int    // games at a time, at least 1
	Resume  bool   // continue the journal, if there is one
	// Progress, if not nil, is called with the numbers of games and rows that are in the
	// journal, one call at a time.
	Progress func(games, rows int)
}

var (
	// ErrExists is wrapped by the error for a folder that is there already.
	ErrExists = errors.New("it exists")
	// ErrNotResumed is wrapped by the error for a journal that is there already, unless
	// it is to be continued.
	ErrNotResumed = errors.New("an interrupted dataset is there")
)

// JournalName returns the name of the journal of a folder.
func JournalName(folder string) string { return filepath.Clean(folder) + ".journal" }

// Make makes the dataset in a new folder. If it is interrupted, the journal beside the
// folder has the games played so far, and Make with Resume continues.
func (r Recipe) Make(ctx context.Context, folder string, opt Options) (made Summary, err error) {
	if err := r.Check(); err != nil {
		return made, err
	}
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return made, fmt.Errorf("folder %q: %w: want a new one", folder, cmp.Or(err, ErrExists))
	}
	switch r.Kind {
	case Evaluations:
		return makeRows(ctx, r, folder, opt, r.evaluations)
	case Puzzles:
		return makeRows(ctx, r, folder, opt, r.puzzles)
	case Proofs:
		return makeRows(ctx, r, folder, opt, r.proofs)
	}
	return makeRows(ctx, r, folder, opt, r.games)
}

func makeRows[R row[R]](ctx context.Context, r Recipe, folder string, opt Options, rowsOf func(ctx context.Context, number int) ([]R, error)) (made Summary, err error) {
	name := JournalName(folder)
	games, rows := 0, 0
	journal, err := safefile.OpenJournal(name, safefile.JournalOptions{
		Title: r.Command() + " by version " + opt.Version, New: !opt.Resume,
	}, safefile.JSON(func(some []R) error {
		games, rows = games+1, rows+len(some)
		return nil
	}))
	if errors.Is(err, safefile.ErrNotEmpty) {
		err = fmt.Errorf("%s: %w", name, ErrNotResumed)
	}
	if err != nil {
		return made, err
	}
	err = batch.InOrder(ctx, games, r.Games, opt.Threads, rowsOf, func(some []R) error {
		if err := journal.AppendJSON(notNil(some)); err != nil {
			return err
		}
		games, rows = games+1, rows+len(some)
		if opt.Progress != nil {
			opt.Progress(games, rows)
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("%w after %d of %d games, which are in %s", ctx.Err(), games, r.Games, name)
	case err != nil:
		err = fmt.Errorf("game %d: %w", games+1, err)
	default:
		about := About{Kind: r.Kind, Games: []string{r.Entry.Game.Name()}, Version: opt.Version, Command: r.Command(), Source: r.source()}
		removePart(folder) // the lock says that it is nobody's
		made, err = write(ctx, folder, about, journaled[R](name))
	}
	// Only now: until then the lock keeps other processes from the same folder.
	if err = errors.Join(err, journal.Close()); err == nil {
		err = os.Remove(name)
	}
	return made, err
}

// source describes in a sentence or two where the rows come from.
func (r Recipe) source() string {
	text := fmt.Sprintf("The engine of thera played %d games against itself: each began with %d random moves, and then each move was searched with at most %d nodes.",
		r.Games, r.Plies, r.Nodes)
	switch r.Kind {
	case Evaluations:
		text += fmt.Sprintf(" Of each game, up to %d positions after the random moves were then searched at full strength, each by a new engine with %d nodes, as `thera best --position TEXT --nodes %d --lines %d` does.",
			r.Positions, r.SearchNodes, r.SearchNodes, r.Lines)
	case Proofs:
		text += fmt.Sprintf(" Of each game, up to %d positions after the random moves were then proven by the game's solver, with at most %d nodes for the position and for each of its moves. Positions that need more are not in the dataset, so it has few early ones.",
			r.Positions, r.SearchNodes)
	case Puzzles:
		text = fmt.Sprintf("The engine of thera played %d games against itself, fast and with random moves. Positions in which a solver has proven that exactly one move wins are puzzles; at most one was taken from each game, as `thera puzzles` does. Grades are estimates from the engine's effort that nobody has tried.",
			r.Games)
	}
	return text
}

// puzzleOptions are those of the game with a number.
func (r Recipe) puzzleOptions(number int) puzzle.Options {
	return puzzle.Options{Variant: r.variant(number), Seed: r.Seed}
}
