package tune

import (
	"context"
	"errors"
	"io/fs"
	"os"
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

// extend plays the games that the file lacks.
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
