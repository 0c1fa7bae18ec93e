package grade

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"thera/internal/safefile"
)

// journal keeps the checks in a file: a line that says what they are, and then one
// for each submission.
type journal struct {
	*safefile.Journal
	known map[string]Checked // by name
}

// terms are what decides the checks.
type terms struct {
	Game     string `json:"game"`
	Variant  string `json:"variant"`
	Time     string `json:"time"`
	Sessions string `json:"sessions"` // a digest
}

func (g *Grading) terms() terms {
	digest := sha256.New()
	for _, s := range g.Sessions {
		fmt.Fprintf(digest, "%q %q %q %q\n", s.Name, s.About, s.Scripts, s.Kept)
	}
	return terms{g.Entry.Game.Name(), g.Variant, g.Control.String(), fmt.Sprintf("%x", digest.Sum(nil)[:8])}
}

// openJournal opens the file. Examinations by another command are repeated, and so
// are those that were not written completely.
func openJournal(path string, g *Grading, resume bool) (*journal, error) {
	title, err := json.Marshal(g.terms())
	if err != nil {
		return nil, err
	}
	commands := map[string]Submission{}
	for _, s := range g.Submissions {
		commands[s.Name] = s
	}
	known := map[string]Checked{}
	opt := safefile.JournalOptions{Title: string(title), New: !resume}
	file, err := safefile.OpenJournal(path, opt, safefile.JSON(func(c Checked) error {
		if s := commands[c.Name]; s.Kind == c.Kind && slices.Equal(s.Command, c.Command) && s.Missing == c.Missing {
			known[c.Name] = c
		}
		return nil
	}))
	if errors.Is(err, safefile.ErrNotEmpty) {
		err = fmt.Errorf("%w: want another folder, or to resume the grading in it", err)
	}
	return &journal{file, known}, err
}
