package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// conn is a connection to an engine program by lines.
type conn struct {
	in     io.WriteCloser // what the program reads
	kill   func()         // ends the program and with it its output
	lines  chan string    // what it writes; closed when it has ended
	err    error          // how it ended, once lines is closed
	stderr *tail

	closing chan struct{} // closed when nobody wants its lines any more
}

// newConn takes over the streams of a program that is running. wait is called
// when its output has ended, and waits for its own end.
func newConn(in io.WriteCloser, out io.Reader, stderr *tail, wait func() error, kill func()) *conn {
	// The program may say this many lines while it is being told others.
	const pending = 64
	c := &conn{in: in, kill: kill, stderr: stderr, lines: make(chan string, pending), closing: make(chan struct{})}
	go c.read(bufio.NewReader(out), wait)
	return c
}

// read passes lines on until the program ends. When too many wait to be taken
// it waits as well, and so does a program that goes on writing.
func (c *conn) read(out *bufio.Reader, wait func() error) {
	defer close(c.lines)
	for {
		line, err := readLine(out)
		if err == nil || line != "" {
			select {
			case c.lines <- line:
			case <-c.closing:
			}
		}
		if err != nil && !errors.Is(err, errLongLine) {
			break
		}
	}
	c.err = wait()
}

// send writes a line. That the program has ended shows when its answer is
// waited for.
func (c *conn) send(line string) { fmt.Fprintln(c.in, line) }

// crash returns the error for a program that has ended.
func (c *conn) crash(wanted string) *CrashError {
	exit := "exit status 0"
	if c.err != nil {
		exit = c.err.Error()
	}
	return &CrashError{Wanted: wanted, Exit: exit, Stderr: c.stderr.String()}
}

// close ends the program's input, which has been told to quit, and kills it
// after the grace period. It returns an error if the program had to be killed
// or ended with a failure. It is called once.
func (c *conn) close(grace time.Duration) (err error) {
	close(c.closing)
	_ = c.in.Close()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	for {
		select {
		case _, more := <-c.lines:
			switch {
			case more:
			case err == nil && c.err != nil:
				return c.crash("an orderly end")
			default:
				return err
			}
		case <-timer.C:
			err = &SilentError{Wanted: "its end after quit", After: grace}
			c.kill()
		}
	}
}

// tail is a writer that keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 4096

// Write implements io.Writer. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
