// Package child runs another program, talks to it in lines of text over its
// standard streams, keeps the tail of what it writes to standard error and sees
// to its end.
//
//	p, err := child.Start([]string{"fairy-stockfish"})
//	…
//	p.Send("uci")
//	for line := range p.Lines() {
//		…
//	}
//	fmt.Println(p.Exit(), p.Stderr())
//
// It knows nothing of what the lines mean: package ugi and the text players of
// package match do.
//
// A program may do what it likes: what it writes without end is cut off
// ([MaxFlood]) and processes that it leaves behind are killed with it. What it
// uses of the machine is not bounded here but by package confine, which gives a
// command to start in place of the program's own.
package child

import (
	"bufio"
	"fmt"
	"io"
	"time"
)

// Streams are the ends of a program that is running.
type Streams struct {
	In  io.WriteCloser // what the program reads
	Out io.Reader      // what it writes
	// Wait is called when Out has ended. It waits for the end of the program
	// and returns how it ended, nil for an orderly end.
	Wait func() error
	Kill func() // ends the program, and with it Out
}

// Process is a program that is running, or has been.
type Process struct {
	streams Streams
	lines   chan string // closed when the program has ended
	err     error       // how it ended, once lines is closed
	stderr  tail        // which stays empty for a program that was running before

	flood flood

	attached chan struct{} // closed when there are streams
	closing  chan struct{} // closed when nobody wants its lines any more
}

// Attach takes over a program that is running.
func Attach(s Streams) *Process {
	p := newProcess()
	p.attach(s)
	return p
}

func newProcess() *Process {
	// The program may say this many lines while it is being told others.
	const pending = 64
	return &Process{lines: make(chan string, pending), attached: make(chan struct{}), closing: make(chan struct{})}
}

func (p *Process) attach(s Streams) {
	p.streams = s
	close(p.attached)
	go p.read(bufio.NewReader(p.counted(s.Out)))
}

// read passes lines on until the program ends. When too many wait to be taken
// it waits as well, and so does a program that goes on writing.
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

// Lines returns the lines that the program writes, without their ends; those
// longer than MaxLine are left out. The channel is closed when the program has
// ended.
func (p *Process) Lines() <-chan string { return p.lines }

// Send writes a line. That the program has ended shows in Lines, where its
// answer would be.
func (p *Process) Send(line string) {
	p.flood.reset()
	fmt.Fprintln(p.streams.In, line)
}

// EndInput ends the program's input, after which most programs end.
func (p *Process) EndInput() { _ = p.streams.In.Close() }

// Err returns nil if the program has ended in order, else what it ended with.
// It may be called when Lines is closed.
func (p *Process) Err() error { return p.err }

// Exit says how the program ended, such as "exit status 2". It may be called
// when Lines is closed.
func (p *Process) Exit() string {
	if p.err != nil {
		return p.err.Error()
	}
	return "exit status 0"
}

// Stderr returns the last that the program wrote to standard error.
func (p *Process) Stderr() string { return p.stderr.String() }

// Close ends the program's input, after which most programs end, and waits for
// its end; after the grace period it kills it. It reports whether that was
// needed. It is called once.
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
