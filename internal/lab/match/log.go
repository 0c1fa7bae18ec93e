package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// Log keeps the games of a match, in a file if it has one. The first line of
// the file says how the match is played, each line after it is a [Result], all
// as JSON. A game is in the file, safe from all that may happen to the
// process or the machine, before anyone is told of it.
type Log struct {
	file  *os.File       // nil for a log in memory
	games map[int]Result // by number
}

// terms are what decides the games of a match. A log is continued only by the
// same ones.
type terms struct {
	Game     string   `json:"game"`
	Variant  string   `json:"variant"`
	Players  []string `json:"players"`
	Gauntlet bool     `json:"gauntlet"`
	Control  string   `json:"control"`
	Openings string   `json:"openings"`
	Seed     uint64   `json:"seed"`
	Margin   string   `json:"margin"`
	Patience string   `json:"patience"`
}

// header is the first line of a log.
type header struct {
	Match terms `json:"match"`
}

func (m *Match) terms() terms {
	t := terms{
		Game:     m.Entry.Game.Name(),
		Variant:  m.variant(),
		Gauntlet: m.Gauntlet,
		Control:  m.Control.orDefault().String(),
		Openings: m.Book.String(),
		Seed:     m.Seed,
		Margin:   m.Margin.String(),
		Patience: m.Patience.String(),
	}
	for _, s := range m.Players {
		t.Players = append(t.Players, s.Text)
	}
	return t
}

// NewLog returns a log in memory.
func NewLog() *Log { return &Log{games: map[int]Result{}} }

// OpenLog opens the log of a match in a file, which it creates if there is
// none. A file that has games in it is an error, unless the match is to be
// resumed: then they count as played, and a last line that is not whole, from
// a process that was killed while it wrote, is cut off. Only one process at a
// time may have the file open.
func OpenLog(path string, m *Match, resume bool) (*Log, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	l := &Log{file, map[int]Result{}}
	if err := l.load(m.terms(), resume); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// load reads the file and stands at its end.
func (l *Log) load(terms terms, resume bool) error {
	want, err := json.Marshal(header{terms})
	if err != nil {
		return err
	}
	in := bufio.NewReader(l.file)
	whole := int64(0) // bytes in whole lines
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		end := errors.Is(err, io.EOF)
		switch {
		case err != nil && !end:
			return err
		case len(line) > 0 && !resume:
			return errors.New("the file is not empty: want a new one, or to resume the match in it")
		case end && n == 1 && !bytes.HasPrefix(want, line):
			return fmt.Errorf("%.60q: want the terms of a match", line)
		case end:
			return l.stand(whole, want)
		}
		if n == 1 {
			err = checkTerms(line, want)
		} else {
			err = l.read(line)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		whole += int64(len(line))
	}
}

// stand cuts the file off behind its whole lines and goes there. If there are
// none, it writes the first.
func (l *Log) stand(whole int64, first []byte) error {
	if err := l.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := l.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		return l.write(first)
	}
	return nil
}

// checkTerms compares the first line of a log with the match's own.
func checkTerms(line, want []byte) error {
	var there, here struct {
		Match map[string]json.RawMessage `json:"match"`
	}
	if err := json.Unmarshal(line, &there); err != nil || there.Match == nil {
		return fmt.Errorf("%.60q: want the terms of a match", line)
	}
	if err := json.Unmarshal(want, &here); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(here.Match)) {
		if !bytes.Equal(there.Match[key], here.Match[key]) {
			return fmt.Errorf("the match there has %s %s: want %s, to resume it", key, there.Match[key], here.Match[key])
		}
	}
	return nil
}

// read takes a game from its line.
func (l *Log) read(line []byte) error {
	var g Result
	if err := json.Unmarshal(line, &g); err != nil {
		return fmt.Errorf("want a game: %w", err)
	}
	if g.Number < 1 || g.Winner < 1 || g.Winner > len(g.Players) {
		return fmt.Errorf("game %d, won by seat %d: want a number from 1 and one of the %d seats", g.Number, g.Winner, len(g.Players))
	}
	if _, twice := l.games[g.Number]; twice {
		return fmt.Errorf("game %d is there twice", g.Number)
	}
	l.games[g.Number] = g
	return nil
}

// append keeps a game for good.
func (l *Log) append(g Result) error {
	if l.file != nil {
		line, err := json.Marshal(g)
		if err == nil {
			err = l.write(line)
		}
		if err != nil {
			return err
		}
	}
	l.games[g.Number] = g
	return nil
}

// write writes a line in one piece and waits until it is on the disk.
func (l *Log) write(line []byte) error {
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return l.file.Sync()
}

// Games returns the games in the order of their numbers.
func (l *Log) Games() []Result {
	return slices.SortedFunc(maps.Values(l.games), func(a, b Result) int { return a.Number - b.Number })
}

// Close closes the file.
func (l *Log) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
