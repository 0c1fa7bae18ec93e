package child

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

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
	<-r.process.attached
	r.process.streams.Kill()
	return 0, ErrFlood
}

// flooded reports whether the program was killed for what it wrote.
func (f *flood) flooded() bool { return f.written.Load() > MaxFlood }

// reset restarts the count, unless it is too late.
func (f *flood) reset() {
	for n := f.written.Load(); n <= MaxFlood && !f.written.CompareAndSwap(n, 0); n = f.written.Load() {
	}
}

// ends reports whether err is the end of a stream.
func ends(err error) bool { return err != nil && !errors.Is(err, ErrLongLine) }
