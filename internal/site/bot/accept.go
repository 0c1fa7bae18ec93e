package bot

import (
	"fmt"
	"slices"
	"strings"

	"thera/internal/catalog/draft"
	"thera/internal/site/botapi"
	"thera/internal/site/play"
)

// Accept says which challenges a bot takes. An empty list is for all there are.
type Accept struct {
	Variants []string
	Speeds   []play.Speed
	// Shortest and Longest bound clocks of minutes: neither what a side begins with
	// nor what it gains may be outside. The zero value is no bound.
	Shortest, Longest play.Control
	Rated, Casual     bool
	// Lowest and Highest bound the challenger's rating, where he has one; 0 is no
	// bound.
	Lowest, Highest int
	People, Bots    bool
}

// Anything takes all challenges with a clock of minutes.
func Anything() Accept {
	return Accept{Speeds: []play.Speed{play.Fast, play.Slow}, Rated: true, Casual: true, People: true, Bots: true}
}

// Refuses returns why a challenge is not taken, "" if it is.
func (a Accept) Refuses(c *botapi.Challenge) string {
	control, from := c.TimeControl.Show, c.Challenger
	switch {
	case len(a.Variants) > 0 && !slices.Contains(a.Variants, c.Variant):
		return fmt.Sprintf("variant %q: want one of %s", c.Variant, strings.Join(a.Variants, ", "))
	case len(a.Speeds) > 0 && !slices.Contains(a.Speeds, c.Speed):
		return fmt.Sprintf("clock %s is %s: want one of %v", control, c.Speed, a.Speeds)
	case a.Shortest.Initial > 0 && control.Initial > 0 && (control.Initial < a.Shortest.Initial || control.Increment < a.Shortest.Increment):
		return fmt.Sprintf("clock %s: want at least %s", control, a.Shortest)
	case a.Longest.Initial > 0 && control.Initial > 0 && (control.Initial > a.Longest.Initial || control.Increment > a.Longest.Increment):
		return fmt.Sprintf("clock %s: want at most %s", control, a.Longest)
	case c.Rated && !a.Rated:
		return "rated: want casual games"
	case !c.Rated && !a.Casual:
		return "casual: want rated games"
	case from.Title == botapi.TitleBot && !a.Bots:
		return fmt.Sprintf("%s is a bot: want people", from.Name)
	case from.Title != botapi.TitleBot && !a.People:
		return fmt.Sprintf("%s is no bot: want bots", from.Name)
	case from.Rating > 0 && (from.Rating < a.Lowest || a.Highest > 0 && from.Rating > a.Highest):
		return fmt.Sprintf("rating %d: want one from %d to %d", from.Rating, a.Lowest, a.Highest)
	case c.Powers == draft.ByDrafted:
		return "powers by a draft: want another way"
	}
	return ""
}
