package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"thera/game"
)

// Boards are boards beside a game's variants, to be solved rather than played.
// The zero value has none.
type Boards struct {
	// Names says in words which boards there are: "4x4, 4x5".
	Names string
	// Start returns the start position of a board as text, "" if there is no
	// board of that name.
	Start func(name string) string
}

// Start returns the start position of a variant, or of one of the Boards.
func (e Entry) Start(board string) (game.Position, error) {
	pos, err := e.Game.Start(board)
	if err == nil || e.Boards.Start == nil {
		return pos, err
	}
	if text := e.Boards.Start(board); text != "" {
		return e.Game.Parse(text)
	}
	return nil, fmt.Errorf("%w, or %s", err, e.Boards.Names)
}

// hermitBoards are empty boards of files by ranks.
var hermitBoards = Boards{
	Names: "any size up to 10x10, such as 4x7",
	Start: func(name string) string {
		f, r, _ := strings.Cut(name, "x")
		files, err1 := strconv.Atoi(f)
		ranks, err2 := strconv.Atoi(r)
		if err1 != nil || err2 != nil || min(files, ranks) < 1 || files > game.MaxFiles || ranks > game.MaxRanks {
			return ""
		}
		return strings.Repeat("/"+strings.Repeat(".", files), ranks)[1:] + " 1"
	},
}

// amazonsBoards are the small boards, files by ranks, whose results are
// published. Amazons stand one square from the corners (Müller 2001).
var amazonsBoards = Boards{
	Names: "4x4, 4x5, 4x6, 4x7, 5x4, 5x5, 5x6, 6x4, 6x5",
	Start: func(name string) string {
		return map[string]string{
			"4x4": "1qq1/q2q/Q2Q/1QQ1 w",
			"4x5": "1qq1/q2q/4/Q2Q/1QQ1 w",
			"4x6": "1qq1/q2q/4/4/Q2Q/1QQ1 w",
			"4x7": "1qq1/q2q/4/4/4/Q2Q/1QQ1 w",
			"5x4": "1q1q1/q3q/Q3Q/1Q1Q1 w",
			"5x5": "1q1q1/q3q/5/Q3Q/1Q1Q1 w",
			"5x6": "1q1q1/q3q/5/5/Q3Q/1Q1Q1 w",
			"6x4": "1q2q1/q4q/Q4Q/1Q2Q1 w",
			"6x5": "1q2q1/q4q/6/Q4Q/1Q2Q1 w",
		}[name]
	},
}
