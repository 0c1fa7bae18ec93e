package child

import (
	"bufio"
	"fmt"
	"io"
	"time"
)

// Streams are the ends of a running program.
type Streams struct {
	In  io.WriteCloser // what the program reads
	Out io.Reader      // what it writes
	// Wait is called when Out has ended. It waits for the program to end and
	// returns how it ended, nil for a normal end.
	Wait func() error
	Kill func() // ends the program, and with it Out
}

// Process is a program that is or was running.
type Process struct {
	streams Streams
	lines   chan string // closed when the program has ended
	err     error       // how it ended, once lines is closed
	stderr  tail        // empty for an attached program

	flood flood

	attached chan struct{} // closed when there are streams
	closing  chan struct{} // closed when its lines are no longer wanted
}

// Attach takes over a running program.
func Attach(s Streams) *Process {
	p := newProcess()
	p.attach(s)
	return p
}

func newProcess() *Process {
	// The program may write this many lines before they are read.
	const pending = 64
	return &Process{lines: make(chan string, pending), attached: make(chan struct{}), closing: make(chan struct{})}
}

func (p *Process) attach(s Streams) {
	p.streams = s
	close(p.attached)
	go p.read(bufio.NewReader(p.counted(s.Out)))
}

// read passes lines on until the program ends. When too many wait to be taken,
// it blocks, and so does a program that keeps writing.
func (p *Process) read(out *bufio.Reader) {
	defer close(p.lines)
	for {
		line, err := ReadLine(out)
		if err == nil || line != "" {
			select {
			case p.lines <- line:
			case <-p.closing:
			}
		}
		if ends(err) {
			break
		}
	}
	p.err = p.streams.Wait()
	if p.flood.flooded() {
		p.err = ErrFlood
	}
}

// Lines returns the lines that the program writes, without line ends; those longer than
// MaxLine are dropped. The channel is closed when the program has ended.
func (p *Process) Lines() <-chan string { return p.lines }

// Send writes a line. If the program has ended, Lines is closed instead of
// delivering an answer.
func (p *Process) Send(line string) {
	p.flood.reset()
	fmt.Fprintln(p.streams.In, line)
}

// EndInput ends the program's input, after which most programs end.
func (p *Process) EndInput() { _ = p.streams.In.Close() }

// Err returns nil if the program ended normally, otherwise how it ended. Call
// it only after Lines is closed.
func (p *Process) Err() error { return p.err }

// Exit describes how the program ended, such as "exit status 2". Call it only
// after Lines is closed.
func (p *Process) Exit() string {
	if p.err != nil {
		return p.err.Error()
	}
	return "exit status 0"
}

// Stderr returns the end of what the program wrote to standard error.
func (p *Process) Stderr() string { return p.stderr.String() }

// Close ends the program's input, after which most programs end, and waits; after the
// grace period it kills the program and reports that it did. Call it once.
func (p *Process) Close(grace time.Duration) (killed bool) {
	close(p.closing)
	_ = p.streams.In.Close()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	for {
		select {
		case _, more := <-p.lines:
			if !more {
				return killed
			}
		case <-timer.C:
			killed = true
			p.streams.Kill()
		}
	}
}
