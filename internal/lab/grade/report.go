package grade

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"thera/internal/child"
	"thera/internal/lab/match"
	"thera/internal/safefile"
	"thera/internal/spreadsheet"
)

//go:embed pages/*.html
var pages embed.FS

// The files that Write makes in the folder of a grading.
const (
	IndexFile   = "index.html"  // a page for the teacher
	StudentsDir = "students"    // a page for each student, NAME.html, to hand out
	SummaryFile = "summary.csv" // a line for each submission
	CrossFile   = "cross.csv"   // wins of each player against each other
	RecordsFile = "games.txt"   // the games, as records
)

// Write writes the reports. It also works for a grading that was stopped.
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
		if err := safefile.Replace(filepath.Join(dir, StudentsDir, s.Name+".html"), func(w io.Writer) error {
			return all.ExecuteTemplate(w, "student.html", s)
		}); err != nil {
			return err
		}
	}
	table := r.table()
	for name, content := range map[string]func(io.Writer) error{
		IndexFile:   func(w io.Writer) error { return all.ExecuteTemplate(w, "index.html", index{r, students, table}) },
		SummaryFile: func(w io.Writer) error { return spreadsheet.Write(w, summary(students)) },
		CrossFile:   func(w io.Writer) error { return spreadsheet.Write(w, cross(table)) },
		RecordsFile: func(w io.Writer) error {
			if r.match == nil {
				return nil
			}
			return r.match.WriteRecords(w, r.Games)
		},
	} {
		if err := safefile.Replace(filepath.Join(dir, name), content); err != nil {
			return err
		}
	}
	return nil
}

type index struct {
	Result
	Students []student
	Table    match.CrossTable
}

type student struct {
	Checked
	Grading *Grading
	Row     *match.Row // nil if it has not played
	Place   int        // in the table, from 1
	Of      int
	Played  []played
}

// Faults lists the faults by which it lost games, "" if there are none.
func (s student) Faults() string {
	if s.Row == nil {
		return ""
	}
	return match.ListFaults(s.Row.Faults)
}

// Score is the percentage of its games that it won.
func (s student) Score() string {
	if s.Row == nil || s.Row.Games == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", 100*float64(s.Row.Won)/float64(s.Row.Games))
}

type played struct {
	match.Summary
	First    bool // it moved first
	Opponent string
	Won      bool
	What     string // its fault, in a lost game
	Said     string // the end of its standard error
	Record   string // of a lost game
}

// lastWords separates the program's quoted output from the description of its fault.
func lastWords(detail string) (what, said string) {
	before, after, found := strings.Cut(detail, "; it wrote ")
	quoted, err := strconv.QuotedPrefix(after)
	if !found || err != nil {
		return detail, ""
	}
	said, _ = strconv.Unquote(quoted) // checked above
	return before + after[len(quoted):], child.Clean(said)
}

// Why describes how the game ended.
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

// handedOut returns the submission without its folder's path, which a student's page does
// not disclose.
func (c Checked) handedOut() Checked {
	c.Command, c.Checks = slices.Clone(c.Command), slices.Clone(c.Checks)
	for i := range c.Command {
		c.Command[i] = c.withoutDir(c.Command[i])
	}
	for i := range c.Checks {
		for _, text := range []*string{&c.Checks[i].Detail, &c.Checks[i].Said, &c.Checks[i].Got} {
			*text = c.withoutDir(*text)
		}
	}
	return c
}

// withoutDir returns a text with {dir} for the folder, as in a command.
func (s Submission) withoutDir(text string) string {
	if s.dir == "" {
		return text
	}
	return strings.ReplaceAll(text, s.dir, "{dir}")
}

// students returns the pages, the best first, and those that have not played last.
func (r Result) students() []student {
	table := r.table()
	var all []student
	for _, c := range r.Checked {
		s := student{Checked: c.handedOut(), Grading: r.Grading, Of: len(table.Players)}
		if i := slices.IndexFunc(table.Players, func(row match.Row) bool { return row.Name == c.Name }); i >= 0 {
			s.Row, s.Place = &table.Players[i], table.Place(i)
		}
		for _, g := range r.Games {
			if slices.Contains(g.Players, c.Name) {
				p := r.played(g, c.Name)
				p.What, p.Said, p.Record = c.withoutDir(p.What), c.withoutDir(p.Said), c.withoutDir(p.Record)
				s.Played = append(s.Played, p)
			}
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b student) int {
		return cmp.Compare(cmp.Or(a.Place, len(table.Players)+1), cmp.Or(b.Place, len(table.Players)+1))
	})
	return all
}

// played describes a game for one of its two players, which may have several seats.
func (r Result) played(g match.Result, name string) played {
	p := played{Summary: r.match.Summary(g), First: g.Players[0] == name, Won: g.Players[g.Winner-1] == name}
	for _, player := range g.Players {
		if player != name {
			p.Opponent = player
		}
	}
	if !p.Won {
		p.What, p.Said = lastWords(g.Detail)
		var text strings.Builder
		if err := r.match.WriteRecords(&text, []match.Result{untimed(g)}); err == nil {
			p.Record = strings.TrimSpace(text.String())
		}
	}
	return p
}

// untimed returns a game without its date and the times of its moves, so that reports can
// be compared.
func untimed(g match.Result) match.Result {
	g.Date = ""
	g.Moves = slices.Clone(g.Moves)
	for i, m := range g.Moves {
		g.Moves[i] = match.Move{Move: m.Move, Score: m.Score, Depth: m.Depth}
	}
	return g
}

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
