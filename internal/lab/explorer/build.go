package explorer

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/record"
)

// Options says what goes into a file.
type Options struct {
	About string // where the games are from, for people
	Plies int    // moves of a game after this many plies are left out; at least 1
	Min   uint64 // moves played in fewer games are left out; at least 1
	// Temp is the folder for what does not fit in memory; "" is the system's.
	Temp string
	// Rows is how many moves to hold in memory, about 200 bytes each; 0 means a
	// million.
	Rows int
}

// ErrUndecided is the error of [Builder.Add] for a game without a winner, which does
// not count.
var ErrUndecided = errors.New("nobody has won")

// Builder makes a file from games. Use [NewBuilder].
type Builder struct {
	Options
	entry  catalog.Entry
	about  About
	held   map[place]Tally
	frames map[string]frame // by position text, up to framesKept
	runs   []run
}

// place is a move in a position.
type place struct {
	key  Key
	move string
}

// framesKept is how many frames are cached, because games begin alike.
const framesKept = 1 << 14

// NewBuilder returns a builder for a game.
func NewBuilder(entry catalog.Entry, opt Options) *Builder {
	opt.Plies, opt.Min = max(opt.Plies, 1), max(opt.Min, 1)
	if opt.Rows == 0 {
		opt.Rows = 1_000_000
	}
	return &Builder{
		Options: opt, entry: entry, held: map[place]Tally{}, frames: map[string]frame{},
		about: About{Game: entry.Game.Name(), About: opt.About, Plies: opt.Plies, Min: opt.Min},
	}
}

// Games returns how many games have been added.
func (b *Builder) Games() uint64 { return b.about.Games }

// Add adds a game. If it returns an error it has added nothing, and the builder can go
// on.
func (b *Builder) Add(g record.Game) error {
	if g.Game != b.entry.Game.Name() {
		return fmt.Errorf("a game of %s: want %s", g.Game, b.entry.Game.Name())
	}
	if g.Winners == 0 {
		return ErrUndecided
	}
	rec := g.Record()
	rec.Moves = rec.Moves[:min(len(rec.Moves), b.Plies)]
	positions, err := rec.Replay(b.entry.Game)
	if err != nil {
		return err
	}
	places := make([]place, len(rec.Moves))
	for i, m := range rec.Moves {
		at := b.frame(positions[i])
		text, err := at.enter(m)
		if err != nil {
			return err
		}
		places[i] = place{at.key, text}
	}
	year := yearOf(g)
	for i, at := range places {
		b.tally(at, once(g, positions[i], year))
	}
	b.about.Games++
	b.about.see(year)
	if len(b.held) >= b.Rows {
		return b.spill()
	}
	return nil
}

// frame returns the frame of a position, from the cache if possible.
func (b *Builder) frame(pos game.Position) frame {
	text := pos.String()
	at, ok := b.frames[text]
	if !ok {
		if at = frameOf(b.entry, pos); len(b.frames) < framesKept {
			b.frames[text] = at
		}
	}
	return at
}

func (b *Builder) tally(at place, t Tally) {
	sum := b.held[at]
	sum.add(t)
	b.held[at] = sum
}

// once is the tally of one game for the move that was played in one of its positions.
func once(g record.Game, pos game.Position, year uint64) Tally {
	t := Tally{Games: 1, Wins: make([]uint64, pos.Board().Seats), Last: year}
	for seat := range g.Winners.All() {
		if int(seat) < len(t.Wins) {
			t.Wins[seat] = 1
		}
	}
	digits := strings.TrimRight(g.Tag("Rating"+pos.Turn().String()), "?") // a ? marks a provisional rating
	if rating, err := strconv.ParseUint(digits, 10, 16); err == nil && rating > 0 {
		t.Rated, t.Ratings = 1, rating
	}
	return t
}

// yearOf returns the year of a game's date, or 0.
func yearOf(g record.Game) uint64 {
	digits, _, _ := strings.Cut(g.Tag("Date"), "-")
	year, err := strconv.ParseUint(digits, 10, 14)
	if err != nil || len(digits) != 4 {
		return 0
	}
	return year
}

// see extends the range of years by that of a game.
func (a *About) see(year uint64) {
	if year > 0 && (a.First == 0 || year < a.First) {
		a.First = year
	}
	a.Last = max(a.Last, year)
}

// sorted returns the rows in memory and clears them.
func (b *Builder) sorted() []row {
	all := make([]row, 0, len(b.held))
	for at, t := range maps.All(b.held) {
		all = append(all, row{at.key, at.move, t})
	}
	clear(b.held)
	slices.SortFunc(all, func(r, s row) int {
		if r.before(s) {
			return -1
		}
		return 1
	})
	return all
}

// spill writes the rows in memory to a temporary file.
func (b *Builder) spill() error {
	r, err := writeRun(b.Temp, b.sorted())
	if err == nil {
		b.runs = append(b.runs, r)
	}
	return err
}

// Write writes the file. Nothing can be added afterwards.
func (b *Builder) Write(out io.Writer) (About, error) {
	last := b.sorted()
	sources := []rows{func(yield func(row, error) bool) {
		for _, r := range last {
			if !yield(r, nil) {
				return
			}
		}
	}}
	for _, r := range b.runs {
		sources = append(sources, r.rows())
	}
	return write(out, b.Temp, b.about, merge(sources))
}

// Close deletes the builder's temporary files.
func (b *Builder) Close() error {
	var errs []error
	for _, r := range b.runs {
		errs = append(errs, r.remove())
	}
	b.runs = nil
	return errors.Join(errs...)
}
