package engine

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// filtered is a program with a filter on the lines that it reads and one on
// those that it writes. A filter returns what to put in a line's place, "" for
// nothing.
func filtered(run program, in, out func(line string) string) program {
	return func(ctx context.Context, r io.Reader, w io.Writer) error {
		inRead, inWrite := io.Pipe()
		outRead, outWrite := io.Pipe()
		passed := make(chan struct{})
		go func() {
			pass(outRead, w, out)
			_ = outRead.Close()
			close(passed)
		}()
		go func() {
			pass(r, inWrite, in)
			_ = inWrite.Close()
		}()
		err := run(ctx, inRead, outWrite)
		_ = inRead.Close()
		_ = outWrite.Close()
		<-passed
		return err
	}
}

func pass(r io.Reader, w io.Writer, filter func(string) string) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if line := filter(lines.Text()); line != "" {
			if _, err := fmt.Fprintln(w, line); err != nil {
				return
			}
		}
	}
}

func unchanged(line string) string { return line }

// without drops the lines that begin with a prefix.
func without(prefix string) func(string) string {
	return func(line string) string {
		if strings.HasPrefix(line, prefix) {
			return ""
		}
		return line
	}
}

// replaced puts a text in place of another in all lines.
func replaced(old, by string) func(string) string {
	return func(line string) string { return strings.ReplaceAll(line, old, by) }
}

// served is a good program with filters.
func served(in, out func(string) string) program {
	return filtered(testServer(stub{}).Serve, in, out)
}
