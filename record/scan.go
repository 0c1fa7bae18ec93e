package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Error is a place in a file that cannot be read or breaks the rules of the game.
type Error struct {
	Line, Column int    // counted from 1, columns in bytes
	Text         string // the offending text, shortened; "" at the end of the file
	Err          error  // what was expected; wraps game.ErrIllegal for illegal moves
}

// Error returns the place, the text and the reason.
func (e *Error) Error() string {
	what := "end of file"
	if e.Text != "" {
		what = fmt.Sprintf("%q", e.Text)
	}
	return fmt.Sprintf("line %d, column %d: %s: %v", e.Line, e.Column, what, e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// shorten cuts text to a length that a message can quote.
func shorten(text string) string {
	const most = 60
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// place is a location in a file.
type place struct{ line, column int }

// fail returns the error for a text at p.
func (p place) fail(text string, err error) error {
	return &Error{p.line, p.column, shorten(text), err}
}

func (p place) failf(text, format string, args ...any) error {
	return p.fail(text, fmt.Errorf(format, args...))
}

// end is what a scanner returns after the last byte.
const end = -1

const byteOrderMark = "\ufeff"

// scanner reads bytes and tracks their location. All formats are ASCII except for the
// values of tags and comments, which are copied byte by byte, so nothing has to be
// decoded. To a parser, a read error looks like the end of the file; Read checks err
// afterwards, so parsers need not.
type scanner struct {
	in *bufio.Reader
	at place // of the byte that next returns
	// err is the read error, if any.
	err error
}

// newScanner skips a byte order mark, which some editors add.
func newScanner(in io.Reader) *scanner {
	s := &scanner{in: bufio.NewReader(in), at: place{1, 1}}
	if mark, _ := s.in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = s.in.Discard(len(mark)) // it is in the buffer
	}
	return s
}

// peek returns the next byte without consuming it.
func (s *scanner) peek() int {
	b, err := s.in.Peek(1)
	if err != nil {
		return s.fails(err)
	}
	return int(b[0])
}

// fails returns end, and keeps the error unless it is io.EOF.
func (s *scanner) fails(err error) int {
	if !errors.Is(err, io.EOF) {
		s.err = err
	}
	return end
}

// next consumes a byte.
func (s *scanner) next() int {
	c, err := s.in.ReadByte()
	if err != nil {
		return s.fails(err)
	}
	s.at.column++
	if c == '\n' {
		s.at = place{s.at.line + 1, 1}
	}
	return int(c)
}

// accept consumes the next byte if it is c.
func (s *scanner) accept(c int) bool {
	if s.peek() != c {
		return false
	}
	s.next()
	return true
}

// take consumes bytes while wanted reports true.
func (s *scanner) take(wanted func(c byte) bool) string {
	var text strings.Builder
	for c := s.peek(); c != end && wanted(byte(c)); c = s.peek() {
		text.WriteByte(byte(s.next()))
	}
	return text.String()
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func (s *scanner) blanks() { s.take(isBlank) } // white space of any kind

// failf returns an error for the next byte.
func (s *scanner) failf(format string, args ...any) error {
	at, text := s.at, ""
	if c := s.next(); c != end {
		text = string([]byte{byte(c)})
	}
	return at.failf(text, format, args...)
}
