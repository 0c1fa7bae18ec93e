package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"thera/game"
)

// Question is one line of the input.
type Question struct {
	Line     int           // number, from 1
	ID       string        // after the tab, "" if there is none
	Text     string        // of the position, as it is in the line
	Position game.Position // nil if Err is not
	Err      error         // quotes the text if it is not a position
}

// String returns the position and the ID, quoted.
func (q Question) String() string {
	if q.ID == "" {
		return strconv.Quote(q.position())
	}
	return fmt.Sprintf("%q with the ID %q", q.position(), q.ID)
}

// position returns the text that the answer has: the canonical one, if there is a
// position.
func (q Question) position() string {
	if q.Err != nil {
		return q.Text
	}
	return q.Position.String()
}

// MaxLine is the length of the longest line that is read, in bytes. The longest
// position of any game has some hundred.
const MaxLine = 4096

// questions reads questions by line.
type questions struct {
	rules game.Game
	in    *bufio.Reader
	line  int // number of the last one read
}

func newQuestions(rules game.Game, in io.Reader) *questions {
	return &questions{rules: rules, in: bufio.NewReaderSize(in, MaxLine+len("\r\n"))}
}

// all yields the questions that are left, up to the first error.
func (r *questions) all() iter.Seq2[Question, error] {
	return func(yield func(Question, error) bool) {
		for {
			q, err := r.next()
			if errors.Is(err, io.EOF) || !yield(q, err) || err != nil {
				return
			}
		}
	}
}

// next returns the next question, or io.EOF after the last one.
func (r *questions) next() (Question, error) {
	for {
		line, long, err := r.read()
		if err != nil {
			return Question{}, err
		}
		r.line++
		text, id, _ := strings.Cut(line, "\t")
		text, id = strings.TrimSpace(text), strings.TrimSpace(id)
		if text == "" && id == "" || strings.HasPrefix(text, "#") {
			continue
		}
		q := Question{Line: r.line, ID: id, Text: text}
		if long {
			q.Err = fmt.Errorf("%.60q…: want at most %d bytes in a line", text, MaxLine)
			q.Text, q.ID = strings.ToValidUTF8(text[:min(60, len(text))], "\ufffd"), ""
		} else {
			q.Position, q.Err = r.rules.Parse(text)
		}
		return q, nil
	}
}

// read returns a line, or only its beginning if it is too long. JSON has no invalid
// UTF-8, so there is none in the line.
func (r *questions) read() (line string, long bool, err error) {
	text, err := r.in.ReadSlice('\n')
	line = strings.ToValidUTF8(string(bytes.TrimRight(text, "\r\n")), "\ufffd")
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		_, err = r.in.ReadSlice('\n')
	}
	if errors.Is(err, io.EOF) && len(text) > 0 {
		err = nil
	}
	return line, long || len(line) > MaxLine, err
}
