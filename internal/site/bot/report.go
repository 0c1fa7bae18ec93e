package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"thera/internal/child"
	"thera/internal/lab/match"
	"thera/internal/site/play"
)

// The events of reports.
const (
	Online    = "online"    // connected to the server
	Offline   = "offline"   // not connected; detail says why
	Accepted  = "accepted"  // a challenge
	Declined  = "declined"  // a challenge; detail says why
	Offered   = "offered"   // a seek, or a challenge to the opponents
	Refused   = "refused"   // by the server: an offer, or an answer to one; detail says why
	Began     = "began"     // a game, or this bot's part in it
	Played    = "played"    // a turn
	Fault     = "fault"     // of the program: reason, detail, words
	GivenUp   = "given-up"  // a game, because of its program's faults
	Ended     = "ended"     // a game: result, reason, and perhaps the fault that caused it
	Interrupt = "interrupt" // the connection of a game was interrupted; detail says why
	Leaving   = "leaving"   // detail says what becomes of the games
)

// Report is something that has happened, as text for people and as JSON for programs.
// Event says which fields are set.
type Report struct {
	At        time.Time    `json:"at"`
	Event     string       `json:"event"`
	Game      string       `json:"game,omitempty"`      // the game's id
	Challenge string       `json:"challenge,omitempty"` // its id
	Rules     string       `json:"rules,omitempty"`     // the game's name and variant
	Clock     string       `json:"clock,omitempty"`
	Rated     bool         `json:"rated,omitempty"`
	Seat      int          `json:"seat,omitempty"` // of the bot
	Opponents []string     `json:"opponents,omitempty"`
	Ply       int          `json:"ply,omitempty"`
	Turn      string       `json:"turn,omitempty"`
	Spent     play.Millis  `json:"spent_ms,omitempty"`
	Left      play.Millis  `json:"left_ms,omitempty"` // on the clock before the turn
	Result    string       `json:"result,omitempty"`  // won, lost or aborted
	Reason    string       `json:"reason,omitempty"`  // why a game is over, by its log
	Fault     match.Reason `json:"fault,omitempty"`   // of the program
	Detail    string       `json:"detail,omitempty"`
	// Words is the last text that the program has written to standard error.
	Words string `json:"words,omitempty"`
}

// Results of games.
const (
	Won     = "won"
	Lost    = "lost"
	Aborted = "aborted"
)

// String returns a line for people, followed by the program's words.
func (r Report) String() string {
	var b strings.Builder
	b.WriteString(r.At.Format("15:04:05 "))
	if id := cmp.Or(r.Game, r.Challenge); id != "" {
		b.WriteString(id + " ")
	}
	b.WriteString(r.Event)
	if r.Event == Ended {
		fmt.Fprintf(&b, ": %s, %s", r.Result, r.Reason)
	}
	if len(r.Opponents) > 0 {
		b.WriteString(preposition(r.Event) + strings.Join(r.Opponents, ", "))
	}
	var more []string
	add := func(ok bool, format string, args ...any) {
		if ok {
			more = append(more, fmt.Sprintf(format, args...))
		}
	}
	add(r.Rules != "", "%s", r.Rules)
	add(r.Clock != "", "%s", r.Clock)
	add(r.Rated, "rated")
	add(r.Seat > 0, "seat %d", r.Seat)
	add(r.Turn != "", "%d. %s", r.Ply, r.Turn)
	add(r.Spent > 0, "%.1f s", float64(r.Spent)/1000)
	add(r.Left > 0, "of %.1f s", float64(r.Left)/1000)
	add(r.Fault != "", "%s of the program", r.Fault)
	add(r.Detail != "", "%s", r.Detail)
	if len(more) > 0 {
		b.WriteString(": " + strings.Join(more, ", "))
	}
	if words := strings.TrimSpace(r.Words); words != "" {
		b.WriteString("\n  the program wrote:\n  | " + strings.ReplaceAll(words, "\n", "\n  | "))
	}
	return b.String()
}

func (b *bot) report(r Report) {
	r.At = time.Now()
	// Names, reasons and turns come from a server, and may be meant for a terminal.
	for _, text := range []*string{&r.Game, &r.Challenge, &r.Rules, &r.Clock, &r.Turn, &r.Reason, &r.Detail, &r.Words} {
		*text = child.Clean(*text)
	}
	r.Opponents = slices.Clone(r.Opponents)
	for i, name := range r.Opponents {
		r.Opponents[i] = child.Clean(name)
	}
	b.reporting.Lock()
	defer b.reporting.Unlock()
	if b.Report != nil {
		b.Report(r)
	}
}

// preposition returns what stands between an event and the opponents.
func preposition(event string) string {
	switch event {
	case Offered:
		return " to "
	case Accepted, Declined:
		return " from "
	}
	return " against "
}
