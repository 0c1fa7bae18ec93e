package grade

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Submission is a program that somebody has handed in.
type Submission struct {
	Name    string   `json:"submission"`
	Kind    string   `json:"kind,omitempty"`    // "text", "ugi" or "uci"
	Command []string `json:"command,omitempty"` // none if Missing says why
	Missing string   `json:"missing,omitempty"` // what it takes to run it

	dir string
}

// String says in a line what there is.
func (s Submission) String() string {
	if s.Missing != "" {
		return s.Name + "  can't be run: " + s.Missing
	}
	return fmt.Sprintf("%s  %s: %s", s.Name, s.Kind, strings.Join(s.Command, " "))
}

// Dir returns the folder, as an absolute path.
func (s Submission) Dir() string { return s.dir }

// The files of a submission that say how it is run.
const (
	howFile = "thera.txt" // one line, like Rules.Command
	runFile = "run"       // to be executed
)

var kinds = []string{"text", "ugi", "uci"}

// Rules say how submissions are run that don't say it themselves.
type Rules struct {
	// Command is KIND:COMMAND, or COMMAND of kind Kind, where {dir} stands for the
	// submission's folder and {name} for its name. "" leaves it to the files.
	Command string
	Kind    string // of a command that doesn't say
}

// Find returns the submissions in a folder, in the order of their names. Each is run as its
// file thera.txt says, else by its file run, else by the rules. One that can't be is
// there all the same, and says what is missing.
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
		s := Submission{Name: e.Name(), dir: path}
		if s.Kind, s.Command, err = r.command(s); err != nil {
			s.Missing = err.Error()
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no submissions: want a folder for each", dir)
	}
	return all, nil
}

// command returns how a submission is run.
func (r Rules) command(s Submission) (kind string, argv []string, err error) {
	text, err := os.ReadFile(filepath.Join(s.dir, howFile))
	switch {
	case err == nil:
		for line := range strings.Lines(string(text)) {
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

// expand reads KIND:COMMAND. The folder's name may have blanks in it, since it is put in
// place word by word.
func (r Rules) expand(text string, s Submission) (kind string, argv []string, err error) {
	kind, command, ok := strings.Cut(text, ":")
	if !ok || !slices.Contains(kinds, kind) {
		kind, command = cmp.Or(r.Kind, kinds[0]), text
	}
	for _, word := range strings.Fields(command) {
		argv = append(argv, strings.NewReplacer("{dir}", s.dir, "{name}", s.Name).Replace(word))
	}
	if len(argv) == 0 {
		return "", nil, fmt.Errorf("command %q: want KIND:COMMAND such as text:java -ea -cp {dir} Main", text)
	}
	return kind, argv, nil
}
