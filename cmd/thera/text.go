package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// text reads a file of text without the byte order mark with which some editors, most of
// them on Windows, begin UTF-8. UTF-16, in which they save as well, is an error.
type text struct {
	name  string
	in    *bufio.Reader
	begun bool
}

func newText(name string, in io.Reader) *text { return &text{name: name, in: bufio.NewReader(in)} }

// Read implements io.Reader. It waits for a single byte, since people type what it reads.
func (t *text) Read(to []byte) (int, error) {
	if !t.begun {
		t.begun = true
		if err := t.skipMark(); err != nil {
			return 0, err
		}
	}
	return t.in.Read(to)
}

var errNotUTF8 = errors.New("UTF-16 or no text: want UTF-8")

func (t *text) skipMark() error {
	first, err := t.in.Peek(1)
	if err != nil {
		return nil // Read returns it again
	}
	switch first[0] {
	case 0xfe, 0xff: // half of a mark of UTF-16, and never in UTF-8
		return &fs.PathError{Op: "read", Path: t.name, Err: errNotUTF8}
	case 0xef:
		const mark = "\ufeff"
		if start, err := t.in.Peek(len(mark)); err == nil && string(start) == mark {
			_, err = t.in.Discard(len(mark))
			return err
		}
	}
	return nil
}

// inFile adds the name of a file to an error in its content. The system's errors have it.
func inFile(name string, err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok || err == nil {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
