package match

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/lab/batch"
)

// OpeningOptions says which openings to find. Equal options find equal openings with
// any number of threads.
type OpeningOptions struct {
	Variant string // of the game, for two; "" is the default
	Plies   int    // drawn for each opening
	Count   int    // number of openings
	// Margin is how far, in percent, each side's chance may be from 50.
	Margin float64
	// Limits are those of the search of each opening: nodes or depth, since searches by
	// time are not reproducible.
	Limits engine.Limits
	// Games, if not 0, is the number of games that the engine plays against itself at
	// Level from each opening. Their score replaces the estimate, and the search only
	// finds proofs. It is for games in which a search sees nothing that early.
	Games, Level int
	Seed         uint64
	Threads      int // concurrent searches, at least 1
}

// Check refuses options with which nothing can be found.
func (o OpeningOptions) Check(entry catalog.Entry) error {
	start, err := entry.Game.Start(o.Variant)
	switch {
	case err != nil:
		return err
	case start.Board().Seats != 2:
		return fmt.Errorf("variant %q has %d seats: want one for two, between whom an opening can be even", o.Variant, start.Board().Seats)
	case o.Plies < 1 || o.Count < 1 || o.Threads < 1:
		return fmt.Errorf("%d plies, %d openings, %d threads: want at least 1 of each", o.Plies, o.Count, o.Threads)
	case !(o.Margin >= 0 && o.Margin <= 50):
		return fmt.Errorf("margin %g: want 0 to 50 percent", o.Margin)
	case o.Limits.Nodes == 0 && o.Limits.Depth == 0 || o.Limits.Time != 0:
		return fmt.Errorf("limits %+v: want nodes or a depth, and no time", o.Limits)
	case o.Games > 0 && (o.Level < 1 || o.Level > catalog.MaxLevel):
		return fmt.Errorf("level %d: want one from 1 to %d", o.Level, catalog.MaxLevel)
	}
	return nil
}

// FoundOpening is an even opening.
type FoundOpening struct {
	Number   int           // of the draw, from 1
	Moves    []game.Move   // from the start
	Position game.Position // after them
	Score    engine.Score  // for the seat to move there
	Depth    int           // of the search
	Won      int           // games won by the seat to move
	Games    int           // games played
}

// chance returns the chance of the seat to move.
func (f FoundOpening) chance() float64 {
	if f.Games > 0 {
		return float64(f.Won) / float64(f.Games)
	}
	return f.Score.WinProbability()
}

// String returns the opening in the form of a book: a comment and a line.
func (f FoundOpening) String() string {
	by := fmt.Sprintf("depth %d", f.Depth)
	if f.Games > 0 {
		by = fmt.Sprintf("%d games", f.Games)
	}
	return fmt.Sprintf("# %d: %.1f%% for seat %s, who is to move, by %s\n%s",
		f.Number, 100*f.chance(), f.Position.Turn(), by, strings.Join(game.Strings(f.Moves), " "))
}

// OpeningProgress is the progress of a search for openings.
type OpeningProgress struct{ Drawn, Searched, Found int }

// most is the number of draws in a row without a find after which the search gives up.
const most = 2000

// drawsPerThread is the number of draws searched together for each thread.
const drawsPerThread = 4

// FindOpenings draws openings until it has found enough even ones. It continues where
// past ends, without repeating it. It ends with ctx and at the first error. report, if
// not nil, is called after each draw, in their order.
func FindOpenings(ctx context.Context, entry catalog.Entry, opt OpeningOptions, past PastOpenings, report func(OpeningProgress)) iter.Seq2[FoundOpening, error] {
	return func(yield func(FoundOpening, error) bool) {
		f, err := newFinder(entry, opt, past, report)
		for err == nil && f.progress.Found < opt.Count && ctx.Err() == nil {
			var found []FoundOpening
			if found, err = f.batch(ctx); err != nil {
				break
			}
			for _, one := range found {
				if !yield(one, nil) {
					return
				}
			}
		}
		if err != nil && ctx.Err() == nil {
			yield(FoundOpening{}, err)
		}
	}
}

type finder struct {
	OpeningOptions
	entry    catalog.Entry
	book     Book
	known    []game.Symmetry
	seen     map[string]bool // by key
	last     int             // number of the last draw that found something
	progress OpeningProgress
	report   func(OpeningProgress)
}

func newFinder(entry catalog.Entry, opt OpeningOptions, past PastOpenings, report func(OpeningProgress)) (*finder, error) {
	if err := opt.Check(entry); err != nil {
		return nil, err
	}
	start, _ := entry.Game.Start(opt.Variant) // Check has seen it
	f := &finder{
		OpeningOptions: opt, entry: entry, report: report,
		book: RandomOpenings(start, opt.Plies, opt.Seed, entry.Openings), known: symmetries(start), seen: map[string]bool{},
	}
	f.last, f.progress.Found = past.Last(), len(past)
	for f.progress.Drawn < past.Last() {
		if _, _, err := f.draw(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// draw returns the next opening, and whether it is new. A draw that fails fails again.
func (f *finder) draw() (FoundOpening, bool, error) {
	if f.progress.Drawn-f.last > most {
		return FoundOpening{}, false, fmt.Errorf("%d openings of %d, and none in the last %d draws: want more plies or a larger margin", f.progress.Found, f.Count, most)
	}
	o, err := f.book.Opening(f.progress.Drawn)
	if err != nil {
		return FoundOpening{}, false, err
	}
	pos, err := o.End()
	if err != nil {
		return FoundOpening{}, false, err
	}
	least, _, err := game.Least(pos, f.known)
	if err != nil {
		return FoundOpening{}, false, err
	}
	k := least.String()
	fresh := !f.seen[k]
	f.seen[k] = true
	f.progress.Drawn++
	return FoundOpening{Number: f.progress.Drawn, Moves: o.Moves, Position: pos}, fresh, nil
}

// batch draws openings, searches the new ones on all threads, and returns the even ones
// in the order of the draws. If ctx ends meanwhile, it returns that error: results
// until then are not reliable.
func (f *finder) batch(ctx context.Context) (even []FoundOpening, err error) {
	var drawn []FoundOpening
	for len(drawn) < drawsPerThread*f.Threads {
		one, fresh, err := f.draw()
		if err != nil && len(drawn) > 0 {
			break // what is drawn may hold even ones; the next batch begins with the error
		}
		if err != nil {
			return nil, err
		}
		if fresh {
			drawn = append(drawn, one)
		}
	}
	if err := f.search(ctx, drawn); err != nil {
		return nil, err
	}
	for _, one := range drawn {
		_, proven := one.Score.Proven()
		if f.progress.Found == f.Count || proven || math.Abs(100*one.chance()-50) > f.Margin {
			continue
		}
		f.progress.Found++
		f.last = one.Number
		even = append(even, one)
	}
	return even, nil
}

func (f *finder) search(ctx context.Context, drawn []FoundOpening) error {
	judge := func(ctx context.Context, i int) (searched struct{}, err error) {
		return searched, f.judge(ctx, &drawn[i])
	}
	return batch.InOrder(ctx, 0, len(drawn), f.Threads, judge, func(struct{}) error {
		f.progress.Searched++
		if f.report != nil {
			f.report(f.progress)
		}
		return nil
	})
}

// judge searches an opening and plays games from it. It makes new engines for each
// opening, because what engines learn from others would depend on the thread.
func (f *finder) judge(ctx context.Context, one *FoundOpening) error {
	info, err := f.entry.NewEngine(engine.Config{Threads: 1}).Search(ctx, engine.Request{Position: one.Position, Limits: f.Limits})
	one.Score, one.Depth = info.Score, info.Depth
	if _, proven := one.Score.Proven(); proven || err != nil {
		return err
	}
	for number := range f.Games {
		winner, err := f.play(ctx, one.Position, uint64(number))
		if err != nil {
			return err
		}
		if one.Games++; winner.Has(one.Position.Turn()) {
			one.Won++
		}
	}
	return nil
}

func (f *finder) play(ctx context.Context, pos game.Position, number uint64) (game.Seats, error) {
	players := [2]engine.Engine{}
	for seat := range players {
		players[seat] = f.entry.NewEngine(engine.Config{TableMiB: 1, Threads: 1, Level: f.Level})
	}
	for pos.Winners() == 0 {
		seat := pos.Turn()
		info, err := players[seat].Search(ctx, engine.Request{Position: pos, Limits: f.Limits, Seed: game.Mix(2*number+uint64(seat)) | 1})
		err = cmp.Or(err, ctx.Err())
		if err == nil {
			pos, err = pos.Play(info.Best())
		}
		if err != nil {
			return 0, err
		}
	}
	return pos.Winners(), nil
}

// symmetries returns the symmetries of the board that leave a start position unchanged:
// images of an opening under these are not new openings. The first changes nothing.
func symmetries(start game.Position) []game.Symmetry {
	all := start.Board().Symmetries()
	known := all[:1:1]
	for _, y := range all[1:] {
		if pos, err := game.Image(start, y); err == nil && pos.String() == start.String() {
			known = append(known, y)
		}
	}
	return known
}

// PastOpenings holds the numbers of the draws that had found something when a search for
// openings was stopped.
type PastOpenings []int

// Last returns the last of them, 0 where there is none.
func (p PastOpenings) Last() int {
	if len(p) == 0 {
		return 0
	}
	return p[len(p)-1]
}

// Take adds an opening from the text of a book, as [FoundOpening.String] writes it.
func (p *PastOpenings) Take(text []byte) error {
	number, ok := strings.CutPrefix(string(text), "# ")
	number, _, _ = strings.Cut(number, ":")
	i, err := strconv.Atoi(number)
	if !ok || err != nil || i <= p.Last() {
		return fmt.Errorf("want \"# NUMBER: …\", the draw of an opening after the %dth", p.Last())
	}
	*p = append(*p, i)
	return nil
}
