package tournament

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// Kind is the format of a tournament.
type Kind string

// The kinds.
const (
	Arena      Kind = "arena"
	Swiss      Kind = "swiss"
	RoundRobin Kind = "round-robin"
	Knockout   Kind = "knockout"
)

var kinds = []Kind{Arena, Swiss, RoundRobin, Knockout}

// Entry says who may join.
type Entry string

// Who may join. Guests may join only where games are casual.
const (
	Anybody Entry = "all"
	People  Entry = "people"
	Bots    Entry = "bots"
)

var entries = []Entry{Anybody, People, Bots}

// Conditions are the terms of a tournament.
type Conditions struct {
	Kind    Kind         `json:"kind" enum:"arena,swiss,round-robin,knockout"`
	Name    string       `json:"name" maxLength:"100"`
	Game    string       `json:"game" maxLength:"40"`
	Variant string       `json:"variant,omitempty" maxLength:"80" doc:"A variant for two players; by default the game's first"`
	Powers  draft.Method `json:"powers,omitempty" maxLength:"80" doc:"As in a seek, except draft"`
	Control play.Control `json:"clock" doc:"Such as 5+3, or 3d"`
	Rated   bool         `json:"rated,omitempty"`
	Rounds  int          `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"Rounds of a Swiss tournament; 0 for as many as the players need"`
	Minutes int          `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"How long an arena starts games"`
	Double  bool         `json:"double,omitempty" doc:"Each pairing is two games with the seats swapped; not in an arena"`
	Book    bool         `json:"book,omitempty" doc:"Games start from balanced openings; the two games of a pairing from the same one"`
	Players Entry        `json:"players" enum:"all,people,bots"`
	// Unlisted tournaments can be seen and joined by anybody who knows the ID.
	Unlisted bool   `json:"unlisted,omitempty" doc:"Not in public lists; anybody with the link can join"`
	Class    string `json:"class,omitempty" maxLength:"40" doc:"The ID of a class: only its members see and join the tournament"`
	// Starts is 0 if the organizer starts the tournament.
	Starts play.Instant `json:"starts,omitempty" minimum:"0" doc:"When it starts, in ms; by default the organizer starts it"`
}

const (
	// MaxPlayers is how many players can join.
	MaxPlayers = 256
	// maxRoundRobin is how many can join a round robin.
	maxRoundRobin = 64
	// maxStartAhead is how far ahead a start can be scheduled, in ms.
	maxStartAhead = 366 * 24 * 3_600_000
)

func (t Conditions) capacity() int {
	if t.Kind == RoundRobin {
		return maxRoundRobin
	}
	return MaxPlayers
}

func (t Conditions) legs() int {
	if t.Double {
		return 2
	}
	return 1
}

func (t Conditions) pause() play.Instant {
	if t.Players == Bots || t.Control.Turn > 0 {
		return 0
	}
	return 10_000
}

// validate returns the terms with blanks trimmed from the name, or a refusal. It
// does not check the game, the variant and the powers.
func (t Conditions) validate(now play.Instant) (Conditions, error) {
	t.Name = strings.Join(strings.Fields(t.Name), " ")
	length := utf8.RuneCountInString(t.Name)
	bad := func(broken bool, format string, args ...any) error {
		return play.RefuseIf(broken, BadTerms, format, args...)
	}
	return t, cmp.Or(
		bad(length < 2 || length > 60, "name %q: want 2 to 60 characters", t.Name),
		bad(!slices.Contains(entries, t.Players), "players %q: want %s, %s or %s", t.Players, Anybody, People, Bots),
		bad(t.Control.Speed() == play.Unlimited, "no clock: want one, so that every game ends"),
		bad(t.Powers == draft.ByDrafted, "powers %q: tournaments have no draft; choose another way", t.Powers),
		bad(t.Rated && t.Unlisted, "rated and unlisted: want a public tournament, or casual games"),
		bad(t.Starts != 0 && (t.Starts < now || t.Starts > now+maxStartAhead), "starts at %d: want a time within a year from now, %d", t.Starts, now),
		bad(t.Kind != Arena && t.Minutes != 0, "%d minutes: only an arena has them", t.Minutes),
		bad(t.Kind != Swiss && t.Rounds != 0, "%d rounds: they can be set only in Swiss", t.Rounds),
		bad(t.Kind == Arena && (t.Minutes < 1 || t.Minutes > 1440), "%d minutes: want 1 to 1440", t.Minutes),
		bad(t.Kind == Arena && t.Control.Turn > 0, "clock %s: an arena needs one of minutes, such as 5+3", t.Control),
		bad(t.Kind == Arena && t.Double, "double: a pairing in an arena is one game"),
		bad(t.Rounds < 0 || t.Rounds > 30, "%d rounds: want at most 30", t.Rounds),
		bad(!slices.Contains(kinds, t.Kind), "kind %q: want %s, %s, %s or %s", t.Kind, Arena, Swiss, RoundRobin, Knockout),
	)
}

func (t Conditions) checkEntrant(p Entrant) error {
	return cmp.Or(
		play.RefuseIf(t.Rated && p.Kind == play.Guest, NotForYou, "rated games are for accounts"),
		play.RefuseIf(t.Players == People && p.Kind == play.Bot, NotForYou, "this tournament is for people"),
		play.RefuseIf(t.Players == Bots && p.Kind != play.Bot, NotForYou, "this tournament is for bots"),
	)
}

// Reasons of refusals, in addition to those of package play.
const (
	BadTerms  play.Reason = "bad-terms"   // cannot be played
	NotForYou play.Reason = "not-for-you" // may not join
	NotYours  play.Reason = "not-yours"   // only the organizer may do this
	Started   play.Reason = "started"     // too late
	Full      play.Reason = "full"        // no places left
	NotIn     play.Reason = "not-in"      // not in the tournament
	TooFew    play.Reason = "too-few"     // needs two players
	NoGame    play.Reason = "no-game"     // no such game is in progress
	Over      play.Reason = "over"        // it has ended
)
