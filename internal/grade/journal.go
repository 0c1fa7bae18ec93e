package grade

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// journal keeps the checks in a file: a line that says what they are, and then one
// for each submission.
type journal struct {
	file  *os.File
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

// openJournal opens the file. What another command has run is examined anew, and
// so is what was not written to the end.
func openJournal(path string, g *Grading, resume bool) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{file, map[string]Checked{}}
	if err := j.load(g, resume); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return j, nil
}

func (j *journal) load(g *Grading, resume bool) error {
	want, err := json.Marshal(g.terms())
	if err != nil {
		return err
	}
	commands := map[string]Submission{}
	for _, s := range g.Submissions {
		commands[s.Name] = s
	}
	in, whole := bufio.NewReader(j.file), int64(0)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if !resume {
			return errors.New("the file is not empty: want another folder, or to resume the grading in it")
		}
		whole += int64(len(line))
		if n == 1 {
			if line = bytes.TrimSpace(line); !bytes.Equal(line, want) {
				return fmt.Errorf("the grading there has %s: want %s, to resume it", line, want)
			}
			continue
		}
		var c Checked
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("line %d: want the checks of a submission: %w", n, err)
		}
		if s := commands[c.Name]; s.Kind == c.Kind && fmt.Sprint(s.Command) == fmt.Sprint(c.Command) && s.Missing == c.Missing {
			j.known[c.Name] = c
		}
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		_, err = j.file.Write(append(want, '\n'))
	}
	return err
}

// append keeps what was found.
func (j *journal) append(c Checked) error {
	line, err := json.Marshal(c)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err == nil {
		err = j.file.Sync()
	}
	return err
}

func (j *journal) close() { _ = j.file.Close() }
