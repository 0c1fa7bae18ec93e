package dataset

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"thera/internal/safefile"
)

// journaled yields the rows in a journal.
func journaled[R any](name string) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		file, err := os.Open(name)
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = file.Close() }() // only read
		in := bufio.NewReader(file)
		if _, err := in.ReadBytes('\n'); err != nil { // the title
			yield(none, fmt.Errorf("%s: %w", name, err))
			return
		}
		for games := json.NewDecoder(in); ; {
			var rows []R
			err := games.Decode(&rows)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(none, fmt.Errorf("%s: %w", name, safefile.JSONError(err)))
				return
			}
			for _, r := range rows {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}
