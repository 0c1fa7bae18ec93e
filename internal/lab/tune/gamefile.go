package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"thera/internal/lab/batch"
	"thera/internal/safefile"
)

// extend plays what a file is short of opt.Games of these games, or has them played
// elsewhere.
func (s SelfPlay) extend(ctx context.Context, name string, opt Options) error {
	play, err := s.player()
	if err != nil {
		return err
	}
	file, err := openLines(name, s.title(), opt.Games)
	if err != nil {
		return err
	}
	s.Journal = name + ".work"
	if first := file.lines; opt.Elsewhere != nil {
		lines, err := opt.Elsewhere(ctx, s, first, opt.Games)
		if err != nil {
			return errors.Join(err, file.Close())
		}
		play = func(_ context.Context, i int) ([]byte, error) { return lines[i-first], nil }
	}
	appendLine := func(to, line []byte) []byte { return append(to, line...) }
	err = extendLines(ctx, file, opt.Games, play, appendLine, opt.progress(max(s.Generation, 1)))
	if err == nil && opt.Elsewhere != nil {
		if err = os.Remove(s.Journal); errors.Is(err, fs.ErrNotExist) {
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

// readLines returns the title and the complete lines of a file.
func readLines(name string) (title string, lines []string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", nil, err
	}
	lines = strings.Split(string(text), "\n")
	return lines[0], lines[1:max(1, len(lines)-1)], nil
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
