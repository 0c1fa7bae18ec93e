package textgame

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os/exec"
)

// contestant is a running text program as a grader sees it.
type contestant struct {
	in    io.WriteCloser
	lines <-chan string // of stdout, closed at its end
	wait  func() error  // to be called after the end of lines; how it ended
}

// launcher starts a program, which ends with ctx if not before.
type launcher func(ctx context.Context) (*contestant, error)

// launchProgram runs a program, whose streams it sets, in this process.
func launchProgram(p Program) launcher {
	return func(ctx context.Context) (*contestant, error) {
		stdin, in := io.Pipe()
		out, stdout := io.Pipe()
		p := p // each launch is a run of its own
		p.In, p.Out = stdin, stdout
		ended := make(chan error, 1)
		go func() {
			err := p.Run(ctx)
			stdin.CloseWithError(io.ErrClosedPipe) // so that nobody waits for it to read
			stdout.CloseWithError(io.EOF)
			ended <- err
		}()
		return &contestant{in, readLines(out), func() error { return <-ended }}, nil
	}
}

// launchCommand runs a program as a process of its own.
func launchCommand(name string, args ...string) launcher {
	return func(ctx context.Context) (*contestant, error) {
		cmd := exec.CommandContext(ctx, name, args...)
		in, errIn := cmd.StdinPipe()
		out, errOut := cmd.StdoutPipe()
		if err := errors.Join(errIn, errOut); err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		return &contestant{in, readLines(out), cmd.Wait}, nil
	}
}

// readLines reads ahead, so that no program waits for its grader, until the
// stream ends.
func readLines(r io.Reader) <-chan string {
	const enoughForManyGames = 10000
	lines := make(chan string, enoughForManyGames)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}
