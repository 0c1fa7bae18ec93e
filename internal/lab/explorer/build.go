package explorer

import (
	"bufio"
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
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
	// Bands also counts the games between each two ratings by themselves.
	Bands Boundaries
	// InMemory uses no temporary files. It is for some thousand games.
	InMemory bool
	// Temp is the folder for what does not fit in memory; "" is the system's.
	Temp string
	rows int // moves held in memory, about 200 bytes each; 0 means a million
}

// PersonalPlies is how many plies of a game count in files of one player's games. Later
// ones hardly ever meet, and take as long to count.
const PersonalPlies = 12

// ErrUndecided is the error of [Builder.Add] for a game without a winner, which does
// not count.
var ErrUndecided = errors.New("nobody has won")

// Builder makes a file from games. Use [NewBuilder].
type Builder struct {
	Options
	entry  catalog.Entry
	about  About // without bands until a game is in one
	held   map[place]Tally
	frames map[string]frame // by position text, up to framesKept
	runs   []run
}

type place struct {
	key  Key
	move string
}

// framesKept is how many frames are cached, because games begin alike.
const framesKept = 1 << 14

// NewBuilder returns a builder for a game.
func NewBuilder(entry catalog.Entry, opt Options) *Builder {
	opt.Plies, opt.Min = max(opt.Plies, 1), max(opt.Min, 1)
	opt.rows = cmp.Or(opt.rows, 1_000_000)
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
	maps.DeleteFunc(rec.Out, func(made int, _ []game.Seat) bool { return made > len(rec.Moves) })
	positions, err := rec.Replay(b.entry.Game)
	if err != nil {
		return err
	}
	seats := positions[0].Board().Seats
	if int(g.Winners) >= 1<<seats {
		return fmt.Errorf("winners %v: want seats from 1 to %d", g.Winners.Numbers(), seats)
	}
	bands := b.Bands.bandsOf(g, seats)
	type step struct {
		frame
		move string
	}
	steps := make([]step, len(rec.Moves))
	for i, m := range rec.Moves {
		at := b.frame(positions[i])
		text, err := at.enter(m)
		if err != nil {
			return err
		}
		steps[i] = step{at, text}
	}
	if len(b.held) >= b.rows && !b.InMemory {
		if err := b.spill(); err != nil {
			return err
		}
	}
	year := yearOf(g)
	for i, at := range steps {
		t := once(g, positions[i].Turn(), seats, year)
		for _, band := range bands {
			b.tally(place{at.key(band), at.move}, t)
		}
	}
	if len(bands) > 1 {
		b.about.Bands = b.Bands
	}
	b.about.Games++
	b.about.see(year)
	return nil
}

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

// once is the tally of one game for a move that a seat played, of all seats of the game.
func once(g record.Game, turn game.Seat, seats int, year uint64) Tally {
	t := Tally{Games: 1, Wins: make([]uint64, seats), Last: year}
	for seat := range g.Winners.All() {
		if int(seat) < len(t.Wins) {
			t.Wins[seat] = 1
		}
	}
	if rating := ratingOf(g, turn.String()); rating > 0 {
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

func (a *About) see(year uint64) {
	if year > 0 && (a.First == 0 || year < a.First) {
		a.First = year
	}
	a.Last = max(a.Last, year)
}

// sorted returns the rows in memory.
func (b *Builder) sorted() []row {
	all := make([]row, 0, len(b.held))
	for at, t := range b.held {
		all = append(all, row{at.key, at.move, t})
	}
	slices.SortFunc(all, row.compare)
	return all
}

func (b *Builder) spill() error {
	r, err := writeRun(b.Temp, b.sorted())
	if err != nil {
		return err
	}
	b.runs = append(b.runs, r)
	clear(b.held)
	return nil
}

// Write writes the file, unless ctx ends before. Nothing can be added afterwards.
func (b *Builder) Write(ctx context.Context, out io.Writer) (About, error) {
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
	return write(ctx, out, b.Options, b.about, merge(sources))
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

// Merge adds up files of one game, unless ctx ends before. Moves that were too rare for one
// of the files stay unknown, even if they are no longer rare in total. Files with bands must
// have the same ones; a file without any adds to none. It uses the options About, Min,
// InMemory and Temp.
func Merge(ctx context.Context, out io.Writer, opt Options, files ...*File) (About, error) {
	if len(files) == 0 {
		return About{}, errors.New("no files: want at least one")
	}
	about := About{Game: files[0].about.Game, About: opt.About, Min: files[0].about.Min}
	var sources []rows
	for _, f := range files {
		if f.about.Game != about.Game {
			return about, fmt.Errorf("files of %s and of %s: want those of one game", about.Game, f.about.Game)
		}
		if len(about.Bands) > 0 && len(f.about.Bands) > 0 && !slices.Equal(about.Bands, f.about.Bands) {
			return about, fmt.Errorf("files with boundaries of ratings %v and %v: want the same", []int(about.Bands), []int(f.about.Bands))
		}
		if len(about.Bands) == 0 {
			about.Bands = f.about.Bands
		}
		about.Games += f.about.Games
		about.Plies = max(about.Plies, f.about.Plies)
		about.Min = min(about.Min, f.about.Min)
		about.see(f.about.First)
		about.see(f.about.Last)
		sources = append(sources, f.rows())
	}
	about.Min = max(about.Min, opt.Min)
	return write(ctx, out, opt, about, merge(sources))
}

func (f *File) rows() rows {
	return func(yield func(row, error) bool) {
		for p, err := range f.positions() {
			if err != nil {
				yield(row{}, err)
				return
			}
			if p.others > 0 && !yield(row{key: p.key, Tally: Tally{Games: p.others}}, nil) {
				return
			}
			for _, m := range p.moves {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}

// Tally is what is known about a move in a position.
type Tally struct {
	Games uint64   // decided games in which it was played, at least 1
	Wins  []uint64 // of these, the games won by each seat; partners win together
	Rated uint64   // of these, the games with a known rating of the player who chose it
	// Ratings is the sum of these ratings.
	Ratings uint64
	Last    uint64 // the year of the last of these games with a date, or 0
}

func (t *Tally) add(u Tally) {
	t.Games += u.Games
	for seat, wins := range u.Wins {
		if seat == len(t.Wins) {
			t.Wins = append(t.Wins, 0)
		}
		t.Wins[seat] += wins
	}
	t.Rated += u.Rated
	t.Ratings += u.Ratings
	t.Last = max(t.Last, u.Last)
}

// row is a move in a position as it is sorted: by key, then by move. The move belongs
// to the position as stored; "" stands for all moves that were too rare to be kept.
type row struct {
	key  Key
	move string
	Tally
}

func (r row) compare(s row) int {
	return cmp.Or(cmp.Compare(r.key, s.key), strings.Compare(r.move, s.move))
}

// rows yields rows in order. An error is the last thing it yields.
type rows = iter.Seq2[row, error]

// temporary is a temporary file. Where the system allows it, the file has no name, so that
// a killed process leaves nothing.
type temporary struct {
	*os.File
	isNamed bool
}

func newTemporary(folder string) (temporary, error) {
	file, err := os.CreateTemp(folder, "thera-explorer-*")
	if err != nil {
		return temporary{}, err
	}
	return temporary{file, os.Remove(file.Name()) != nil}, nil // Windows keeps open files
}

// again returns the file from its start.
func (t temporary) again() (io.Reader, error) {
	_, err := t.Seek(0, io.SeekStart)
	return t, err
}

func (t temporary) remove() error {
	err := t.Close()
	if t.isNamed {
		err = errors.Join(err, os.Remove(t.Name()))
	}
	return err
}

// run is a temporary file of sorted rows.
type run struct{ temporary }

func writeRun(folder string, sorted []row) (run, error) {
	file, err := newTemporary(folder)
	if err != nil {
		return run{}, err
	}
	w := bufio.NewWriterSize(file, 1<<16)
	var buffer []byte
	for _, r := range sorted {
		buffer = appendPosition(buffer[:0], position{key: r.key, moves: []row{r}})
		_, _ = w.Write(binary.AppendUvarint(nil, uint64(len(buffer)))) // Flush returns the error
		_, _ = w.Write(buffer)
	}
	if err := w.Flush(); err != nil {
		return run{}, errors.Join(err, file.remove())
	}
	return run{file}, nil
}

func (r run) rows() rows {
	return func(yield func(row, error) bool) {
		for p, err := range kept(r.again) {
			if err != nil {
				yield(row{}, err)
				return
			}
			if !yield(p.moves[0], nil) {
				return
			}
		}
	}
}

// readPositions reads positions that are each preceded by their length.
func readPositions(in *bufio.Reader) iter.Seq2[position, error] {
	return func(yield func(position, error) bool) {
		for {
			length, err := binary.ReadUvarint(in)
			if errors.Is(err, io.EOF) {
				return
			}
			data := make([]byte, length)
			if err == nil {
				_, err = io.ReadFull(in, data)
			}
			var p position
			if err == nil {
				p, err = (&reader{rest: data}).position()
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// merge yields the rows of several sources in order, with the tallies of equal moves
// added up.
func merge(sources []rows) rows {
	return func(yield func(row, error) bool) {
		var queue queue
		for _, source := range sources {
			next, stop := iter.Pull2(source)
			defer stop()
			if first, err, ok := next(); err != nil {
				yield(row{}, err)
				return
			} else if ok {
				queue = append(queue, waiting{first, next})
			}
		}
		heap.Init(&queue)
		for len(queue) > 0 {
			sum, err := queue.take()
			for err == nil && len(queue) > 0 && sum.compare(queue[0].row) == 0 {
				var same row
				if same, err = queue.take(); err == nil {
					sum.add(same.Tally)
				}
			}
			if !yield(sum, err) || err != nil {
				return
			}
		}
	}
}

type waiting struct {
	row
	next func() (row, error, bool)
}

// queue is a heap of sources, the one with the first row on top.
type queue []waiting

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].compare(q[j].row) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(waiting)) }

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

func (q *queue) take() (row, error) {
	first := (*q)[0]
	next, err, ok := first.next()
	if ok {
		(*q)[0].row = next
		heap.Fix(q, 0)
	} else {
		heap.Pop(q)
	}
	return first.row, err
}
