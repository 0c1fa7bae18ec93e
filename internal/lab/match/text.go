package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/child"
)

// textPlayer is a program like CS 61B's Amazons project: it reads its opponent's moves
// and answers with lines such as "* a1-c3(c6)".
//
// It starts with White manual and Black automated, at the start of the game. Its own
// side is automated when it is to move for the first time, after all moves of the
// opening. The dialect has no word for time.
type textPlayer struct {
	program *child.Process
	known   int  // number of moves it knows, its own included
	auto    bool // its side is automated
}

// textGames returns the names of the games that text programs play.
func textGames() []string {
	var names []string
	for _, entry := range catalog.Games() {
		if entry.TextVariant != "" {
			names = append(names, entry.Game.Name())
		}
	}
	return names
}

// startText starts the program. One that does not know seeds says so on standard error,
// which is harmless.
func startText(argv []string, seed uint64) (*textPlayer, error) {
	program, err := child.Start(argv)
	if err != nil {
		return nil, fmt.Errorf("program %q: %w", argv[0], err)
	}
	p := &textPlayer{program: program}
	program.Send("manual black")
	program.Send(fmt.Sprintf("seed %d", seed))
	return p, nil
}

// Move types the moves that the program does not know yet and waits for its own.
func (p *textPlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	for _, m := range t.Played[p.known:] {
		p.program.Send(string(m))
	}
	if !p.auto {
		p.program.Send("auto " + [...]string{"white", "black"}[t.Position.Turn()])
		p.auto = true
	}
	start := time.Now()
	for {
		select {
		case line, ok := <-p.program.Lines():
			if !ok {
				return engine.Info{}, &ugi.CrashError{Wanted: "a move", Exit: p.program.Exit(), Stderr: p.program.Stderr()}
			}
			answer, ok := textAnswer(line)
			if !ok {
				continue
			}
			p.known = len(t.Played) + 1
			text := strings.ToLower(answer)
			m, err := t.Position.Read(text)
			switch {
			case errors.Is(err, game.ErrIllegal):
				m = game.Move(text) // the referee reports what is wrong
			case err != nil:
				return engine.Info{}, &ugi.AnswerError{Line: "* " + answer, Err: errors.New("want a move")}
			}
			return engine.Info{Line: []game.Move{m}, Time: time.Since(start)}, nil
		case <-ctx.Done():
			return engine.Info{}, fmt.Errorf("%w; it wrote %s", ctx.Err(), child.Quote(p.program.Stderr()))
		}
	}
}

// textAnswer returns what follows the asterisk of an answer. Prompts, "> ", pile up
// before it.
func textAnswer(line string) (answer string, ok bool) {
	line = strings.TrimSpace(line[strings.LastIndexByte(line, '>')+1:])
	answer, ok = strings.CutPrefix(line, "*")
	return strings.TrimSpace(answer), ok
}

// Stderr returns the end of what it wrote to standard error.
func (p *textPlayer) Stderr() string { return p.program.Stderr() }

// Close asks the program to quit, and kills it if it does not.
func (p *textPlayer) Close() {
	const grace = time.Second
	p.program.Send("quit")
	_ = p.program.Close(grace) // the game is over: errors don't matter
}
