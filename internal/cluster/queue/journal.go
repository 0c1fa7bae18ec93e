package queue

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Journal is a file that keeps what has happened, an entry a line of JSON behind a
// title, so that whoever was interrupted goes on. A nil Journal keeps nothing.
type Journal struct{ file *os.File }

// entry is what has happened in a batch: a job has an output, or a worker is out.
type entry struct {
	Job      int    `json:"job"`
	Worker   string `json:"worker,omitempty"`
	Output   []byte `json:"output,omitempty"`
	Excluded string `json:"out,omitempty"`
}

// OpenJournal opens a journal, makes it if there is none, and tells what is in
// it. A last line that is not whole, of a process that was killed, is cut off. A
// file with another title is an error. "" is no file.
func OpenJournal[E any](path, title string, restore func(E)) (*Journal, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file}
	err = j.load(title, func(line []byte) error {
		var e E
		err := json.Unmarshal(line, &e)
		if err == nil {
			restore(e)
		}
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return j, nil
}

// load reads the lines and stands at their end.
func (j *Journal) load(title string, restore func(line []byte) error) error {
	in, whole := bufio.NewReader(j.file), int64(0)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		text := bytes.TrimSuffix(line, []byte("\n"))
		if n == 1 && string(text) != title {
			return fmt.Errorf("it holds %.200q: want %.200q, or another file", text, title)
		}
		if n > 1 {
			if err := restore(text); err != nil {
				return fmt.Errorf("line %d: %.60q: %w", n, text, err)
			}
		}
		whole += int64(len(line))
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		_, err := j.file.WriteString(title + "\n")
		return err
	}
	return nil
}

// Add adds an entry. What is lost when the machine loses power is done again.
func (j *Journal) Add(entry any) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(entry)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	return err
}

// Close closes the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
