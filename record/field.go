package record

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"thera/game"
)

// parseTime reads a time as Go writes durations.
func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("want a time, as in 1m2.5s")
	}
	return d, nil
}

var decimal = regexp.MustCompile(`^\d+(\.\d+)?$`)

// parseSeconds reads a number of seconds such as "11.88".
func parseSeconds(text string) (time.Duration, error) {
	if !decimal.MatchString(text) {
		return 0, fmt.Errorf("want seconds, as in 11.88")
	}
	return parseTime(text + "s")
}

// formatSeconds is exact, which the float of Duration.Seconds is not.
func formatSeconds(d time.Duration) string {
	text := fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// parseSeats reads what game.Seats writes: "2", "1+3", and "-" for nobody.
func parseSeats(text string) (game.Seats, error) {
	if text == "-" {
		return 0, nil
	}
	var seats game.Seats
	for _, name := range strings.Split(text, "+") {
		if len(name) != 1 || name[0] < '1' || name[0] > '8' {
			return 0, fmt.Errorf("want the winners' seats, as in 2 or 1+3, or - for nobody")
		}
		seats |= game.Only(game.Seat(name[0] - '1'))
	}
	return seats, nil
}

// parseOut reads seats in the order in which they went out: "3" or "3,1".
func parseOut(text string) (seats []game.Seat, err error) {
	for _, name := range strings.Split(text, ",") {
		one, err := parseSeats(name)
		if err != nil || one.Len() != 1 {
			return nil, fmt.Errorf("want the seats that went out, as in 3 or 3,1")
		}
		seats = slices.AppendSeq(seats, one.All())
	}
	return seats, nil
}

// formatOut is the reverse of Out.
func formatOut(seats []game.Seat) string {
	var names []string
	for _, seat := range seats {
		names = append(names, seat.String())
	}
	return strings.Join(names, ",")
}

// isWordByte reports whether c can be part of a word, which needs no quotes.
func isWordByte(c byte) bool { return ' ' < c && c < 0x7f && strings.IndexByte(`"{}[]=`, c) < 0 }

// isWord reports whether a text can stand without quotes.
func isWord(text string) bool {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return text != ""
}
