package tournament

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"thera/internal/catalog/draft"
	"thera/internal/site/play"
)

// Kind is how a contest is played.
type Kind string

// The kinds.
const (
	Arena      Kind = "arena"
	Swiss      Kind = "swiss"
	RoundRobin Kind = "round-robin"
	Knockout   Kind = "knockout"
)

// Entry says who may join.
type Entry string

// Those who may join. Guests may only where games are casual.
const (
	Anybody Entry = "all"
	People  Entry = "people"
	Bots    Entry = "bots"
)

// Conditions are what is played.
type Conditions struct {
	Kind    Kind         `json:"kind" enum:"arena,swiss,round-robin,knockout"`
	Name    string       `json:"name" maxLength:"100"`
	Game    string       `json:"game" maxLength:"40"`
	Variant string       `json:"variant,omitempty" maxLength:"80" doc:"For two players; the game's first one, if it is missing"`
	Powers  draft.Method `json:"powers,omitempty" maxLength:"80" doc:"As in a seek, but for draft"`
	Control play.Control `json:"clock" doc:"Such as 5+3, or 3d"`
	Rated   bool         `json:"rated,omitempty"`
	Rounds  int          `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"Of Swiss; 0 for as many as its players need"`
	Minutes int          `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"Of an arena, in which games begin"`
	Double  bool         `json:"double,omitempty" doc:"Each pairing is two games, with the seats exchanged; not in an arena"`
	Book    bool         `json:"book,omitempty" doc:"Games begin with openings that are even, the two of a pairing with the same one"`
	Players Entry        `json:"players" enum:"all,people,bots"`
	// Unlisted contests are seen and joined by those who know the id.
	Unlisted bool   `json:"unlisted,omitempty" doc:"Only who has the link finds it"`
	Class    string `json:"class,omitempty" maxLength:"40" doc:"The id of the class whose members alone see it and join it"`
	// Starts is 0 for when the organizer says so.
	Starts play.Instant `json:"starts,omitempty" minimum:"0" doc:"When it starts, in ms; without it when the organizer says so"`
}

const (
	// MaxPlayers is how many can join.
	MaxPlayers = 256
	// maxRoundRobin is how many can where all meet all.
	maxRoundRobin = 64
	// horizon is how far ahead a contest can start.
	horizon = 366 * 24 * 3_600_000
)

// capacity returns how many can join.
func (t Conditions) capacity() int {
	if t.Kind == RoundRobin {
		return maxRoundRobin
	}
	return MaxPlayers
}

// legs returns how many games a pairing is.
func (t Conditions) legs() int {
	if t.Double {
		return 2
	}
	return 1
}

// pause returns how long players have between rounds.
func (t Conditions) pause() play.Instant {
	if t.Players == Bots || t.Control.Turn > 0 {
		return 0
	}
	return 10_000
}

// check returns the terms with blanks trimmed, or a refusal. Whether there is
// such a game is for others to say.
func (t Conditions) check(now play.Instant) (Conditions, error) {
	t.Name = strings.Join(strings.Fields(t.Name), " ")
	switch length := utf8.RuneCountInString(t.Name); {
	case length < 2 || length > 60:
		return t, refuse(BadTerms, "name %q: want 2 to 60 characters", t.Name)
	case t.Players != Anybody && t.Players != People && t.Players != Bots:
		return t, refuse(BadTerms, "players %q: want %s, %s or %s", t.Players, Anybody, People, Bots)
	case t.Control.Speed() == play.Unlimited:
		return t, refuse(BadTerms, "no clock: want one, so that each game ends")
	case t.Powers == draft.ByDrafted:
		return t, refuse(BadTerms, "powers %q: want others, since nobody waits for a draft", t.Powers)
	case t.Rated && t.Unlisted:
		return t, refuse(BadTerms, "rated and unlisted: want a contest that all can see, or casual games")
	case t.Starts != 0 && (t.Starts < now || t.Starts > now+horizon):
		return t, refuse(BadTerms, "starts at %d: want a time within a year from now, %d", t.Starts, now)
	case t.Kind != Arena && t.Minutes != 0:
		return t, refuse(BadTerms, "%d minutes: want them of an arena alone", t.Minutes)
	case t.Kind != Swiss && t.Rounds != 0:
		return t, refuse(BadTerms, "%d rounds: want them of Swiss alone", t.Rounds)
	}
	switch t.Kind {
	case Arena:
		switch {
		case t.Minutes < 1 || t.Minutes > 1440:
			return t, refuse(BadTerms, "%d minutes: want 1 to 1440", t.Minutes)
		case t.Control.Turn > 0:
			return t, refuse(BadTerms, "clock %s: want minutes in an arena", t.Control)
		case t.Double:
			return t, refuse(BadTerms, "double: want one game for each pairing of an arena")
		}
	case Swiss:
		if t.Rounds < 0 || t.Rounds > 30 {
			return t, refuse(BadTerms, "%d rounds: want up to 30", t.Rounds)
		}
	case RoundRobin, Knockout:
	default:
		return t, refuse(BadTerms, "kind %q: want %s, %s, %s or %s", t.Kind, Arena, Swiss, RoundRobin, Knockout)
	}
	return t, nil
}

// admits refuses who may not join by what he is.
func (t Conditions) admits(p Entrant) error {
	switch {
	case t.Rated && p.Kind == play.Guest:
		return refuse(NotForYou, "rated games are for accounts")
	case t.Players == People && p.Kind == play.Bot:
		return refuse(NotForYou, "this contest is for people")
	case t.Players == Bots && p.Kind != play.Bot:
		return refuse(NotForYou, "this contest is for bots")
	}
	return nil
}

// The reasons of refusals, beside those of games.
const (
	BadTerms  play.Reason = "bad-terms"   // can't be played so
	NotForYou play.Reason = "not-for-you" // may not join
	NotYours  play.Reason = "not-yours"   // is for the organizer alone
	Started   play.Reason = "started"     // can't be done any more
	Full      play.Reason = "full"        // nobody else can join
	NotIn     play.Reason = "not-in"      // is not in the contest
	TooFew    play.Reason = "too-few"     // two have to be in
	NoGame    play.Reason = "no-game"     // no such game is being played
	Over      play.Reason = "over"        // it has ended
)

func refuse(reason play.Reason, format string, args ...any) error {
	return &play.Refusal{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}
