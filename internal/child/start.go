package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Start starts a program: argv is its command and arguments, at least the command. Where
// the system has process groups, the processes that the program starts end with it.
func Start(argv []string) (*Process, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	lead(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
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
	err = cmd.Start()
	closeOut() // the program has its own copies
	closeErrs()
	if err != nil {
		_, _ = out.file.Close(), errs.file.Close()
		return nil, err
	}
	p := newProcess()
	complained := make(chan struct{})
	go func() {
		defer close(complained)
		_, _ = io.Copy(&p.stderr, p.counted(errs))
	}()
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		killGroup(cmd) // what it has left behind
		out.end()
		errs.end()
		ended <- err
	}()
	p.attach(Streams{In: in, Out: out, Kill: func() { killGroup(cmd) }, Wait: func() error {
		err := <-ended
		<-complained
		_, _ = out.file.Close(), errs.file.Close()
		return err
	}})
	return p, nil
}

// output is the reading end of a program's pipe. A process that has left the program's
// group may hold the pipe open forever, so output ends soon after the program.
type output struct{ file *os.File }

// pipe makes a pipe for a program's stream. Call the returned function to close
// the program's end here once the program has started.
func pipe(stream *io.Writer) (output, func(), error) {
	r, w, err := os.Pipe()
	if err != nil {
		return output{}, nil, err
	}
	*stream = w
	return output{r}, func() { _ = w.Close() }, nil
}

// end says that the program has ended, so that everything it wrote is in the pipe.
func (o output) end() { _ = o.file.SetReadDeadline(time.Now()) }

// Read implements io.Reader.
func (o output) Read(b []byte) (int, error) {
	n, err := o.file.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		const moment = 10 * time.Millisecond
		_ = o.file.SetReadDeadline(time.Now().Add(moment))
		if n, err = o.file.Read(b); errors.Is(err, os.ErrDeadlineExceeded) {
			err = io.EOF
		}
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
	return string(t.text)
}

// Quote quotes a text, shortened to its end.
func Quote(text string) string {
	const enough = 300
	text = strings.TrimSpace(text)
	if len(text) > enough {
		text = "…" + strings.ToValidUTF8(text[len(text)-enough:], "")
	}
	return fmt.Sprintf("%q", text)
}
