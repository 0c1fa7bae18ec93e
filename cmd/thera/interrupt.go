package main

import (
	"context"
	"io"
	"os"
)

// interruptibleReader is a reader that fails once its context has ended, even while the
// reader behind it waits for more, as one of a terminal or a pipe does.
type interruptibleReader struct {
	ctx    context.Context
	in     io.Reader
	buffer []byte
	left   []byte // of the buffer, still to be read
	err    error  // after what is left
}

func interruptibly(ctx context.Context, in io.Reader) io.Reader {
	return &interruptibleReader{ctx: ctx, in: in, buffer: make([]byte, 1<<16)}
}

// Read implements io.Reader.
func (r *interruptibleReader) Read(to []byte) (int, error) {
	if len(r.left) == 0 && r.err == nil {
		var n int
		n, r.err = waitFor(r.ctx, func() (int, error) { return r.in.Read(r.buffer) })
		r.left = r.buffer[:n]
	}
	if len(r.left) == 0 {
		return 0, r.err
	}
	n := copy(to, r.left)
	r.left = r.left[n:]
	return n, nil
}

// openFile opens a file for reading. Both to open and to read it end with ctx.
func openFile(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := waitOpen(ctx, name)
	if err != nil {
		return nil, err
	}
	return readCloser{interruptibly(ctx, file), file}, nil
}

// waitOpen opens a file for reading, which a named pipe makes wait for a writer, unless ctx
// ends before.
func waitOpen(ctx context.Context, name string) (*os.File, error) {
	return waitFor(ctx, func() (*os.File, error) { return os.Open(name) })
}

type readCloser struct {
	io.Reader
	io.Closer
}

// waitFor returns what do returns, or the error of ctx if that ends before. Then do continues
// by itself, perhaps as long as the process.
func waitFor[T any](ctx context.Context, do func() (T, error)) (result T, err error) {
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := do()
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		return result, ctx.Err()
	}
}
