package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
)

// textPlayer is a program in the manner of CS 61B's Amazons project: it is
// typed its opponent's moves and answers with lines such as "* a1-c3(c6)".
//
// It starts with White manual and Black automated, at the start of the game;
// its own side is made automated when it is to move for the first time, after
// all moves of the opening. It has no word for time.
type textPlayer struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	answers chan string   // what follows the asterisks; closed at the end of its output
	closing chan struct{} // closed when nobody wants answers any more
	ended   error         // how it ended, once answers is closed
	stderr  lastWords

	told int  // moves it knows, its own among them
	auto bool // its side is automated
}

// startText starts the program. One that knows no seeds says so on standard
// error, where it does no harm.
func startText(argv []string, seed uint64) (*textPlayer, error) {
	p := &textPlayer{cmd: exec.Command(argv[0], argv[1:]...), answers: make(chan string), closing: make(chan struct{})}
	// A child of the program that lives on must not keep us waiting.
	p.cmd.WaitDelay = time.Second
	p.cmd.Stderr = &p.stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		p.out, err = p.cmd.StdoutPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("program %q: %w", argv[0], err)
	}
	go p.read()
	p.say("manual black")
	p.say(fmt.Sprintf("seed %d", seed))
	return p, nil
}

// read passes on the answers until the program ends.
func (p *textPlayer) read() {
	defer close(p.answers)
	lines := bufio.NewScanner(p.out)
	for lines.Scan() {
		// Prompts, "> ", pile up before an answer.
		line := lines.Text()
		line = strings.TrimSpace(line[strings.LastIndexByte(line, '>')+1:])
		if answer, ok := strings.CutPrefix(line, "*"); ok {
			select {
			case p.answers <- strings.TrimSpace(answer):
			case <-p.closing:
			}
		}
	}
	// A line without end has stopped the scanner: no program that can be read.
	_, _ = io.Copy(io.Discard, p.out)
	p.ended = p.cmd.Wait()
}

// say types a line. That the program has ended shows when it is to answer.
func (p *textPlayer) say(line string) { _, _ = io.WriteString(p.in, line+"\n") }

// Move types the moves that the program does not know and waits for its own.
func (p *textPlayer) Move(ctx context.Context, t Turn) (engine.Info, error) {
	for _, m := range t.Played[p.told:] {
		p.say(string(m))
	}
	if !p.auto {
		p.say("auto " + [...]string{"white", "black"}[t.Position.Turn()])
		p.auto = true
	}
	const wanted = "a move"
	start := time.Now()
	select {
	case answer, ok := <-p.answers:
		if !ok {
			exit := "exit status 0"
			if p.ended != nil {
				exit = p.ended.Error()
			}
			return engine.Info{}, &ugi.CrashError{Wanted: wanted, Exit: exit, Stderr: p.stderr.String()}
		}
		p.told = len(t.Played) + 1
		m, ok := textMove(answer)
		if !ok {
			return engine.Info{}, &ugi.AnswerError{Line: "* " + answer, Err: errors.New("want a move")}
		}
		return engine.Info{Line: []game.Move{m}, Time: time.Since(start)}, nil
	case <-ctx.Done():
		return engine.Info{}, fmt.Errorf("%w; it wrote %q", ctx.Err(), p.stderr.String())
	}
}

// textMove reads a move in any of its forms.
func textMove(text string) (game.Move, bool) {
	for _, form := range []string{"#-#(#)", "# # #"} {
		if s, ok := game.ScanSquares(strings.ToLower(text), form); ok {
			return game.Move(fmt.Sprintf("%s-%s(%s)", s[0], s[1], s[2])), true
		}
	}
	return "", false
}

// Close asks the program to quit, and kills it if it does not.
func (p *textPlayer) Close() {
	const grace = time.Second
	close(p.closing)
	p.say("quit")
	_ = p.in.Close()
	timer := time.AfterFunc(grace, func() {
		_ = p.cmd.Process.Kill()
		_ = p.out.Close() // which a child of the program may hold open
	})
	defer timer.Stop()
	for range p.answers {
	}
}

// lastWords keeps the end of what a program writes to standard error.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer. It never fails.
func (w *lastWords) Write(p []byte) (int, error) {
	const most = 300
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, p...)
	w.text = w.text[max(0, len(w.text)-most):]
	return len(p), nil
}

func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(w.text), ""))
}
