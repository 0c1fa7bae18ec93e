package textgame

import (
	"context"
	"io"
	"testing"
	"time"

	"thera/internal/child"
	grading "thera/internal/lab/grade"
)

// TestGrading grades as teachers do, by the sessions that all programs of this
// kind should get through.
func TestGrading(t *testing.T) {
	standard, err := grading.StandardSessions()
	if err != nil {
		t.Fatal(err)
	}
	start := inProcess(onBoard(""))
	for _, s := range standard {
		t.Run(s.Name, func(t *testing.T) {
			if f := s.Run(t.Context(), start, grading.Time{Move: 30 * time.Second, Game: 3 * time.Minute}); !f.OK {
				t.Errorf("%+v", f)
			}
		})
	}
}

// inProcess runs a program, whose streams it sets, in this process.
func inProcess(p Program) grading.Starter {
	return func() (*child.Process, error) {
		stdin, in := io.Pipe()
		out, stdout := io.Pipe()
		p := p // each start is a run of its own
		p.In, p.Out = stdin, stdout
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() {
			defer cancel()
			err := p.Run(ctx)
			stdin.CloseWithError(io.ErrClosedPipe) // so that nobody waits for it to read
			stdout.CloseWithError(io.EOF)
			ended <- err
		}()
		return child.Attach(child.Streams{In: in, Out: out, Wait: func() error { return <-ended }, Kill: cancel}), nil
	}
}
