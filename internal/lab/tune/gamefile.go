package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"thera/internal/lab/batch"
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
	err := batch.InOrder(ctx, f.lines, want, runtime.GOMAXPROCS(0), play, func(played T) error {
		line = appendLine(line[:0], played)
		if err := f.Append(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return err
		}
		if f.lines++; progress != nil {
			progress(f.lines)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("game %d: %w", f.lines+1, err)
	}
	return errors.Join(err, f.Close())
}
