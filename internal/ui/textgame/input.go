package textgame

import "context"

// input is the next line of In, whose last line may lack its newline, or the reason why
// there is none.
type input struct {
	line string
	err  error
}

// line returns the next line, from In or from the display, or the error of ctx if that
// ends first. A read from In cannot be interrupted: it continues in the background, and
// the next line comes from it.
func (s *session) line(ctx context.Context) (string, error) {
	if s.typed == nil {
		s.typed = s.read()
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line := <-s.shown():
		// As if it had been typed here.
		return line, write(s.Out, line+"\n")
	case got := <-s.typed:
		s.typed = nil
		return got.line, got.err
	}
}

func (s *session) read() <-chan input {
	read := make(chan input, 1)
	go func() {
		line, err := s.in.ReadString('\n')
		if line != "" {
			err = nil // the next read gets it again
		}
		read <- input{line, err}
	}()
	return read
}
