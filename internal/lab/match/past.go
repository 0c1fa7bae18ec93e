package match

import (
	"fmt"
	"strconv"
	"strings"
)

// PastOpenings is the numbers of the draws that have found something before a search for
// openings was broken off.
type PastOpenings []int

// Last returns the last of them, 0 where there is none.
func (p PastOpenings) Last() int {
	if len(p) == 0 {
		return 0
	}
	return p[len(p)-1]
}

// ReadPastOpenings reads the past from the text of a book that was broken off: below its
// title, a line, each opening as [FoundOpening.String] writes it. What was written of
// the last one in part is not of the past; whole is the length of the rest.
func ReadPastOpenings(text, title string) (past PastOpenings, whole int, err error) {
	line, rest, ended := strings.Cut(text, "\n")
	if !ended && strings.HasPrefix(title, line) {
		return nil, 0, nil // nothing but a part of the title
	}
	if line != title {
		return nil, 0, fmt.Errorf("line 1: %q: want %q, to go on with it", line, title)
	}
	whole = len(title) + 1
	for n := 2; ; n += 2 {
		comment, after, _ := strings.Cut(rest, "\n")
		moves, after, ended := strings.Cut(after, "\n")
		if !ended {
			return past, whole, nil
		}
		number, ok := strings.CutPrefix(comment, "# ")
		number, _, _ = strings.Cut(number, ":")
		i, err := strconv.Atoi(number)
		if !ok || err != nil || i <= past.Last() {
			return nil, 0, fmt.Errorf("line %d: %q: want \"# NUMBER: …\", the draw of an opening after the %dth", n, comment, past.Last())
		}
		past, whole, rest = append(past, i), whole+len(comment)+len(moves)+2, after
	}
}
