package enginetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// Program is an engine program in this process: it reads commands until they
// end and writes answers. ctx ends when the program is killed.
type Program func(ctx context.Context, in io.Reader, out io.Writer) error

// Start starts a program. Everything about it has ended when the returned kill,
// or the end of the program, has been seen through by wait.
func (run Program) Start(ctx context.Context) (in io.WriteCloser, out io.Reader, wait func() error, kill func()) {
	ctx, cancel := context.WithCancel(ctx)
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, inRead, outWrite)
		cancel()
		_ = inRead.Close()
		_ = outWrite.Close()
		done <- err
	}()
	return inWrite, outRead, func() error { return <-done }, func() {
		cancel()
		_ = inRead.Close()
		_ = outRead.Close()
	}
}

// Filtered is a program with a filter on the lines that it reads and one on
// those that it writes. A filter returns what to put in a line's place, "" for
// nothing.
func Filtered(run Program, in, out func(line string) string) Program {
	return func(ctx context.Context, r io.Reader, w io.Writer) error {
		inRead, inWrite := io.Pipe()
		outRead, outWrite := io.Pipe()
		passed := make(chan struct{})
		go func() {
			Pass(outRead, w, out)
			_ = outRead.Close()
			close(passed)
		}()
		go func() {
			Pass(r, inWrite, in)
			_ = inWrite.Close()
		}()
		err := run(ctx, inRead, outWrite)
		_ = inRead.Close()
		_ = outWrite.Close()
		<-passed
		return err
	}
}

// Pass copies lines through a filter.
func Pass(r io.Reader, w io.Writer, filter func(string) string) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if line := filter(lines.Text()); line != "" {
			if _, err := fmt.Fprintln(w, line); err != nil {
				return
			}
		}
	}
}

// Unchanged is the filter that does nothing.
func Unchanged(line string) string { return line }

// Without drops the lines that begin with a prefix.
func Without(prefix string) func(string) string {
	return func(line string) string {
		if strings.HasPrefix(line, prefix) {
			return ""
		}
		return line
	}
}

// Replaced puts a text in place of another in all lines.
func Replaced(old, by string) func(string) string {
	return func(line string) string { return strings.ReplaceAll(line, old, by) }
}
