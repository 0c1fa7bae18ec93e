package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"thera/internal/safefile"
)

// Log keeps the games of a match, in a file if it has one. The first line of
// the file says how the match is played, each line after it is a [Result], all
// as JSON. A game is in the file, safe from a crash of the process or the
// machine, before it is reported.
type Log struct {
	journal *safefile.Journal // nil for a log in memory
	games   map[int]Result    // by number
}

// terms are what decides the games of a match. A log is continued only by the
// same ones.
type terms struct {
	Game        string   `json:"game"`
	Variant     string   `json:"variant"`
	Players     []string `json:"players"`
	Gauntlet    bool     `json:"gauntlet"`
	Control     string   `json:"control"`
	Openings    string   `json:"openings"`
	Seed        uint64   `json:"seed"`
	Margin      string   `json:"margin"`
	Patience    string   `json:"patience"`
	Confinement string   `json:"confinement"`
}

type header struct {
	Match terms `json:"match"`
}

// Title returns the first line of the match's log. Matches with equal titles have equal
// games, as far as both have them and each game has an [Order]: programs, and players with
// a time limit, don't repeat theirs.
func (m *Match) Title() ([]byte, error) { return json.Marshal(header{m.terms()}) }

func (m *Match) terms() terms {
	t := terms{
		Game:        m.Entry.Game.Name(),
		Variant:     m.variant(),
		Gauntlet:    m.Gauntlet,
		Control:     m.Control.orDefault().String(),
		Openings:    m.Book.String(),
		Seed:        m.Seed,
		Margin:      m.Margin.String(),
		Patience:    m.Patience.String(),
		Confinement: m.Confinement,
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
// resumed: then they count as played. Half a game at its end is cut off.
func OpenLog(path string, m *Match, resume bool) (*Log, error) {
	title, err := m.Title()
	if err != nil {
		return nil, err
	}
	l := NewLog()
	opt := safefile.JournalOptions{
		Title: string(title), New: !resume, Sync: true,
		CheckTitle: func(there string) error { return checkTerms([]byte(there), title) },
	}
	l.journal, err = safefile.OpenJournal(path, opt, safefile.JSON(func(g Result) error {
		if err := m.check(g); err != nil {
			return err
		}
		return l.take(g)
	}))
	if errors.Is(err, safefile.ErrNotEmpty) {
		err = fmt.Errorf("%w: want a new one, or to resume the match in it", err)
	}
	if err != nil {
		return nil, err
	}
	return l, nil
}

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
	return CheckTerms("match", there.Match, here.Match)
}

// TermsError says that what is in a file, such as a match, has other terms than the one
// that is to resume it.
type TermsError struct {
	What, Term  string
	There, Here string // the values as JSON
}

func (e *TermsError) Error() string {
	return fmt.Sprintf("the %s there has %s %s: want %s, to resume it", e.What, e.Term, e.There, e.Here)
}

// CheckTerms refuses to resume what is in a file if its terms there are others than here,
// with a [TermsError] for the first that differs.
func CheckTerms(what string, there, here map[string]json.RawMessage) error {
	for _, key := range slices.Sorted(maps.Keys(here)) {
		value, ok := there[key]
		if !ok && key == "confinement" {
			continue // earlier versions did not say it
		}
		if !bytes.Equal(value, here[key]) {
			return &TermsError{what, key, string(value), string(here[key])}
		}
	}
	return nil
}

// check refuses a game that is not one of the match, as far as its players and its
// winner go.
func (m *Match) check(g Result) error {
	if g.Number < 1 {
		return fmt.Errorf("game %d: want a number from 1", g.Number)
	}
	if want := m.players(m.pairing(g.Number)); !slices.Equal(g.Players, want) {
		return fmt.Errorf("game %d of %q: want %q", g.Number, g.Players, want)
	}
	if g.Winner < 1 || g.Winner > len(g.Players) {
		return fmt.Errorf("game %d, won by seat %d: want one of the %d seats", g.Number, g.Winner, len(g.Players))
	}
	return nil
}

func (l *Log) take(g Result) error {
	if _, twice := l.games[g.Number]; twice {
		return fmt.Errorf("game %d is there twice", g.Number)
	}
	l.games[g.Number] = g
	return nil
}

func (l *Log) append(g Result) error {
	if err := l.journal.AppendJSON(g); err != nil {
		return err
	}
	l.games[g.Number] = g
	return nil
}

// Games returns the games in the order of their numbers.
func (l *Log) Games() []Result {
	return slices.SortedFunc(maps.Values(l.games), func(a, b Result) int { return a.Number - b.Number })
}

// Close closes the file.
func (l *Log) Close() error { return l.journal.Close() }
