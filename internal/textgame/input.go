package textgame

import (
	"bufio"
	"context"
)

// readLine returns the next line, of which the last may lack its newline, or
// the error of ctx if that ends first. The read then goes on in the
// background: there is no way to interrupt one.
func readLine(ctx context.Context, r *bufio.Reader) (string, error) {
	type result struct {
		line string
		err  error
	}
	read := make(chan result, 1)
	go func() {
		line, err := r.ReadString('\n')
		if line != "" {
			err = nil // the next read meets it again
		}
		read <- result{line, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case got := <-read:
		return got.line, got.err
	}
}
