package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"

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
// rules. It stops after the first error, which is an [*Error], the error of in, or that
// of an unknown format. A thera record may be of any of the given games; the formats for a
// single game need none.
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

// Beginning returns as much of a file as [Detect] needs, without reading on. The buffer of
// in must hold at least 1 KiB.
func Beginning(in *bufio.Reader) ([]byte, error) {
	const enough = 1024
	data, err := in.Peek(enough)
	if errors.Is(err, io.EOF) {
		err = nil // it is shorter
	}
	return data, err
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
	if format != "" {
		return format, nil
	}
	if len(data) == 0 {
		return "", fmt.Errorf("empty file: want one of the formats %s", FormatNames())
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	return "", fmt.Errorf("file that begins with %q: want one of the formats %s", shorten(string(first)), FormatNames())
}

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

func shorten(text string) string {
	const most = 60
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

type place struct{ line, column int }

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
	in  *bufio.Reader
	at  place // of the byte that next returns
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

func (s *scanner) accept(c int) bool {
	if s.peek() != c {
		return false
	}
	s.next()
	return true
}

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

func (s *scanner) failf(format string, args ...any) error {
	at, text := s.at, ""
	if c := s.next(); c != end {
		text = string([]byte{byte(c)})
	}
	return at.failf(text, format, args...)
}

// property is what SGF and GGF are made of: ID[value][value]…
type property struct {
	id     string
	values []string
	at     place
}

// String returns the property as it stands in a file, but for escapes.
func (p property) String() string { return p.id + "[" + strings.Join(p.values, "][") + "]" }

// maxProperty is how many letters a property's name has: formats have two or a word. Each of
// its values becomes a tag with the name.
const maxProperty = 16

// property reads a property. In SGF a backslash escapes the byte behind it,
// and a line break behind it is not part of the value; GGF has no escapes.
func (s *scanner) property(escapes bool) (p property, err error) {
	p.at = s.at
	if p.id = s.take(isUpper); p.id == "" {
		return p, s.failf("want a property such as GM[…]")
	}
	if len(p.id) > maxProperty {
		return p, p.at.failf(p.id, "want a property's name of at most %d letters", maxProperty)
	}
	s.blanks()
	if s.peek() != '[' {
		return p, s.failf("want [ after the property's name %s", p.id)
	}
	for s.accept('[') {
		var value strings.Builder
		for !s.accept(']') {
			c := s.next()
			if c == '\\' && escapes {
				if s.lineBreak() {
					continue
				}
				c = s.next()
			}
			if c == end {
				return p, p.at.failf(p.id+"["+value.String(), "want ] at the end of the value")
			}
			value.WriteByte(byte(c))
		}
		p.values = append(p.values, value.String())
		s.blanks()
	}
	return p, nil
}

// lineBreak takes a line break: LF, CR, CRLF or LFCR.
func (s *scanner) lineBreak() bool {
	switch {
	case s.accept('\n'):
		s.accept('\r')
	case s.accept('\r'):
		s.accept('\n')
	default:
		return false
	}
	return true
}

// vocabulary is how a format says with properties what tags say. It is read both
// ways: PB becomes the tag Player1 and that becomes PB again. What only one
// format knows becomes a tag with the format's prefix, such as SGF.AN, so that
// reading and writing in one format keeps it and other formats leave it out.
type vocabulary struct {
	prefix     string            // of tags for properties that only this format has
	shared     map[string]string // from properties to the tags that all formats share
	structural []string          // properties that are not tags
}

func (v vocabulary) tag(id, value string) Tag {
	if name := v.shared[id]; name != "" {
		return Tag{name, value}
	}
	return Tag{v.prefix + id, value}
}

var propertyName = regexp.MustCompile(`^[A-Z]+$`)

func (v vocabulary) isTag(id string) bool {
	return len(id) <= maxProperty && propertyName.MatchString(id) && !slices.Contains(v.structural, id)
}

func (v vocabulary) property(name string) (id string, ok bool) {
	id = strings.TrimPrefix(name, v.prefix)
	for property, shared := range v.shared {
		if shared == name {
			id = property
		}
	}
	return id, v.isTag(id) && v.tag(id, "").Name == name
}

// parseTime reads a time as Go writes durations.
func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("want a time, as in 1m2.5s")
	}
	return d, nil
}

var decimal = regexp.MustCompile(`^\d+(\.\d+)?$`)

// parseSeconds reads a number of seconds such as "11.88".
func parseSeconds(text string) (time.Duration, error) {
	if !decimal.MatchString(text) {
		return 0, fmt.Errorf("want seconds, as in 11.88")
	}
	return parseTime(text + "s")
}

// formatSeconds is exact, which the float of Duration.Seconds is not.
func formatSeconds(d time.Duration) string {
	text := fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// parseSeats reads what game.Seats writes: "2", "1+3", and "-" for nobody.
func parseSeats(text string) (game.Seats, error) {
	if text == "-" {
		return 0, nil
	}
	var seats game.Seats
	for _, name := range strings.Split(text, "+") {
		if len(name) != 1 || name[0] < '1' || name[0] > '8' {
			return 0, fmt.Errorf("want the winners' seats, as in 2 or 1+3, or - for nobody")
		}
		seats |= game.Only(game.Seat(name[0] - '1'))
	}
	return seats, nil
}

// parseOut reads seats in the order in which they went out: "3" or "3,1".
func parseOut(text string) (seats []game.Seat, err error) {
	for _, name := range strings.Split(text, ",") {
		one, err := parseSeats(name)
		if err != nil || one.Len() != 1 {
			return nil, fmt.Errorf("want the seats that went out, as in 3 or 3,1")
		}
		seats = slices.AppendSeq(seats, one.All())
	}
	return seats, nil
}

func formatOut(seats []game.Seat) string {
	var names []string
	for _, seat := range seats {
		names = append(names, seat.String())
	}
	return strings.Join(names, ",")
}

// isWordByte reports whether c can be part of a word, which needs no quotes.
func isWordByte(c byte) bool { return ' ' < c && c < 0x7f && strings.IndexByte(`"{}[]=`, c) < 0 }

// isWord reports whether a text can stand without quotes.
func isWord(text string) bool {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return text != ""
}
