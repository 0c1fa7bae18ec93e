package work

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// journal keeps what has come of a batch in a file: a title and then an entry a
// line. The zero of it keeps nothing.
type journal struct{ file *os.File }

// entry is what has happened: a job has an output, or a worker is out.
type entry struct {
	Job    int    `json:"job"`
	Worker string `json:"worker,omitempty"`
	Output []byte `json:"output,omitempty"`
	Out    string `json:"out,omitempty"`
}

// openJournal opens a journal, makes it if there is none, and tells what is in
// it. A last line that is not whole, of a process that was killed, is cut off.
func openJournal(path, title string, restore func(entry)) (*journal, error) {
	if path == "" {
		return &journal{}, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{file}
	if err := j.load(title, restore); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return j, nil
}

func (j *journal) load(title string, restore func(entry)) error {
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
		if n == 1 {
			if string(text) != title {
				return fmt.Errorf("it holds %q: want %q, or another file", text, title)
			}
		} else {
			var e entry
			if err := json.Unmarshal(text, &e); err != nil || e.Job < 0 {
				return fmt.Errorf("line %d: %.60q: want an entry of a batch", n, text)
			}
			restore(e)
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

// add adds an entry. What the machine loses when it loses power is done again.
func (j *journal) add(e entry) error {
	if j.file == nil {
		return nil
	}
	_, err := j.file.Write(append(encode(e), '\n'))
	return err
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
