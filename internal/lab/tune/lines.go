package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"thera/internal/safefile"
)

// lineFile is a file of a line for each game behind a title.
type lineFile struct {
	*safefile.Journal
	lines int // behind the title
}

// openLines opens or begins a file that is to have up to so many lines. One that was
// left in the middle of a line, by a crash, goes on from the last whole one, so that
// it comes out the same however often it was interrupted.
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
