package enginetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// Program is an engine program that runs in this process: it reads commands until its
// input ends and writes answers. ctx is done when the program is killed.
type Program func(ctx context.Context, in io.Reader, out io.Writer) error

// Start starts the program. After kill, or after the program has ended by
// itself, wait returns once all of its goroutines are done.
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

// Filtered returns a program whose input and output lines pass through filters.
// A filter returns the line to use instead, "" to drop it.
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

// Unchanged is the filter that changes nothing.
func Unchanged(line string) string { return line }

// Without returns a filter that drops lines with a prefix.
func Without(prefix string) func(string) string {
	return func(line string) string {
		if strings.HasPrefix(line, prefix) {
			return ""
		}
		return line
	}
}

// Replaced returns a filter that replaces a text in every line.
func Replaced(old, by string) func(string) string {
	return func(line string) string { return strings.ReplaceAll(line, old, by) }
}
