package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"thera/santorini"
	"thera/search"
)

// selfPlayed says which games of Santorini a file holds.
type selfPlayed struct {
	evaluation search.Evaluation[santorini.Position, santorini.Move]
	name       string // of the evaluation
	powers     bool   // whether seats have them
	nodes      uint64 // a turn
	seed       uint64
	generation int
	network    []byte // the file of the evaluation, nil for that by hand
	elsewhere  func(ctx context.Context, s SelfPlay, first, last int) ([][]byte, error)
}

// title is the first line of the file: who opens it with other games in mind
// is told.
func (s selfPlayed) title() string {
	what := "santorini"
	if s.powers {
		what += " with powers"
	}
	return fmt.Sprintf("thera %s self-play: seed %d, generation %d, %d nodes, %s\n", what, s.seed, s.generation, s.nodes, s.name)
}

// extend plays what the file is short of a number of games. progress, if not nil,
// is called with the number of games in the file.
func (s selfPlayed) extend(ctx context.Context, name string, games int, progress func(games int)) error {
	err := extend(ctx, name, s.title(), games, progress, func(played int) (func(context.Context, int) ([]byte, error), error) {
		play := s.play
		if s.elsewhere != nil {
			var err error
			if play, err = s.played(ctx, name+".work", played, games); err != nil {
				return nil, err
			}
		}
		return func(ctx context.Context, i int) ([]byte, error) {
			g, err := play(ctx, i)
			return appendGame(nil, g), err
		}, nil
	})
	if err == nil && s.elsewhere != nil {
		if err = os.Remove(name + ".work"); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
}

// extend plays what a file is short of a number of games: a title, and a line for
// each. A file that was left in the middle of a line, by a crash, goes on from the
// last whole one, so that it comes out the same however often it was interrupted.
// begin is told how many games are there, and returns what plays the i-th.
func extend(
	ctx context.Context, name, title string, games int, progress func(games int),
	begin func(played int) (func(ctx context.Context, i int) ([]byte, error), error),
) (err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if e := file.Close(); err == nil {
			err = e
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	if whole := text[:bytes.LastIndexByte(text, '\n')+1]; len(whole) == 0 {
		text = []byte(title)
	} else if text = whole; !bytes.HasPrefix(text, []byte(title)) {
		first, _, _ := bytes.Cut(text, []byte("\n"))
		return fmt.Errorf("%s holds %q: want %q, or another file", name, first, title[:len(title)-1])
	}
	if _, err := file.WriteAt([]byte(title), 0); err != nil {
		return err
	}
	if err := file.Truncate(int64(len(text))); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	played := bytes.Count(text, []byte("\n")) - 1
	if played > games {
		return fmt.Errorf("%s holds %d games: want no more than %d, or more to be played", name, played, games)
	}
	play, err := begin(played)
	if err != nil {
		return err
	}
	return inOrder(ctx, played, games, play, func(line []byte) error {
		if played++; progress != nil {
			progress(played)
		}
		_, err := file.Write(line)
		return err
	})
}

// play plays the i-th game.
func (s selfPlayed) play(ctx context.Context, i int) (g selfGame, err error) {
	if s.powers {
		g.powers = pairingOf(uint64(i))
	}
	return playSantorini(ctx, s.evaluation, g, s.nodes, s.seed, uint64(s.generation)<<32|uint64(i))
}

// played has others play games, and returns what hands them out.
func (s selfPlayed) played(ctx context.Context, journal string, first, last int) (func(context.Context, int) (selfGame, error), error) {
	order := SelfPlay{
		Game: santorini.Rules().Name(), Nodes: s.nodes, Seed: s.seed, Generation: s.generation, Powers: s.powers,
		Network: s.network, Journal: journal,
	}
	lines, err := s.elsewhere(ctx, order, first, last)
	return func(_ context.Context, i int) (selfGame, error) { return order.read(lines[i-first]) }, err
}
