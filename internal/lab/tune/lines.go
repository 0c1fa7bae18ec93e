package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// lineFile is a file of a line for each game behind a title, which is the first
// line: who opens it with other games in mind is told.
type lineFile struct {
	file  *os.File
	lines int // behind the title
}

// openLines opens or begins a file that is to have up to so many lines. One that was
// left in the middle of a line, by a crash, goes on from the last whole one, so that
// it comes out the same however often it was interrupted.
func openLines(name, title string, want int) (f *lineFile, err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	if whole := text[:bytes.LastIndexByte(text, '\n')+1]; len(whole) == 0 {
		text = []byte(title)
	} else if text = whole; !bytes.HasPrefix(text, []byte(title)) {
		first, _, _ := bytes.Cut(text, []byte("\n"))
		return nil, fmt.Errorf("%s holds %q: want %q, or another file", name, first, title[:len(title)-1])
	}
	if _, err := file.WriteAt([]byte(title), 0); err != nil {
		return nil, err
	}
	if err := file.Truncate(int64(len(text))); err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekEnd); err != nil {
		return nil, err
	}
	f = &lineFile{file, bytes.Count(text, []byte("\n")) - 1}
	if f.lines > want {
		return nil, fmt.Errorf("%s holds %d games: want no more than %d, or more to be played", name, f.lines, want)
	}
	return f, nil
}

func (f *lineFile) close() error { return f.file.Close() }

// extendLines makes what a file is short of a number of lines, on all cores, and
// closes it. progress, if not nil, is called with the number of lines in the file.
func extendLines[T any](ctx context.Context, f *lineFile, want int, play func(ctx context.Context, i int) (T, error), appendLine func([]byte, T) []byte, progress func(lines int)) error {
	var line []byte
	err := inOrder(ctx, f.lines, want, play, func(played T) error {
		line = appendLine(line[:0], played)
		if f.lines++; progress != nil {
			progress(f.lines)
		}
		_, err := f.file.Write(line)
		return err
	})
	return errors.Join(err, f.close())
}
