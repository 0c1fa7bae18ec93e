package match

import (
	"fmt"
	"strconv"
	"strings"
)

// PastOpenings holds the numbers of the draws that had found something when a search for
// openings was stopped.
type PastOpenings []int

// Last returns the last of them, 0 where there is none.
func (p PastOpenings) Last() int {
	if len(p) == 0 {
		return 0
	}
	return p[len(p)-1]
}

// Take adds an opening from the text of a book, as [FoundOpening.String] writes it.
func (p *PastOpenings) Take(text []byte) error {
	number, ok := strings.CutPrefix(string(text), "# ")
	number, _, _ = strings.Cut(number, ":")
	i, err := strconv.Atoi(number)
	if !ok || err != nil || i <= p.Last() {
		return fmt.Errorf("want \"# NUMBER: …\", the draw of an opening after the %dth", p.Last())
	}
	*p = append(*p, i)
	return nil
}
