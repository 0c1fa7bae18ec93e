package bot

import (
	"fmt"
	"slices"
	"strings"

	"thera/internal/catalog/draft"
	"thera/internal/site/botapi"
	"thera/internal/site/play"
)

// Accept says which challenges a bot accepts. An empty list accepts all.
type Accept struct {
	Variants []string
	Speeds   []play.Speed
	// Shortest and Longest bound clocks of minutes: neither the initial time nor the
	// increment may be outside. The zero value is no bound.
	Shortest, Longest play.Control
	Rated, Casual     bool
	// Lowest and Highest bound the challenger's rating, if there is one; 0 is no bound.
	Lowest, Highest int
	People, Bots    bool
}

// Anything accepts all challenges with a clock of minutes.
func Anything() Accept {
	return Accept{Speeds: []play.Speed{play.Fast, play.Slow}, Rated: true, Casual: true, People: true, Bots: true}
}

// Refuses returns why a challenge is not accepted, "" if it is.
func (a Accept) Refuses(c *botapi.Challenge) string {
	control, from := c.TimeControl.Show, c.Challenger
	fromBot := from.Title == botapi.TitleBot
	for _, rule := range []struct {
		violated bool
		format   string
		args     []any
	}{
		{!allows(a.Variants, c.Variant), "variant %q: want one of %s", []any{c.Variant, strings.Join(a.Variants, ", ")}},
		{!allows(a.Speeds, c.Speed), "clock %s is %s: want one of %v", []any{control, c.Speed, a.Speeds}},
		{isShorter(control, a.Shortest), "clock %s: want at least %s", []any{control, a.Shortest}},
		{isShorter(a.Longest, control), "clock %s: want at most %s", []any{control, a.Longest}},
		{c.Rated && !a.Rated, "rated: want casual games", nil},
		{!c.Rated && !a.Casual, "casual: want rated games", nil},
		{fromBot && !a.Bots, "%s is a bot: want people", []any{from.Name}},
		{!fromBot && !a.People, "%s is not a bot: want bots", []any{from.Name}},
		{!a.allowsRating(from.Rating), "rating %d: want %d to %d", []any{from.Rating, a.Lowest, a.Highest}},
		{c.Powers == draft.ByDrafted, "drafted powers: want powers that are not drafted", nil},
	} {
		if rule.violated {
			return fmt.Sprintf(rule.format, rule.args...)
		}
	}
	return ""
}

// allows reports whether a list contains a value, or is empty.
func allows[T comparable](list []T, value T) bool {
	return len(list) == 0 || slices.Contains(list, value)
}

// isShorter reports whether a clock of minutes has less initial time or a smaller
// increment than another. Other clocks, and no clock, are not compared.
func isShorter(a, b play.Control) bool {
	return a.Initial > 0 && b.Initial > 0 && (a.Initial < b.Initial || a.Increment < b.Increment)
}

func (a Accept) allowsRating(rating int) bool {
	return rating <= 0 || rating >= a.Lowest && (a.Highest == 0 || rating <= a.Highest)
}
