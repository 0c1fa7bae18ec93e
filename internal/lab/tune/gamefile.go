package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"

	"thera/internal/safefile"
)

// gameFile is a file of games of self-play, a line each.
type gameFile struct {
	name, title string
	games       int // the number that it is to hold
	play        func(ctx context.Context, i int) (line []byte, err error)
	// If elsewhere is not nil, workers play the games of order.
	order     SelfPlay
	elsewhere func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
	progress  func(games int) // of those in the file, or nil
}

func (f gameFile) extend(ctx context.Context) error {
	file, err := openLines(f.name, f.title, f.games)
	if err != nil {
		return err
	}
	play := f.play
	f.order.Journal = f.name + ".work"
	if first := file.lines; f.elsewhere != nil {
		lines, err := f.elsewhere(ctx, f.order, first, f.games)
		if err != nil {
			return errors.Join(err, file.Close())
		}
		play = func(_ context.Context, i int) ([]byte, error) { return lines[i-first], nil }
	}
	appendLine := func(to, line []byte) []byte { return append(to, line...) }
	err = extendLines(ctx, file, f.games, play, appendLine, f.progress)
	if err == nil && f.elsewhere != nil {
		if err = os.Remove(f.order.Journal); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
}

// lineFile is a file of a line for each game behind a title.
type lineFile struct {
	*safefile.Journal
	lines int // behind the title
}

// openLines opens or creates a file of at most the wanted number of lines. If a crash
// left an incomplete line, the file continues after the last complete one, so its
// content does not depend on interruptions.
func openLines(name, title string, want int) (*lineFile, error) {
	f := &lineFile{}
	journal, err := safefile.OpenJournal(name, safefile.JournalOptions{Title: title}, func([]byte) error { f.lines++; return nil })
	if err != nil {
		return nil, err
	}
	if f.Journal = journal; f.lines > want {
		return nil, errors.Join(fmt.Errorf("%s holds %d games: want no more than %d, or more to be played", name, f.lines, want), f.Close())
	}
	return f, nil
}

// extendLines makes what a file is short of a number of lines, on all cores, and
// closes it. progress, if not nil, is called with the number of lines in the file.
func extendLines[T any](ctx context.Context, f *lineFile, want int, play func(ctx context.Context, i int) (T, error), appendLine func([]byte, T) []byte, progress func(lines int)) error {
	var line []byte
	err := inOrder(ctx, f.lines, want, play, func(played T) error {
		line = appendLine(line[:0], played)
		if f.lines++; progress != nil {
			progress(f.lines)
		}
		return f.Append(bytes.TrimSuffix(line, []byte("\n")))
	})
	return errors.Join(err, f.Close())
}

// inOrder plays the games from first up to but not including last on all cores, and
// passes them to keep in order, one at a time. It stops at the first error of a game, of
// keep or of ctx, with all games before it kept.
func inOrder[T any](ctx context.Context, first, last int, play func(ctx context.Context, i int) (T, error), keep func(T) error) error {
	type result struct {
		i    int
		game T
		err  error
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	next, played := make(chan int), make(chan result)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				game, err := play(ctx, i)
				played <- result{i, game, err}
			}
		})
	}
	go func() {
		defer func() { close(next); workers.Wait(); close(played) }()
		for i := first; i < last; i++ {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	waiting := map[int]result{}
	var failed error
	for r := range played {
		waiting[r.i] = r
		for failed == nil {
			r, ok := waiting[first]
			if !ok {
				break
			}
			delete(waiting, first)
			first++
			if failed = r.err; failed == nil {
				failed = keep(r.game)
			}
			if failed != nil && ctx.Err() == nil {
				failed = fmt.Errorf("game %d: %w", r.i+1, failed)
				stop()
			}
		}
	}
	if failed == nil && first < last {
		failed = ctx.Err()
	}
	return failed
}
