package grade

import (
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"thera/internal/match"
	"thera/internal/replace"
)

//go:embed pages/*.html
var pages embed.FS

// The files that Write makes in the folder of a grading.
const (
	IndexFile   = "index.html"  // a page for the teacher
	StudentsDir = "students"    // with a page for each, NAME.html, to hand out
	SummaryFile = "summary.csv" // a line for each submission
	CrossFile   = "cross.csv"   // who has won how often against whom
	RecordsFile = "games.txt"   // the games, as records
)

// Write writes what is for people. It can be called for a grading that was stopped,
// too.
func (r Result) Write(dir string) error {
	all, err := template.New("").Funcs(template.FuncMap{"escape": url.PathEscape}).ParseFS(pages, "pages/*.html")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, StudentsDir), 0o777); err != nil {
		return err
	}
	students := r.students()
	for _, s := range students {
		if err := replace.File(filepath.Join(dir, StudentsDir, s.Name+".html"), func(w io.Writer) error {
			return all.ExecuteTemplate(w, "student.html", s)
		}); err != nil {
			return err
		}
	}
	table := r.table()
	for name, content := range map[string]func(io.Writer) error{
		IndexFile:   func(w io.Writer) error { return all.ExecuteTemplate(w, "index.html", index{r, students, table}) },
		SummaryFile: func(w io.Writer) error { return csv.NewWriter(w).WriteAll(summary(students)) },
		CrossFile:   func(w io.Writer) error { return csv.NewWriter(w).WriteAll(cross(table)) },
		RecordsFile: func(w io.Writer) error {
			if r.match == nil {
				return nil
			}
			return r.match.WriteRecords(w, r.Games)
		},
	} {
		if err := replace.File(filepath.Join(dir, name), content); err != nil {
			return err
		}
	}
	return nil
}

// index is the page of all.
type index struct {
	Result
	Students []student
	Table    match.CrossTable
}

// Number is how a player is called in the table, from its index.
func (index) Number(i int) int { return i + 1 }

// student is the page of one.
type student struct {
	Checked
	Grading *Grading
	Row     *match.Row // nil if it has not played
	Place   int        // in the table, from 1
	Of      int
	Played  []played
}

// Faults says how it has lost games by fault, "" if it has not.
func (s student) Faults() string {
	if s.Row == nil {
		return ""
	}
	var parts []string
	for _, reason := range match.Reasons() {
		if n := s.Row.Faults[reason]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", reason, n))
		}
	}
	return strings.Join(parts, ", ")
}

// Score is the share of its games that it has won, in percent.
func (s student) Score() string {
	if s.Row == nil || s.Row.Games == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", 100*float64(s.Row.Won)/float64(s.Row.Games))
}

// played is a game as one of its players sees it.
type played struct {
	match.Summary
	First    bool // it moved first
	Opponent string
	Won      bool
	What     string // what it did wrong, in a lost game
	Said     string // the last that it wrote to standard error
	Record   string // of a lost game
}

// lastWords cuts what a program wrote, which stands quoted in what it did wrong, off
// that.
func lastWords(detail string) (what, said string) {
	before, after, found := strings.Cut(detail, "; it wrote ")
	quoted, err := strconv.QuotedPrefix(after)
	if !found || err != nil {
		return detail, ""
	}
	said, _ = strconv.Unquote(quoted) // it has just been found to be one
	return before + after[len(quoted):], said
}

// Why says how the game ended for who reads it.
func (p played) Why() string {
	switch {
	case p.Reason == match.ByRules:
		return "on the board"
	case p.Won:
		return fmt.Sprintf("the opponent's %s", p.Reason)
	}
	return string(p.Reason)
}

// table returns the cross table, which is empty without a tournament.
func (r Result) table() match.CrossTable {
	if r.Standing == nil {
		return match.CrossTable{}
	}
	return r.Standing.CrossTable()
}

// students returns the pages, the best first, and those that have not played last.
func (r Result) students() []student {
	table := r.table()
	var all []student
	for _, c := range r.Checked {
		s := student{Checked: c, Grading: r.Grading, Of: len(table.Players)}
		if i := slices.IndexFunc(table.Players, func(row match.Row) bool { return row.Name == c.Name }); i >= 0 {
			s.Row, s.Place = &table.Players[i], i+1
		}
		for _, g := range r.Games {
			if seat := slices.Index(g.Players, c.Name); seat >= 0 {
				s.Played = append(s.Played, r.played(g, seat))
			}
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b student) int {
		return cmp.Compare(cmp.Or(a.Place, len(table.Players)+1), cmp.Or(b.Place, len(table.Players)+1))
	})
	return all
}

// played returns a game for one of its seats.
func (r Result) played(g match.Result, seat int) played {
	p := played{Summary: g.Summary(), First: seat == 0, Opponent: g.Players[1-seat], Won: g.Winner == seat+1}
	if !p.Won {
		p.What, p.Said = lastWords(g.Detail)
		var text strings.Builder
		if err := r.match.WriteRecords(&text, []match.Result{untimed(g)}); err == nil {
			p.Record = strings.TrimSpace(text.String())
		}
	}
	return p
}

// untimed is a game without what each move took, which nobody reads twice.
func untimed(g match.Result) match.Result {
	g.Moves = slices.Clone(g.Moves)
	for i, m := range g.Moves {
		g.Moves[i] = match.Move{Move: m.Move, Score: m.Score, Depth: m.Depth}
	}
	return g
}

// summary is a table of the submissions.
func summary(students []student) [][]string {
	rows := [][]string{{"submission", "kind", "checks_passed", "checks", "place", "games", "won", "elo", "elo_error", "faults", "missing"}}
	for _, s := range students {
		row := []string{s.Name, s.Kind, fmt.Sprint(s.Passed()), fmt.Sprint(len(s.Checks)), "", "", "", "", "", s.Faults(), s.Missing}
		if s.Row != nil {
			copy(row[4:], []string{fmt.Sprint(s.Place), fmt.Sprint(s.Row.Games), fmt.Sprint(s.Row.Won), fmt.Sprintf("%.0f", s.Row.Elo), fmt.Sprintf("%.0f", s.Row.Error)})
		}
		rows = append(rows, row)
	}
	return rows
}

// cross is the table of who has won how often against whom.
func cross(t match.CrossTable) [][]string {
	head := []string{"player", "elo", "won", "games"}
	var rows [][]string
	for i, p := range t.Players {
		head = append(head, p.Name)
		row := []string{p.Name, fmt.Sprintf("%.0f", p.Elo), fmt.Sprint(p.Won), fmt.Sprint(p.Games)}
		for j, pairs := range p.Against {
			won := fmt.Sprint(pairs.Won())
			if i == j {
				won = ""
			}
			row = append(row, won)
		}
		rows = append(rows, row)
	}
	return append([][]string{head}, rows...)
}
