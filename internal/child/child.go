package child

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
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

	closing chan struct{} // closed when its lines are no longer wanted
}

// Attach takes over a running program.
func Attach(s Streams) *Process {
	// The program may write this many lines before they are read.
	const pending = 64
	p := &Process{streams: s, lines: make(chan string, pending), closing: make(chan struct{})}
	go p.read(bufio.NewReader(p.counted(s.Out)))
	return p
}

// read passes lines on until the program ends. When too many wait to be taken,
// it blocks, and so does a program that keeps writing.
func (p *Process) read(out *bufio.Reader) {
	defer close(p.lines)
	for {
		line, err := readLine(out)
		long := errors.Is(err, ErrLongLine)
		if long {
			line = fmt.Sprintf("%s (longer than %d bytes)", beginning(line, 100), MaxLine)
		}
		if err == nil || line != "" {
			select {
			case p.lines <- Clean(line):
			case <-p.closing:
			}
		}
		if long {
			err = skipLine(out)
		}
		if err != nil {
			break
		}
	}
	p.err = p.streams.Wait()
	if p.flood.flooded() {
		p.err = ErrFlood
	}
}

// Lines returns the lines that the program writes, made harmless by [Clean] and without
// line ends; of those longer than MaxLine there is the beginning, as soon as they are, and
// a remark. The channel is closed when the program has ended.
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

// Stderr returns the end of what the program wrote to standard error, made harmless by
// [Clean].
func (p *Process) Stderr() string { return Clean(p.stderr.String()) }

// StartError returns why a confined program could not be started, "" if it was. Call it
// only after Lines is closed.
func (p *Process) StartError() string {
	reason, found := strings.CutPrefix(p.Stderr(), cannotStart)
	if exit, ok := errors.AsType[*exec.ExitError](p.err); !found || !ok || exit.ExitCode() != statusStart {
		return ""
	}
	return strings.TrimSpace(reason)
}

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

// MaxLine is the longest line that is read, in bytes. The longest lines in use
// list the legal moves of a position and are less than a tenth of it.
const MaxLine = 1 << 20

// ErrLongLine is returned for a line longer than MaxLine. The lines after it
// can still be read.
var ErrLongLine = errors.New("line too long")

// ReadLine returns the next line without its end. At the end of the input the
// error is io.EOF, possibly with a last line that has no end.
func ReadLine(r *bufio.Reader) (string, error) {
	line, err := readLine(r)
	if errors.Is(err, ErrLongLine) {
		_ = skipLine(r) // the next line has the error again
		return "", err
	}
	return line, err
}

// readLine is ReadLine, but leaves the rest of a line that is too long to skipLine, and
// returns its beginning.
func readLine(r *bufio.Reader) (string, error) {
	var line strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		line.Write(part)
		if line.Len() > MaxLine {
			if err == nil {
				_ = r.UnreadByte() // the end of the line, which was just read
			}
			return line.String(), fmt.Errorf("%w: want at most %d bytes", ErrLongLine, MaxLine)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF), err == nil:
			return strings.TrimRight(line.String(), "\r\n"), err
		default:
			return "", err
		}
	}
}

// skipLine reads up to the end of the line.
func skipLine(r *bufio.Reader) error {
	for {
		if _, err := r.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// MaxFlood is how many bytes a program may write, to both of its streams, from one line
// it is sent to the next. A line counts as perLine more bytes, for the cost of handling
// it. An engine that reports fifty times a second needs some hours for that much.
const (
	MaxFlood = 64 << 20
	perLine  = 64
)

// ErrFlood is how a program ends that is killed for writing too much.
var ErrFlood = fmt.Errorf("killed for a flood of output, more than %d MiB or %d lines without being asked", MaxFlood>>20, MaxFlood/perLine)

// flood counts what a program has written since the last line sent to it.
type flood struct{ written atomic.Int64 }

// counted returns a reader of the program's output that kills the program when
// it writes too much.
func (p *Process) counted(out io.Reader) io.Reader { return countedReader{p, out} }

type countedReader struct {
	process *Process
	out     io.Reader
}

// Read implements io.Reader.
func (r countedReader) Read(b []byte) (int, error) {
	n, err := r.out.Read(b)
	cost := int64(n + perLine*bytes.Count(b[:n], []byte("\n")))
	if r.process.flood.written.Add(cost) <= MaxFlood {
		return n, err
	}
	r.process.streams.Kill()
	return 0, ErrFlood
}

func (f *flood) flooded() bool { return f.written.Load() > MaxFlood }

// reset restarts the count, unless it is too late.
func (f *flood) reset() {
	for n := f.written.Load(); n <= MaxFlood && !f.written.CompareAndSwap(n, 0); n = f.written.Load() {
	}
}

// Start starts a program in a folder, "" for the current one: argv is its command and
// arguments, at least the command. A command such as ./engine is relative to the folder.
// Where the system has sessions, the program gets one of its own, without a terminal, and
// the processes that it starts in its process group end with it.
func Start(dir string, argv []string) (*Process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	lead(cmd)
	out, closeOut, err := pipe(&cmd.Stdout)
	if err != nil {
		return nil, err
	}
	errs, closeErrs, err := pipe(&cmd.Stderr)
	if err != nil {
		closeOut()
		_ = out.file.Close()
		return nil, err
	}
	in, err := cmd.StdinPipe() // last, because only cmd.Start closes all of it
	if err == nil {
		err = cmd.Start()
	}
	closeOut() // the program has its own copies
	closeErrs()
	if err != nil {
		_, _ = out.file.Close(), errs.file.Close()
		if !filepath.IsAbs(cmd.Path) {
			cmd.Path = filepath.Join(dir, cmd.Path)
		}
		return nil, startError(cmd.Path, err)
	}
	ended, complained := make(chan error, 1), make(chan struct{})
	go func() {
		err := cmd.Wait()
		killGroup(cmd) // what it has left behind
		out.end()
		errs.end()
		ended <- err
	}()
	p := Attach(Streams{In: in, Out: out, Kill: func() { killGroup(cmd) }, Wait: func() error {
		err := <-ended
		<-complained
		_, _ = out.file.Close(), errs.file.Close()
		return err
	}})
	go func() {
		defer close(complained)
		_, _ = io.Copy(&p.stderr, p.counted(errs))
	}()
	return p, nil
}

// startError explains why a program could not be started. Of a script whose interpreter is
// missing, the system says that the script itself is.
func startError(path string, err error) error {
	if info, statErr := os.Stat(path); !errors.Is(err, os.ErrNotExist) || statErr != nil || !info.Mode().IsRegular() {
		return err
	}
	file, openErr := os.Open(path)
	if openErr != nil {
		return err
	}
	defer file.Close()
	const longest = 128 // which the kernel reads
	first, _ := bufio.NewReader(io.LimitReader(file, longest)).ReadString('\n')
	interpreter, ok := strings.CutPrefix(strings.TrimSuffix(first, "\n"), "#!")
	if !ok {
		return err
	}
	err = fmt.Errorf("%w: want the interpreter in its first line, %q", err, strings.TrimSpace(interpreter))
	if strings.HasSuffix(interpreter, "\r") {
		err = fmt.Errorf("%w, and lines that end in \\n, not in \\r\\n as on Windows", err)
	}
	return err
}

// output is the reading end of a program's pipe. A process that has left the program's
// group may hold the pipe open forever and write to it, so output ends with what is in the
// pipe when the program has ended.
type output struct {
	file *os.File
	left int // bytes until the end
}

// pipe makes a pipe for a program's stream. Call the returned function to close
// the program's end here once the program has started.
func pipe(stream *io.Writer) (*output, func(), error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	*stream = w
	return &output{r, math.MaxInt}, func() { _ = w.Close() }, nil
}

// end says that the program has ended, so that everything it wrote is in the pipe. Call
// it once. A pipe without deadlines, as on Windows, is read until nobody holds it open.
func (o *output) end() { _ = o.file.SetReadDeadline(time.Now()) }

// Read implements io.Reader.
func (o *output) Read(b []byte) (int, error) {
	n, err := o.file.Read(b[:min(len(b), o.left)])
	if errors.Is(err, os.ErrDeadlineExceeded) {
		_ = o.file.SetReadDeadline(time.Time{})
		o.left = waiting(o.file)
		n, err = o.file.Read(b[:min(len(b), o.left)])
	}
	o.left -= n
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

// tail is a writer that keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 4096 // bytes

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
	text := t.text
	for len(t.text) == tailSize && len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:] // of a letter that was cut
	}
	return string(text)
}
