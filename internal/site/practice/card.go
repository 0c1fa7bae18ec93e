package practice

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// Limits.
const (
	maxCards       = 2000 // of an account
	maxPut         = 50   // cards in one request
	maxRepetitions = 40   // of a card: the newest
	maxReasons     = 4    // of a card
	maxPosition    = 300  // bytes
	maxTurn        = 100  // bytes
	// maxAhead is how far ahead the clock of a device may be, in ms. Repetitions from later
	// are left out.
	maxAhead = play.Instant(2 * 24 * time.Hour / time.Millisecond)
)

// Grade is the result of a repetition.
type Grade string

// The grades.
const (
	Again   Grade = "again" // wrong
	Hard    Grade = "hard"  // right after a hint
	Good    Grade = "good"  // right on the first try
	Removed Grade = "removed"
)

var grades = []Grade{Again, Hard, Good, Removed}

// Repetition is one repetition of a card, or its removal.
type Repetition struct {
	At    play.Instant `json:"at" minimum:"1" doc:"When it was, in ms; the same time twice is the same repetition"`
	Grade Grade        `json:"grade" enum:"again,hard,good,removed" doc:"Wrong, right after a hint, right on the first try; removed asks for no more repetitions"`
}

// Card is a mistake or a failed puzzle to practice.
type Card struct {
	Game     string    `json:"game" maxLength:"20" doc:"The game's name"`
	Puzzle   string    `json:"puzzle,omitempty" pattern:"^[a-z0-9-]{1,20}$" doc:"The ID of a failed puzzle; then position and turns are missing"`
	Position string    `json:"position,omitempty" maxLength:"300" doc:"The position before the mistake"`
	Played   game.Move `json:"played,omitempty" maxLength:"100" doc:"The mistake"`
	Better   game.Move `json:"better,omitempty" maxLength:"100" doc:"The better turn"`
	Answer   game.Move `json:"answer,omitempty" maxLength:"100" doc:"The opponent's best answer to the mistake"`
	Won      bool      `json:"won,omitempty" doc:"Whether the position before the mistake is proven to be won"`
	// Reasons are kinds of reasons, which the page has words for.
	Reasons     []string     `json:"reasons,omitempty" maxItems:"4" doc:"Why it was a mistake: kinds of reasons"`
	Added       play.Instant `json:"added" minimum:"1" doc:"When it was found, in ms"`
	Repetitions []Repetition `json:"repetitions" maxItems:"40" doc:"In order of time"`
}

// id identifies the same mistake, whatever game it was made in.
func (c *Card) id() string {
	if c.Puzzle != "" {
		return c.Game + "#" + c.Puzzle
	}
	return c.Game + " " + c.Position + " " + string(c.Played)
}

var (
	reasonShape = regexp.MustCompile(`^[a-z-]{1,30}$`)
	puzzleShape = regexp.MustCompile(`^[a-z0-9-]{1,20}$`)
)

// check returns why a card can't be right. It doesn't rely on the schema, as everything in a
// card is stored.
func (c *Card) check(games []game.Game) error {
	i := slices.IndexFunc(games, func(g game.Game) bool { return g.Name() == c.Game })
	if i < 0 {
		return fmt.Errorf("game %q is unknown here", c.Game)
	}
	if err := c.checkShape(); err != nil {
		return err
	}
	if c.Puzzle != "" {
		if c.Position+string(c.Played+c.Better+c.Answer) != "" {
			return fmt.Errorf("puzzle %q with a position or turns: want neither", c.Puzzle)
		}
		return nil
	}
	return c.checkTurns(games[i])
}

// checkShape returns what is too long or none of the values that there are.
func (c *Card) checkShape() error {
	isBadReason := func(reason string) bool { return !reasonShape.MatchString(reason) }
	isBadRepetition := func(r Repetition) bool { return r.At < 1 || !slices.Contains(grades, r.Grade) }
	switch longest := max(len(c.Played), len(c.Better), len(c.Answer)); {
	case c.Puzzle != "" && !puzzleShape.MatchString(c.Puzzle):
		return fmt.Errorf("puzzle %.40q: want an ID", c.Puzzle)
	case len(c.Position) > maxPosition || longest > maxTurn:
		return fmt.Errorf("position of %d bytes and turns of up to %d: want at most %d and %d", len(c.Position), longest, maxPosition, maxTurn)
	case len(c.Reasons) > maxReasons || slices.ContainsFunc(c.Reasons, isBadReason):
		return fmt.Errorf("reasons %.100q: want at most %d, of lower-case letters", c.Reasons, maxReasons)
	case c.Added < 1 || slices.ContainsFunc(c.Repetitions, isBadRepetition):
		return fmt.Errorf("added or repeated before 1970, or with a grade that is none of %v", grades)
	}
	return nil
}

// checkTurns plays the card's turns.
func (c *Card) checkTurns(rules game.Game) error {
	pos, err := rules.Parse(c.Position)
	if err != nil {
		return fmt.Errorf("position: %w", err)
	}
	if text := pos.String(); text != c.Position {
		return fmt.Errorf("position %q: want it as the rules write it, %q", c.Position, text)
	}
	if c.Better == "" || c.Better == c.Played {
		return fmt.Errorf("better %q: want another turn than %q", c.Better, c.Played)
	}
	if _, err := pos.Play(c.Better); err != nil {
		return fmt.Errorf("better: %w", err)
	}
	after, err := pos.Play(c.Played)
	if err != nil {
		return fmt.Errorf("played: %w", err)
	}
	if c.Answer != "" {
		if _, err := after.Play(c.Answer); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
	return nil
}

// tidy sorts a card's repetitions, and leaves out what can't have happened by now.
func (c *Card) tidy(now play.Instant) {
	c.Added = min(c.Added, now)
	c.Repetitions = slices.DeleteFunc(union(c.Repetitions), func(r Repetition) bool { return r.At > now+maxAhead })
}

// merge returns what two devices know about the same card: what the first one found, with
// the repetitions of both.
func merge(a, b Card) Card {
	if b.Added < a.Added {
		a, b = b, a
	}
	a.Repetitions = union(a.Repetitions, b.Repetitions)
	return a
}

// union returns the newest of some repetitions in order of time, of several at the same time
// the worst.
func union(some ...[]Repetition) []Repetition {
	repetitions := append([]Repetition{}, slices.Concat(some...)...)
	slices.SortFunc(repetitions, func(a, b Repetition) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(slices.Index(grades, a.Grade), slices.Index(grades, b.Grade)))
	})
	repetitions = slices.CompactFunc(repetitions, func(a, b Repetition) bool { return a.At == b.At })
	return repetitions[max(0, len(repetitions)-maxRepetitions):]
}

// rank says how well known a card is. Of too many cards, those that were removed go
// first, then those that went well most often in a row, of these the ones that were
// repeated longest ago.
func (c *Card) rank() (removed bool, streak int, last play.Instant) {
	last = c.Added
	for _, r := range c.Repetitions {
		last = r.At
		if streak++; r.Grade == Again {
			streak = 0
		}
	}
	removed = len(c.Repetitions) > 0 && c.Repetitions[len(c.Repetitions)-1].Grade == Removed
	return removed, streak, last
}
