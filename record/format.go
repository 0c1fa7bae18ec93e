package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"

	"thera/game"
)

// Format is a file format for games.
type Format string

// Thera is the format of thera's own records, for all games.
const Thera Format = "thera"

// codec is the implementation of a format. To add a format, add one of these.
type codec struct {
	name Format
	// begins matches the beginning of a file of the format. If several formats match,
	// the longest match wins.
	begins *regexp.Regexp
	// parse reads one game. It returns io.EOF if there is none left.
	parse func(*scanner, []game.Game) (draft, error)
	// write appends one game.
	write func(*strings.Builder, Game) error
}

var codecs = append([]codec{{Thera, regexp.MustCompile(`^\[`), parseThera, writeThera}}, amazonsFormats...)

// Formats returns all formats in display order.
func Formats() []Format {
	var names []Format
	for _, c := range codecs {
		names = append(names, c.name)
	}
	return names
}

// FormatNames returns the names of all formats, separated by commas.
func FormatNames() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// codec returns the implementation of the format; the error lists the known formats.
func (f Format) codec() (codec, error) {
	for _, c := range codecs {
		if c.name == f {
			return c, nil
		}
	}
	return codec{}, fmt.Errorf("format %q: want one of %s", f, FormatNames())
}

// Read returns the games of a file one by one as they are read, each played by its
// rules. It stops after the first error, which is an [*Error], or the error of in. A
// thera record may be of any of the given games; the formats for a single game need
// none.
func Read(f Format, in io.Reader, games ...game.Game) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		c, err := f.codec()
		if err != nil {
			yield(Game{}, err)
			return
		}
		s := newScanner(in)
		for {
			d, err := c.parse(s, games)
			if s.err != nil {
				err = s.err
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil {
				err = d.replay()
			}
			if err != nil {
				yield(Game{}, err)
				return
			}
			if !yield(d.Game, nil) {
				return
			}
		}
	}
}

// Write appends a game to a file of the given format. It does not replay the game. It
// leaves out what the format cannot express, except for essentials such as a move or
// the start position: then it returns an error and writes nothing.
func Write(f Format, out io.Writer, g Game) error {
	c, err := f.codec()
	if err != nil {
		return err
	}
	if err := g.check(); err != nil {
		return err
	}
	var text strings.Builder
	if err := c.write(&text, g); err != nil {
		return fmt.Errorf("%s: %w", f, err)
	}
	_, err = io.WriteString(out, text.String())
	return err
}

// Detect returns the format of a file by its first kilobyte or so. GGF also looks like
// SGF, "(;", so the format with the longest match wins.
func Detect(data []byte) (Format, error) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte(byteOrderMark)))
	var format Format
	longest := 0
	for _, c := range codecs {
		if n := len(c.begins.Find(data)); n > longest {
			format, longest = c.name, n
		}
	}
	if longest > 0 {
		return format, nil
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	return "", fmt.Errorf("file that begins with %q: want one of the formats %s", shorten(string(first)), FormatNames())
}
