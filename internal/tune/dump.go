package tune

import (
	"bytes"
	"context"
	"fmt"
	"io"
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

// extend plays what the file is short of a number of games. A file that was
// left in the middle of a line, by a crash, goes on from the last whole one,
// so that it comes out the same however often it was interrupted. progress,
// if not nil, is called with the number of games in the file.
func (s selfPlayed) extend(ctx context.Context, name string, games int, progress func(games int)) (err error) {
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
	title := s.title()
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
	var line []byte
	return inOrder(ctx, played, games, func(ctx context.Context, i int) (g selfGame, err error) {
		if s.powers {
			g.powers = pairingOf(uint64(i))
		}
		return playSantorini(ctx, s.evaluation, g, s.nodes, s.seed, uint64(s.generation)<<32|uint64(i))
	}, func(g selfGame) error {
		line = appendGame(line[:0], g)
		if played++; progress != nil {
			progress(played)
		}
		_, err := file.Write(line)
		return err
	})
}
