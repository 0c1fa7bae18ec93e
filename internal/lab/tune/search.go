package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	amazonseval "thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/lab/batch"
	"thera/internal/lab/match"
	"thera/internal/safefile"
	santorinieval "thera/santorini/eval"
	"thera/search"
	"thera/search/alphabeta"
)

// SearchConstant is a constant of the search before and after tuning.
type SearchConstant struct {
	Name  string `json:"constant"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	// Exact is the end value before it was rounded.
	Exact float64 `json:"exact"`
	Least int     `json:"least"`
	Most  int     `json:"most"`
	Step  int     `json:"step"`
}

// searchOpening is how many random plies begin each pair of games.
const searchOpening = 4

func searchAmazons(ctx context.Context, opt Options, progress func(done, of int)) ([]SearchConstant, error) {
	entry, evaluation := catalog.Amazons(), amazonseval.ForSearch()
	start, err := entry.Game.Start(opt.Variant)
	if err != nil {
		return nil, err
	}
	newEngine := func(o search.Options) engine.Engine { return alphabeta.New(evaluation, o) }
	book := match.RandomOpenings(start, searchOpening, opt.Seed, entry.Openings)
	return newArena("amazons "+opt.Variant, amazonseval.Pruning(search.Options{}), newEngine, book, opt).tune(ctx, progress)
}

func searchSantorini(ctx context.Context, opt Options, progress func(done, of int)) ([]SearchConstant, error) {
	entry, evaluation := catalog.Santorini(), santorinieval.ByNetwork(santorinieval.Fitted())
	start, err := entry.Game.Start("")
	if err != nil {
		return nil, err
	}
	name, book := "santorini", match.RandomOpenings(start, searchOpening, opt.Seed, entry.Openings)
	if opt.Powers {
		name = "santorini with powers"
		if book, err = match.DealtBook(entry, "", setup.ByFair, searchOpening, opt.Seed); err != nil {
			return nil, err
		}
	}
	newEngine := func(o search.Options) engine.Engine { return catalog.SantoriniSearch(evaluation, o) }
	return newArena(name, santorinieval.Pruning(search.Options{}), newEngine, book, opt).tune(ctx, progress)
}

// arena is where an engine plays against itself with other constants.
type arena struct {
	name      string
	options   search.Options // that it plays with
	newEngine func(search.Options) engine.Engine
	book      match.Book
	opt       Options
	tunables  []search.Tunable // of those that the options turn on
}

func newArena(name string, options search.Options, newEngine func(search.Options) engine.Engine, book match.Book, opt Options) arena {
	options.TableMiB = 1
	a := arena{name: name, options: options.WithDefaults(), newEngine: newEngine, book: book, opt: opt}
	for _, t := range search.Tunables() {
		if *t.Field(&a.options) >= t.Least {
			a.tunables = append(a.tunables, t)
		}
	}
	return a
}

// start returns the values that the tuning starts from.
func (a arena) start() (values []float64) {
	for _, t := range a.tunables {
		values = append(values, float64(*t.Field(&a.options)))
	}
	return values
}

// climb returns how the constants are moved. The gain is such that a constant without
// effect wanders by about one step in all: the difference between games won and lost
// varies by the square root of their number.
func (a arena) climb() spsa {
	s := spsa{iterations: a.opt.Iterations, gain: 1 / math.Sqrt(float64(a.opt.Iterations*a.opt.Games)), seed: a.opt.Seed}
	for _, t := range a.tunables {
		s.steps = append(s.steps, float64(t.Step))
	}
	return s
}

// iterated is a line of the file of a tuning: the state after one iteration.
type iterated struct {
	Won    int       `json:"won"` // games of the iteration, by the point in its direction
	Values []float64 `json:"values"`
}

// tune tunes all constants at once, from where the file of the tuning ends.
func (a arena) tune(ctx context.Context, progress func(done, of int)) (result []SearchConstant, err error) {
	climb, values, done := a.climb(), a.start(), 0
	journal, err := a.open(func(line iterated) error {
		if done++; done > a.opt.Iterations || len(line.Values) != len(values) {
			return fmt.Errorf("want %d values in each of %d lines", len(values), a.opt.Iterations)
		}
		values = line.Values
		return nil
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	for ; done < a.opt.Iterations; done++ {
		d := climb.direction(done)
		won, err := a.compare(ctx, done, moved(values, 1, d.perturbation), moved(values, -1, d.perturbation))
		if err != nil {
			return nil, err
		}
		values = a.bounded(moved(values, float64(2*won-a.opt.Games), d.gain))
		if err := journal.AppendJSON(iterated{won, values}); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(done+1, a.opt.Iterations)
		}
	}
	opt := a.optionsAt(values)
	for i, t := range a.tunables {
		result = append(result, SearchConstant{t.Name, *t.Field(&a.options), *t.Field(&opt), values[i], t.Least, t.Most, t.Step})
	}
	return result, nil
}

// open opens the file of the tuning in the directory of the options, if there is one. It
// refuses a file that other options or other constants began.
func (a arena) open(take func(iterated) error) (*safefile.Journal, error) {
	if a.opt.Data == "" {
		return nil, nil
	}
	if err := os.MkdirAll(a.opt.Data, 0o777); err != nil {
		return nil, err
	}
	title := fmt.Sprintf("thera %s search: seed %d, %d nodes, %d iterations of %d games, from %v in steps of %v",
		a.name, a.opt.Seed, a.opt.Nodes, a.opt.Iterations, a.opt.Games, a.start(), a.climb().steps)
	name := fmt.Sprintf("search-%s-%d", strings.ReplaceAll(a.name, " ", "-"), a.opt.Seed)
	return safefile.OpenJournal(filepath.Join(a.opt.Data, name), safefile.JournalOptions{Title: title}, safefile.JSON(take))
}

// bounded returns the values within their ranges.
func (a arena) bounded(values []float64) (within []float64) {
	for i, t := range a.tunables {
		within = append(within, min(max(values[i], float64(t.Least)), float64(t.Most)))
	}
	return within
}

// optionsAt returns the options with the values, within their ranges and rounded.
func (a arena) optionsAt(values []float64) search.Options {
	opt := a.options
	for i, value := range a.bounded(values) {
		*a.tunables[i].Field(&opt) = int(math.Round(value))
	}
	return opt
}

// compare plays the games of an iteration, each opening with both colors, and returns how
// many the first values win.
func (a arena) compare(ctx context.Context, iteration int, first, second []float64) (won int, err error) {
	options := [2]search.Options{a.optionsAt(first), a.optionsAt(second)}
	play := func(ctx context.Context, number int) (firstWins bool, err error) {
		opening, err := a.book.Opening(number / 2)
		if err != nil {
			return false, err
		}
		pos, err := opening.End()
		if err != nil {
			return false, err
		}
		seat := game.Seat(number % 2) // of the first values
		var engines [2]engine.Engine
		engines[seat], engines[1-seat] = a.newEngine(options[0]), a.newEngine(options[1])
		winner, err := winnerOf(ctx, pos, engines, a.opt.Nodes)
		return winner == seat, err
	}
	begin := iteration * a.opt.Games
	err = batch.InOrder(ctx, begin, begin+a.opt.Games, runtime.GOMAXPROCS(0), play, func(firstWins bool) error {
		if firstWins {
			won++
		}
		return nil
	})
	return won, err
}

// winnerOf plays a game of two seats until it ends or its result is proven.
func winnerOf(ctx context.Context, pos game.Position, engines [2]engine.Engine, nodes uint64) (game.Seat, error) {
	for pos.Winners() == 0 {
		turn := pos.Turn()
		info, err := engines[turn].Search(ctx, engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
		err = cmp.Or(err, ctx.Err())
		switch {
		case err != nil:
			return 0, err
		case info.Score.Won():
			return turn, nil
		case info.Score.Lost():
			return 1 - turn, nil
		}
		if pos, err = pos.Play(info.Best()); err != nil {
			return 0, err
		}
	}
	if pos.Winners().Has(0) {
		return 0, nil
	}
	return 1, nil
}
