package textgame

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"thera/engine"
	"thera/game"
)

const white game.Seat = 0

type session struct {
	Program
	in      *bufio.Reader
	typed   <-chan input    // the line being read, nil if none is
	history []game.Position // from the start to the present, never empty
	played  []game.Move     // the moves between them
	auto    [2]bool         // by seat
	seed    uint64
}

func newSession(p Program) (*session, error) {
	start, err := p.Game.Start("")
	if err != nil {
		return nil, err
	}
	if p.Log == nil {
		p.Log = io.Discard
	}
	return &session{
		Program: p,
		in:      bufio.NewReaderSize(p.In, maxLine),
		history: []game.Position{start},
		auto:    [2]bool{false, true},
	}, nil
}

func (s *session) position() game.Position { return s.history[len(s.history)-1] }

func (s *session) automated() bool {
	pos := s.position()
	return pos.Winners() == 0 && s.auto[pos.Turn()]
}

// execute carries out a line. If it can't, the error is a refusal and the session is
// unchanged.
func (s *session) execute(line string) error {
	text := clean(line)
	if text == "" {
		return nil
	}
	c, err := parse(text)
	if err != nil {
		return err
	}
	switch c.verb {
	case "move":
		return s.play(c.move)
	case "new":
		s.history, s.played = s.history[:1], nil
	case "seed":
		s.seed = c.seed
	case "auto", "manual":
		s.auto[c.side] = c.verb == "auto"
	case "dump":
		return write(s.Out, dump(s.position().Board()))
	case "undo":
		return s.undo()
	case "help":
		return write(s.Out, help)
	case "quit":
		return errQuit
	}
	return nil
}

// play makes a move of a manual side.
func (s *session) play(m game.Move) error {
	if s.automated() {
		return invalidMove
	}
	next, err := s.position().Play(m)
	if errors.Is(err, game.ErrIllegal) {
		return invalidMove
	}
	if err != nil {
		return err
	}
	return s.enter(m, next)
}

// search makes a move of an automated side. A line entered on the display meanwhile is
// carried out first. If the move is still to be made then, the search starts over, so
// that it finds the same move as without the line.
func (s *session) search(ctx context.Context) error {
	type outcome struct {
		info engine.Info
		err  error
	}
	pos := s.position()
	searching, stop := context.WithCancel(ctx)
	defer stop()
	found := make(chan outcome, 1)
	go func() {
		info, err := s.NewEngine().Search(searching, engine.Request{Position: pos, Limits: s.Limits(pos), Seed: s.seed})
		found <- outcome{info, err}
	}()
	select {
	case got := <-found:
		if ctx.Err() != nil {
			return ctx.Err() // the search was cut short
		}
		if got.err != nil {
			return got.err
		}
		return s.playFound(got.info.Best())
	case line := <-s.shown():
		stop()
		<-found
		if err := write(s.Out, prompt+line+"\n"); err != nil {
			return err
		}
		return s.obey(line)
	}
}

func (s *session) playFound(m game.Move) error {
	next, err := s.position().Play(m)
	if err != nil {
		return fmt.Errorf("the engine's move: %w", err)
	}
	if err := write(s.Log, string(m)+"\n"); err != nil {
		return err
	}
	if err := write(s.Out, "* "+string(m)+"\n"); err != nil {
		return err
	}
	return s.enter(m, next)
}

// enter continues from the position after a move and prints the winner if there is one.
func (s *session) enter(m game.Move, next game.Position) error {
	s.history, s.played = append(s.history, next), append(s.played, m)
	switch winners := next.Winners(); {
	case winners == 0:
		return nil
	case winners.Has(white):
		return write(s.Out, "* White wins.\n")
	}
	return write(s.Out, "* Black wins.\n")
}

// undo goes back to the last position before this one with a manual side to move.
func (s *session) undo() error {
	for n := len(s.history) - 1; n > 0; n-- {
		if !s.auto[s.history[n-1].Turn()] {
			s.history, s.played = s.history[:n], s.played[:n-1]
			return nil
		}
	}
	return nothingToUndo
}

// dump returns the board between two lines ===, the highest rank first.
func dump(b game.Board) string {
	var out strings.Builder
	out.WriteString("===\n")
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		out.WriteString("  ")
		for file := range b.Files {
			out.WriteByte(' ')
			out.WriteByte(symbol(*b.At(game.At(file, rank))))
		}
		out.WriteByte('\n')
	}
	out.WriteString("===\n")
	return out.String()
}

func symbol(c game.Cell) byte {
	switch {
	case c.Piece == 0:
		return '-'
	case c.Owner == 0:
		return 'S'
	case c.Owner.Has(white):
		return 'W'
	}
	return 'B'
}
