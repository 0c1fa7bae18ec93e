package textgame

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"thera/engine"
	"thera/game"
)

const (
	banner = "Amazons 61B, version 1.0\n"
	prompt = "> "
	// maxLine is how much is kept of a line, in bytes.
	maxLine = 64 << 10
)

// ErrRefused is returned by Run when a strict program has refused a line. The reason
// has been printed on Err.
var ErrRefused = errors.New("a line was refused")

// errQuit ends the program on request.
var errQuit = errors.New("quit")

// Program is one run of the text program. All fields except Display, Log and Strict are
// required.
type Program struct {
	// Game is the rules; a game starts on the default variant.
	Game game.Game
	// NewEngine returns the player behind an automated side. Each move comes from a new
	// one, so that it depends only on the position, the limits and the seed, not on
	// earlier games or on moves taken back.
	NewEngine func() engine.Engine
	// Limits bounds the search for an automated move. Games are reproducible if it is
	// reached by nodes or depth before any time.
	Limits func(game.Position) engine.Limits

	// In is read a line at a time, when the program waits for one.
	In io.Reader
	// Out gets the banner, prompts, automated moves, dumps and results; Err gets all
	// messages about refused lines. Both are written to without buffering.
	Out, Err io.Writer
	// Display, if not nil, shows the game and can be played on too.
	Display Display
	// Log, if not nil, gets every line read, trimmed, and every automated move, one a
	// line.
	Log io.Writer
	// Strict ends the program at the first line that it refuses: an illegal move or
	// anything that is not a command, malformed moves included.
	Strict bool
}

// Run plays until the command quit, the end of In, or the end of ctx, and then returns
// nil. ErrRefused ends a strict program; every other error comes from the engine, a
// read or a write.
//
// A read from In that is waiting when ctx ends cannot be interrupted. It continues in
// the background until In yields, so In must not be used after that.
func (p Program) Run(ctx context.Context) error {
	s, err := newSession(p)
	if err != nil {
		return err
	}
	err = s.run(ctx)
	if errors.Is(err, errQuit) || errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// run plays until there is an error, which may be errQuit or the error of ctx.
func (s *session) run(ctx context.Context) error {
	err := write(s.Out, banner)
	for err == nil {
		s.show()
		if s.automated() {
			err = s.search(ctx)
		} else {
			err = s.serve(ctx)
		}
	}
	return err
}

func (s *session) serve(ctx context.Context) error {
	if err := write(s.Out, prompt); err != nil {
		return err
	}
	line, err := s.line(ctx)
	if errors.Is(err, io.EOF) {
		return errQuit
	}
	if err != nil {
		return err
	}
	return s.obey(line)
}

// obey carries out a line, or prints why not.
func (s *session) obey(line string) error {
	line = strings.TrimSpace(line)
	if err := write(s.Log, line+"\n"); err != nil {
		return err
	}
	err := s.execute(line)
	refused, ok := errors.AsType[refusal](err)
	if !ok {
		return err
	}
	s.tell(refused.Error())
	if err := write(s.Err, string(refused)); err != nil {
		return err
	}
	if s.Strict {
		return ErrRefused
	}
	return nil
}

func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// input is the next line of In, whose last line may lack its newline, or the reason why
// there is none.
type input struct {
	line string
	err  error
}

// line returns the next line, from In or from the display, or the error of ctx if that
// ends first. A read from In cannot be interrupted: it continues in the background, and
// the next line comes from it.
func (s *session) line(ctx context.Context) (string, error) {
	if s.typed == nil {
		s.typed = s.read()
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line := <-s.shown():
		// As if it had been typed here.
		return line, write(s.Out, line+"\n")
	case got := <-s.typed:
		s.typed = nil
		return got.line, got.err
	}
}

func (s *session) read() <-chan input {
	read := make(chan input, 1)
	go func() {
		line, err := readLine(s.in)
		if line != "" {
			err = nil // the next read gets it again
		}
		read <- input{line, err}
	}()
	return read
}

// readLine returns the next line. One that does not fit into the buffer is cut, and ends
// with a sign that makes it no command, unless in a comment.
func readLine(in *bufio.Reader) (string, error) {
	part, err := in.ReadSlice('\n')
	line := string(part)
	if errors.Is(err, bufio.ErrBufferFull) {
		line += "…"
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = in.ReadSlice('\n')
	}
	return line, err
}

// Display shows the game beside the streams. A game can be played on it and on In at
// the same time.
type Display interface {
	// Lines yields what is entered on the display: commands as on In, one at a time,
	// without asterisks. They are echoed on Out. A line interrupts an automated side
	// that is thinking.
	Lines() <-chan string
	// Show shows a position, the moves played up to it from the start, and which sides
	// are automated, White first.
	Show(pos game.Position, played []game.Move, auto [2]bool)
	// Tell shows why a line was refused.
	Tell(message string)
}

// shown returns the lines of the display, nil if there is no display.
func (s *session) shown() <-chan string {
	if s.Display == nil {
		return nil
	}
	return s.Display.Lines()
}

func (s *session) show() {
	if s.Display != nil {
		s.Display.Show(s.position(), s.played, s.auto)
	}
}

func (s *session) tell(message string) {
	if s.Display != nil {
		s.Display.Tell(message)
	}
}
