package grade

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"thera/internal/child"
)

// Submission is a program that was handed in.
type Submission struct {
	Name    string   `json:"submission"`
	Kind    string   `json:"kind,omitempty"`    // "text", "ugi" or "uci"
	Command []string `json:"command,omitempty"` // empty if Missing says why
	Missing string   `json:"missing,omitempty"` // what is needed to run it

	dir string
}

// String describes the submission in a line.
func (s Submission) String() string {
	if s.Missing != "" {
		return s.Name + "  can't be run: " + s.Missing
	}
	return fmt.Sprintf("%s  %s: %s", s.Name, s.Kind, strings.Join(s.Command, " "))
}

// Dir returns the folder, as an absolute path.
func (s Submission) Dir() string { return s.dir }

// The files of a submission that say how to run it.
const (
	howFile = "thera.txt" // one line, like Rules.Command
	runFile = "run"       // executed
)

var kinds = []string{"text", "ugi", "uci"}

// likeKind matches what is meant as a kind. A single letter is a drive of Windows.
var likeKind = regexp.MustCompile(`^[A-Za-z]{2,}$`)

// Rules say how to run submissions that don't say it themselves.
type Rules struct {
	// Command is KIND:COMMAND, or COMMAND of kind Kind. {dir} stands for the
	// submission's folder and {name} for its name. "" leaves it to the files.
	Command string
	Kind    string // of a command without one
}

// Program returns the first word of the command, "" without one.
func (r Rules) Program() string {
	_, argv, err := r.expand(r.Command, Submission{})
	if err != nil {
		return ""
	}
	return argv[0]
}

// Find returns the submissions in a folder, ordered by name. Each is run by its file
// thera.txt, or else by its file run, or else by the rules. A submission that can't be
// run is listed too, with what is missing.
func Find(dir string, r Rules) ([]Submission, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []Submission
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if info, err := os.Stat(path); err != nil || !info.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		s := Submission{Name: child.Clean(e.Name()), dir: path}
		switch {
		case s.Name != e.Name() || strings.ContainsAny(s.Name, "\t\n"):
			s.Name = strings.Trim(strconv.Quote(e.Name()), `"`)
			s.Missing = "its name has characters that can't be shown: want another name"
		case e.Type()&os.ModeSymlink != 0:
			s.Missing = "it is a symbolic link: want a folder" // its program might read what is there
		default:
			if s.Kind, s.Command, err = r.command(s); err != nil {
				s.Missing = child.Clean(err.Error())
			}
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no submissions: want a folder for each", dir)
	}
	return all, nil
}

func (r Rules) command(s Submission) (kind string, argv []string, err error) {
	text, err := readHow(s.dir)
	switch {
	case err == nil:
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				return r.expand(line, s)
			}
		}
		return "", nil, fmt.Errorf("%s is empty: want a line such as text:java -ea -cp {dir} Main", howFile)
	case !errors.Is(err, os.ErrNotExist):
		return "", nil, err
	}
	if info, err := os.Stat(filepath.Join(s.dir, runFile)); err == nil && !info.IsDir() {
		if info.Mode()&0o111 == 0 {
			return "", nil, fmt.Errorf("the file %s can't be executed: chmod +x %s", runFile, runFile)
		}
		return r.expand("{dir}/"+runFile, s)
	}
	if r.Command == "" {
		return "", nil, fmt.Errorf("want a file %s with a line such as text:java -ea -cp {dir} Main, an executable file %s, or --command for all", howFile, runFile)
	}
	return r.expand(r.Command, s)
}

// readHow reads a submission's file that says how to run it. The words in it go into
// reports, so it must not be a link to somebody else's file, and a FIFO would never end.
func readHow(dir string) (string, error) {
	info, err := os.Lstat(filepath.Join(dir, howFile))
	if err != nil {
		return "", err
	}
	const most = 4096
	if !info.Mode().IsRegular() || info.Size() > most {
		return "", fmt.Errorf("%s is not a plain file of at most %d bytes: want a line such as text:java -ea -cp {dir} Main", howFile, most)
	}
	text, err := os.ReadFile(filepath.Join(dir, howFile))
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("%s is not in UTF-8: want a line such as text:java -ea -cp {dir} Main", howFile)
	}
	// Editors of Windows begin UTF-8 with a mark and end lines with \r, which Clean would show.
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	return child.Clean(string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))), err
}

// expand reads KIND:COMMAND. The folder's name may contain spaces, since it replaces
// whole words.
func (r Rules) expand(text string, s Submission) (kind string, argv []string, err error) {
	kind, command, ok := strings.Cut(text, ":")
	if !ok || !slices.Contains(kinds, kind) {
		if ok && likeKind.MatchString(kind) {
			return "", nil, fmt.Errorf("command %q: want text:, ugi: or uci: before it", text)
		}
		kind, command = cmp.Or(r.Kind, kinds[0]), text
	}
	words, err := child.Split(command)
	if err != nil {
		return "", nil, err
	}
	for _, word := range words {
		argv = append(argv, strings.NewReplacer("{dir}", s.dir, "{name}", s.Name).Replace(word))
	}
	if len(argv) == 0 {
		return "", nil, fmt.Errorf("command %q: want KIND:COMMAND such as text:java -ea -cp {dir} Main", text)
	}
	return kind, argv, nil
}
