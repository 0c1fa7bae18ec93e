package grade

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"thera/internal/catalog"
	"thera/internal/lab/match"
	"thera/internal/safefile"
)

// Grading says how to grade submissions.
type Grading struct {
	Entry       catalog.Entry
	Variant     string // "" is the variant of text programs, or the game's first
	Submissions []Submission
	Sessions    []Session // for text programs
	Levels      []int     // of thera's own engine, which play as well
	// Games is the number of games of each pairing, even; 0 is no tournament.
	Games int
	// Control is the time of a player. Text programs don't know it, but lose by it.
	Control     match.Control
	Plies       int // random moves at the beginning
	Seed        uint64
	Concurrency int
	// Confine returns the command that runs a submission's command within limits, in its
	// folder; nil runs it without limits.
	Confine func(s Submission, argv []string) []string
	// Limits and Confined describe the limits in the report. A grading is resumed only
	// with the same Limits, "" for none.
	Limits   string
	Confined []string
}

// Result is what is known of the submissions.
type Result struct {
	Grading  *Grading
	Checked  []Checked       // in the order of the submissions
	Games    []match.Result  // in the order of their numbers
	Standing *match.Standing // nil without a tournament

	match *match.Match
}

// Report receives results of Run as they come; any field may be nil.
type Report struct {
	Check func(Checked)
	Game  func(match.Summary, *match.Standing)
	// Doing receives what is in progress.
	Doing func(string)
}

// The files of a grading in its folder.
const (
	checksFile = "checks.jsonl"
	gamesFile  = "games.jsonl"
)

// ErrOtherPlayers says that the games in the folder are of other players or commands than
// the submissions have by now.
var ErrOtherPlayers = errors.New("the tournament there has other players or commands: delete the file to play it again")

// command returns the command that runs a submission, and the folder in which it begins.
func (g *Grading) command(s Submission) (dir string, argv []string) {
	if g.Confine == nil {
		return s.dir, s.Command
	}
	return "", g.Confine(s, s.Command)
}

// Run examines all submissions and has those that run play a tournament. With resume,
// results that are already in the folder count; without, they are an error. A grading
// that is stopped returns the results so far with the error of ctx, and one that can't
// resume its tournament all checks with [ErrOtherPlayers].
func (g *Grading) Run(ctx context.Context, dir string, resume bool, report Report) (Result, error) {
	r := Result{Grading: g}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return r, err
	}
	j, err := openJournal(filepath.Join(dir, checksFile), g, resume)
	if err != nil {
		return r, err
	}
	defer func() { _ = j.Close() }() // each check has been written
	for i, s := range g.Submissions {
		c, known := j.known[s.Name]
		if !known {
			if report.Doing != nil {
				report.Doing(fmt.Sprintf("checking %s, %d of %d", s.Name, i+1, len(g.Submissions)))
			}
			c = Checked{s, g.check(ctx, s)}
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			if err := j.AppendJSON(c); err != nil {
				return r, err
			}
		}
		c.Submission = s
		r.Checked = append(r.Checked, c)
		if report.Check != nil && !known {
			report.Check(c)
		}
	}
	err = g.play(ctx, dir, resume, report, &r)
	return r, err
}

func (g *Grading) play(ctx context.Context, dir string, resume bool, report Report, r *Result) (err error) {
	m := g.match(r.Checked)
	if g.Games == 0 || len(m.Players) < 2 {
		return nil
	}
	if err := m.Check(); err != nil {
		return err
	}
	games := filepath.Join(dir, gamesFile)
	log, err := match.OpenLog(games, m, resume)
	if other, ok := errors.AsType[*match.TermsError](err); ok && other.Term == "players" {
		return fmt.Errorf("%s: %w", games, ErrOtherPlayers)
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	if report.Doing != nil {
		report.Doing(fmt.Sprintf("a tournament of %d players, %d games", len(m.Players), m.Total()))
	}
	r.match = m
	r.Standing, err = m.Play(ctx, log, func(g match.Result, t *match.Standing) {
		if report.Game != nil {
			report.Game(m.Summary(g), t)
		}
	})
	r.Games = log.Games()
	return err
}

// match returns the tournament of the submissions that were checked and can be started.
func (g *Grading) match(checked []Checked) *match.Match {
	m := &match.Match{
		Entry: g.Entry, Variant: g.Variant, Games: g.Games, Seed: g.Seed, Control: g.Control, Concurrency: g.Concurrency,
		Margin: match.DefaultMargin, Patience: match.DefaultPatience, Started: true,
		Confinement: g.Limits,
	}
	start, err := g.Entry.Game.Start(g.Variant)
	if err == nil {
		m.Book = match.RandomOpenings(start, g.Plies, g.Seed, g.Entry.Openings)
	}
	for _, c := range checked {
		if len(c.Command) == 0 || c.Kind != "text" && (len(c.Checks) == 0 || !c.Checks[0].OK) {
			continue // it can't be run, or does not speak the protocol at all
		}
		dir, argv := g.command(c.Submission)
		m.Players = append(m.Players, match.Spec{
			Text:    fmt.Sprintf("%s,name=%s:%s", c.Kind, c.Name, strings.Join(c.Command, " ")),
			Name:    c.Name,
			Kind:    c.Kind,
			Command: argv,
			Dir:     dir,
			Control: g.Control,
		})
	}
	for _, level := range g.Levels {
		spec, err := match.ParseSpec(fmt.Sprintf("%s:level=%d,name=level %d", g.Entry.Engines[0].Name, level, level))
		if err != nil {
			continue // the caller has checked levels
		}
		spec.Control = match.Control{Move: min(g.Control.Move, levelTime)}
		m.Players = append(m.Players, spec)
	}
	return m
}

// levelTime is the time of a level of thera's own engine for a turn. All except the
// highest need much less.
const levelTime = time.Second

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
	// Confinement is the limits of programs, "" for none.
	Confinement string `json:"confinement"`
}

// checkTerms refuses the terms of a file that differ from those wanted.
func checkTerms(line, want []byte) error {
	var there, here map[string]json.RawMessage
	if err := json.Unmarshal(line, &there); err != nil || there == nil {
		return fmt.Errorf("%.60q: want the terms of a grading", line)
	}
	if err := json.Unmarshal(want, &here); err != nil {
		return err
	}
	return match.CheckTerms("grading", there, here)
}

func (g *Grading) terms() terms {
	digest := sha256.New()
	for _, s := range g.Sessions {
		fmt.Fprintf(digest, "%q %q %q %q\n", s.Name, s.About, s.Scripts, s.Kept)
	}
	return terms{g.Entry.Game.Name(), g.Variant, g.Control.String(), fmt.Sprintf("%x", digest.Sum(nil)[:8]), g.Limits}
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
	opt := safefile.JournalOptions{
		Title: string(title), New: !resume, Sync: true,
		CheckTitle: func(there string) error { return checkTerms([]byte(there), title) },
	}
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
