package exam

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"thera/internal/safefile"
)

// Answers are texts for each item by ID, in the order in which they were given.
type Answers map[string][]string

// longestAnswer is the longest line of a file of answers, in bytes.
const longestAnswer = 8 << 20

// ReadAnswers reads answers to items, one JSON object a line: {"id", "answer"}. Several
// for one ID are retries. Blank lines are skipped. An ID of no item is an error.
func ReadAnswers(from io.Reader, items []Item) (Answers, error) {
	known := map[string]bool{}
	for _, i := range items {
		known[i.ID] = true
	}
	answers := Answers{}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longestAnswer)
	number := 1
	for ; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var a struct {
			ID     string  `json:"id"`
			Answer *string `json:"answer"`
		}
		switch err := json.Unmarshal(lines.Bytes(), &a); {
		case err != nil || a.Answer == nil:
			return nil, fmt.Errorf(`line %d: %.60q: want {"id": "…", "answer": "…"}`, number, lines.Bytes())
		case !known[a.ID]:
			return nil, fmt.Errorf("line %d: id %q: want that of an item", number, a.ID)
		}
		answers[a.ID] = append(answers[a.ID], *a.Answer)
	}
	if err := safefile.LineError(lines.Err(), number, longestAnswer); err != nil {
		return nil, err
	}
	return answers, nil
}

// Grade marks the answers to all items. An item without any counts as unanswered.
func (a Answers) Grade(items []Item, retries int) (marks []Mark, err error) {
	for _, i := range items {
		m, err := i.Grade(a[i.ID], retries)
		if err != nil {
			return nil, err
		}
		marks = append(marks, m)
	}
	return marks, nil
}
