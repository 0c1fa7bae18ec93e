package grade

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"thera/internal/child"
)

// Session is a script for a program and the expected output.
type Session struct {
	Name    string   // of its file, without .txtar
	About   string   // what it is about
	Scripts []string // one, or two for copies that play each other
	Kept    string   // the expected output of a single script
}

// Time is how long a program may take unless a session says otherwise.
type Time struct {
	Move time.Duration // for a move, or for its end
	Game time.Duration // for all of its moves in a game
}

// Finding is the result of a session.
type Finding struct {
	OK    bool
	Slow  bool   // it took long to fail, and so will others
	Start string // why the program can't be started, "" if it can
	Fault string // what went wrong
	Said  string // the end of the program's standard error, if it failed
	Want  string // the expected output, if it was different
	Got   string
}

// Starter starts a program.
type Starter func() (*child.Process, error)

//go:embed standard/*.txtar
var standard embed.FS

// StandardSessions returns the sessions that every program like "thera amazons" should
// pass.
func StandardSessions() ([]Session, error) { return ReadSessions(standard, "standard") }

// ReadSessions returns the sessions in a folder, in the order of their files' names.
func ReadSessions(files fs.FS, dir string) ([]Session, error) {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, err
	}
	var all []Session
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if path.Ext(name) != ".txtar" {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		s, err := ParseSession(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.Name = strings.TrimSuffix(path.Base(name), ".txtar")
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, errors.New("no sessions: want files *.txtar")
	}
	return all, nil
}

// ParseSession reads a session. It has no name yet.
func ParseSession(text string) (Session, error) {
	archive := txtar.Parse([]byte(text))
	s := Session{About: strings.Join(strings.Fields(string(archive.Comment)), " ")}
	sections := map[string]string{}
	for _, f := range archive.Files {
		switch f.Name {
		case "script", "kept", "here", "remote":
			if _, twice := sections[f.Name]; twice {
				return s, fmt.Errorf("section %q twice: want one of them", f.Name)
			}
			sections[f.Name] = string(f.Data)
		default:
			return s, fmt.Errorf("section %q: want script and kept, or here and remote", f.Name)
		}
		for line := range strings.Lines(sections[f.Name]) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "--") { // neither a command nor output
				return s, fmt.Errorf("line %q: want a line such as %q to begin a section", line, "-- kept --")
			}
		}
	}
	_, hasKept := sections["kept"]
	switch {
	case sections["script"] != "" && hasKept && sections["here"]+sections["remote"] == "":
		s.Scripts, s.Kept = []string{sections["script"]}, sections["kept"]
	case sections["here"] != "" && sections["remote"] != "" && sections["script"] == "" && !hasKept:
		s.Scripts = []string{sections["here"], sections["remote"]}
	default:
		return s, errors.New("want the sections script and kept, or here and remote")
	}
	for i, script := range s.Scripts {
		var err error
		if s.Scripts[i], err = parseScript(script, len(s.Scripts) == 2); err != nil {
			return s, err
		}
	}
	return s, nil
}

// parseScript returns a script with its instructions as they were checked, without spaces
// around them. Lines to type stay as they are.
func parseScript(script string, pair bool) (string, error) {
	var lines strings.Builder
	for line := range strings.Lines(script) {
		if text := strings.TrimSpace(line); strings.HasPrefix(text, "*") {
			if err := checkInstruction(text, pair); err != nil {
				return "", err
			}
			line = text + "\n"
		}
		lines.WriteString(line)
	}
	return lines.String(), nil
}

var (
	timeLine    = regexp.MustCompile(`^\*time (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)$`)
	instruction = regexp.MustCompile(`^\*(?:move|(?:move/)?win\+?|remote move/win\+?)$`)
)

const maxSeconds = 24 * 60 * 60 // far more than a game takes, and far less than a time.Duration holds

func checkInstruction(line string, pair bool) error {
	if limits := timeLine.FindStringSubmatch(line); limits != nil {
		if max(seconds(limits[1]), seconds(limits[2])) > maxSeconds {
			return fmt.Errorf("instruction %q: want at most %d seconds", line, maxSeconds)
		}
		return nil
	}
	if !instruction.MatchString(line) {
		return fmt.Errorf("instruction %q: want *time MOVE GAME, *move, *win, *move/win or *remote move/win", line)
	}
	if strings.HasPrefix(line, "*remote") && !pair {
		return fmt.Errorf("instruction %q: want the sections here and remote for it", line)
	}
	return nil
}

var anyWin = regexp.MustCompile(`\* (White|Black) wins\.`)

// Run takes a program, or two copies of it, through the session.
func (s Session) Run(ctx context.Context, start Starter, t Time) Finding {
	if len(s.Scripts) == 2 {
		return s.runPair(ctx, start, t)
	}
	e := run(ctx, start, s.Scripts[0], t, nil)
	f, want, got := e.finding(), tidy(s.Kept), tidy(e.kept)
	if strings.Contains(s.Kept, "* Someone wins.") {
		got = tidy(anyWin.ReplaceAllString(e.kept, "* Someone wins."))
	}
	if i := differ(want, got); i >= 0 {
		f.OK, f.Said, f.Want, f.Got = false, e.said, strings.Join(want, "\n"), strings.Join(got, "\n")
		if f.Fault == "" {
			f.Fault = fmt.Sprintf("line %d is %s: want %s", i+1, lineOf(got, i, "missing"), lineOf(want, i, "no more lines"))
		}
	}
	return f
}

// tidy returns the lines of a text without what nobody sees: spaces at the ends of lines,
// and outside of dumps, where none are kept, also empty lines and spaces at the beginning.
func tidy(text string) (lines []string) {
	inDump := false
	for line := range strings.Lines(text) {
		switch text := strings.TrimSpace(line); {
		case text == "===":
			inDump = !inDump
			lines = append(lines, text)
		case inDump:
			lines = append(lines, strings.TrimRight(line, " \t\r\n"))
		case text != "":
			lines = append(lines, text)
		}
	}
	return lines
}

// differ returns the index of the first line in which two texts differ, or -1.
func differ(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

func lineOf(lines []string, i int, none string) string {
	if i >= len(lines) {
		return none
	}
	return fmt.Sprintf("%q", lines[i])
}

func (s Session) runPair(ctx context.Context, start Starter, t Time) Finding {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	const longest = 92 // moves of a game: the empty squares at its start
	moves := [2]chan string{make(chan string, longest), make(chan string, longest)}
	ends := [2]chan end{make(chan end, 1), make(chan end, 1)}
	for i, script := range s.Scripts {
		go func() {
			e := run(ctx, start, script, t, &remote{moves[i], moves[1-i]})
			if e.err != nil {
				cancel(errOther)
			}
			ends[i] <- e
		}()
	}
	here, there := <-ends[0], <-ends[1]
	f := here.finding()
	if f.OK || errors.Is(here.err, errOther) && there.err != nil {
		f = there.finding()
	}
	if f.OK && (here.kept != there.kept || here.kept == "") {
		f = Finding{Said: here.said + there.said, Fault: fmt.Sprintf("one copy says %q, the other %q: want the same win", strings.TrimSpace(here.kept), strings.TrimSpace(there.kept))}
	}
	return f
}
