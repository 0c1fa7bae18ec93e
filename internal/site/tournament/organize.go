package tournament

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

const (
	maxOpen = 10
	// maxAddressGuests is how many guests of an address can join a tournament in a day: those
	// of a school class with some to spare. Each node counts them.
	maxAddressGuests = 100
)

// Create creates a tournament. It refuses terms that cannot be played.
func (d *Director) Create(ctx context.Context, who account.Who, terms Conditions) (Contest, error) {
	if who.Kind == play.Guest || who.Class != "" {
		return Contest{}, play.Refuse(account.NoGuest, "guests can join tournaments but not create them: sign up first")
	}
	terms, err := d.check(ctx, who, terms)
	if err != nil {
		return Contest{}, err
	}
	events, err := Create(terms, who.ID, d.now())
	if err != nil {
		return Contest{}, err
	}
	state, err := Replay(events)
	if err != nil {
		return Contest{}, err
	}
	text, err := briefOf(state)
	if err != nil {
		return Contest{}, err
	}
	id := strings.ToLower(rand.Text()[:10])
	err = d.storage.add(ctx, id, state, events, d.nextDue(state), text)
	if errors.Is(err, store.ErrFull) {
		return Contest{}, play.Refuse(TooMany, "%d of your tournaments have not ended: want fewer than %d", maxOpen, maxOpen)
	}
	if err != nil {
		return Contest{}, err
	}
	return d.View(ctx, who, id, 0)
}

// check returns the terms with the variant written out, or a refusal.
func (d *Director) check(ctx context.Context, who account.Who, terms Conditions) (Conditions, error) {
	_, game, seats, err := d.config.Lobby.Check(ctx, who.Player, gameTerms(terms))
	if err != nil {
		return terms, err
	}
	asked := terms.Variant
	terms.Variant, terms.Powers = game.Variant, game.Powers
	if seats != 2 {
		return terms, play.Refuse(BadTerms, "variant %q is for %d players: want one for two", terms.Variant, seats)
	}
	if terms.Book {
		_, first, _, err := d.config.Lobby.Check(ctx, who.Player, lobby.Terms{Game: terms.Game})
		if err != nil {
			return terms, err
		}
		if terms.Variant != first.Variant || terms.Powers != "" {
			return terms, play.Refuse(BadTerms, "openings for %q: only the variant %q has a book", asked, first.Variant)
		}
		if _, err := d.config.Opening(terms.Game, 0); err != nil {
			return terms, play.Refuse(BadTerms, "openings: %v", err)
		}
	}
	if terms.Class == "" {
		return terms, nil
	}
	teaches, err := d.config.Classes.Teaches(ctx, who, terms.Class)
	if err == nil && !teaches {
		err = play.Refuse(NotYours, "class %q: only its teacher can create tournaments for it", terms.Class)
	}
	return terms, err
}

func gameTerms(t Conditions) lobby.Terms {
	return lobby.Terms{Game: t.Game, Variant: t.Variant, Powers: t.Powers, Control: t.Control, Rated: t.Rated}
}

// Join adds a player with their current rating, to a team from 1 in a team match. Only
// members and the teacher may join a class's tournament.
func (d *Director) Join(ctx context.Context, who account.Who, id string, team int) (Contest, error) {
	here := httpkit.Client(ctx)
	if here != httpkit.Local {
		here += " " + id
	}
	isNewGuest := false
	view, err := d.execute(ctx, who, id, func(c *cached, _ string) (Command, error) {
		if class := c.state.terms.Class; class != who.Class {
			if teaches, err := d.config.Classes.Teaches(ctx, who, class); err != nil || !teaches {
				return nil, cmp.Or(err, play.Refuse(NotForYou, "only members of its class can join a class's tournament, and they join no others"))
			}
		}
		rated, _, _, err := d.config.Lobby.Check(ctx, who.Player, gameTerms(c.state.terms))
		if err != nil {
			return nil, err
		}
		if isNewGuest = who.IsGuest() && c.state.entrant(who.ID) == nil; isNewGuest {
			if wait := d.guests.Check(here, time.Now()); wait > 0 {
				return nil, &play.Refusal{Reason: account.NoGuest, Wait: wait, Detail: fmt.Sprintf("%d guests from this address have joined today: sign up for an account", maxAddressGuests)}
			}
		}
		return Join{Player: Entrant{ID: who.ID, Kind: who.Kind, Rating: rated.Rating, Team: team}}, nil
	})
	if err == nil && isNewGuest {
		d.guests.Wait(here, time.Now())
	}
	return view, err
}

// Seat lets the organizer add the house bot of a level, from 1, to a team as in Join.
func (d *Director) Seat(ctx context.Context, who account.Who, id string, level, team int) (Contest, error) {
	return d.execute(ctx, who, id, func(c *cached, by string) (Command, error) {
		terms := c.state.terms
		bots := d.config.Residents(terms.Game)
		if level < 1 || level > len(bots) {
			return nil, play.Refuse(lobby.NoBot, "level %d of %s: want 1 to %d, the levels of its house bots", level, terms.Game, len(bots))
		}
		bot, _, _, err := d.config.Lobby.Check(ctx, bots[level-1], gameTerms(terms))
		return Seat{By: by, Player: Entrant{ID: bot.ID, Kind: bot.Kind, Rating: bot.Rating, Team: team}}, err
	})
}

// Leave takes a player whose account was closed out of all tournaments that have not
// ended, and cancels those of theirs that have not started. Those of a class belong to its
// teacher, and stay if it was handed over.
func (d *Director) Leave(ctx context.Context, player string) error {
	ids, err := d.storage.concerning(ctx, player)
	if err != nil {
		return err
	}
	var all error
	for _, id := range ids {
		all = errors.Join(all, d.with(ctx, id, func(c *cached) error {
			err := d.cancelOpen(ctx, c, player)
			if _, in := c.state.Entrant(player); in && c.state.stage != Done && err == nil {
				err = d.decide(ctx, c, Withdraw{ID: player})
			}
			return errors.Join(err, d.advance(ctx, c))
		}))
	}
	return all
}

// CancelOpen cancels the tournaments of an organizer who was banned that have not started,
// except those of a class.
func (d *Director) CancelOpen(ctx context.Context, organizer string) error {
	ids, all := d.storage.concerning(ctx, organizer)
	for _, id := range ids {
		all = errors.Join(all, d.with(ctx, id, func(c *cached) error { return d.cancelOpen(ctx, c, organizer) }))
	}
	return all
}

func (d *Director) cancelOpen(ctx context.Context, c *cached, organizer string) error {
	if c.state.organizer != organizer || c.state.terms.Class != "" || c.state.stage != Open {
		return nil
	}
	return d.decide(ctx, c, Cancel{By: organizer})
}

// Reload reads a tournament again, which an operator may have removed.
func (d *Director) Reload(ctx context.Context, id string) error {
	c, _ := d.lock(id)
	defer c.mu.Unlock()
	if err := d.refresh(ctx, c, true); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// LeaveClass takes players who no longer belong to a class out of its tournaments.
func (d *Director) LeaveClass(ctx context.Context, class string) error {
	ids, all := d.storage.openIn(ctx, class)
	for _, id := range ids {
		all = errors.Join(all, d.with(ctx, id, func(c *cached) error {
			outsiders, err := d.config.Classes.Outsiders(ctx, class, idsOf(c.state.active()))
			for _, player := range outsiders {
				err = errors.Join(err, d.decide(ctx, c, Withdraw{ID: player}))
			}
			return errors.Join(err, d.advance(ctx, c))
		}))
	}
	return all
}

// Do carries out an account's command, which gets the ID of who gives it: that of the
// organizer for the teacher of its class.
func (d *Director) Do(ctx context.Context, who account.Who, id string, command func(by string) Command) (Contest, error) {
	return d.execute(ctx, who, id, func(_ *cached, by string) (Command, error) { return command(by), nil })
}

// execute carries out a command, which gets the ID by which it knows the account.
func (d *Director) execute(ctx context.Context, who account.Who, id string, command func(c *cached, by string) (Command, error)) (Contest, error) {
	ctx = context.WithoutCancel(ctx) // others wait for the result as well
	err := d.with(ctx, id, func(c *cached) error {
		if err := d.checkVisible(ctx, c, who); err != nil {
			return err
		}
		by, err := d.actor(ctx, c, who)
		if err != nil {
			return err
		}
		order, err := command(c, by)
		if err == nil {
			err = d.decide(ctx, c, order)
		}
		if err == nil {
			d.logFailure(ctx, id, d.advance(ctx, c)) // tried again later
		}
		return err
	})
	if err != nil {
		return Contest{}, err
	}
	return d.View(ctx, who, id, 0)
}

// actor returns the ID by which commands know an account. The teacher of a class is the
// organizer of its tournaments, and an earlier teacher who has made them no longer is.
func (d *Director) actor(ctx context.Context, c *cached, who account.Who) (string, error) {
	if c.state.terms.Class == "" {
		return who.ID, nil
	}
	teaches, err := d.config.Classes.Teaches(ctx, who, c.state.terms.Class)
	switch {
	case teaches:
		return c.state.organizer, err
	case who.ID == c.state.organizer:
		return "", err
	}
	return who.ID, err
}

func (d *Director) checkVisible(ctx context.Context, c *cached, who account.Who) error {
	sees, err := d.sees(ctx, who, c.state.terms.Class)
	if err == nil && !sees {
		err = ErrNotFound
	}
	return err
}

// sees reports whether an account may see the tournaments of a class, "" for none.
func (d *Director) sees(ctx context.Context, who account.Who, class string) (bool, error) {
	if class == "" {
		return true, nil
	}
	return d.config.Classes.Sees(ctx, who, class)
}

// Kind is the format of a tournament.
type Kind string

// The kinds.
const (
	Arena      Kind = "arena"
	Swiss      Kind = "swiss"
	RoundRobin Kind = "round-robin"
	Knockout   Kind = "knockout"
	Teams      Kind = "teams"
	// Consultation is one game, in which the players of a side vote on its turns.
	Consultation Kind = "consultation"
)

var kinds = []Kind{Arena, Swiss, RoundRobin, Knockout, Teams, Consultation}

// Entry says who may join.
type Entry string

// The players who may join. Guests may join only where games are casual.
const (
	Anybody Entry = "all"
	People  Entry = "people"
	Bots    Entry = "bots"
)

var entries = []Entry{Anybody, People, Bots}

// Conditions are the terms of a tournament.
type Conditions struct {
	Kind    Kind         `json:"kind" enum:"arena,swiss,round-robin,knockout,teams,consultation" doc:"How opponents are paired, and what counts"`
	Name    string       `json:"name" maxLength:"100" doc:"2 to 60 visible characters"`
	Game    string       `json:"game" maxLength:"40" doc:"The game's name"`
	Variant string       `json:"variant,omitempty" maxLength:"80" doc:"A variant for two players; by default the game's first"`
	Powers  setup.Method `json:"powers,omitempty" maxLength:"80" doc:"As in a seek, except draft"`
	Control play.Control `json:"clock" doc:"Such as 5+3, or 3d"`
	Rated   bool         `json:"rated,omitempty" doc:"Whether ratings change"`
	Rounds  int          `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"Rounds of a Swiss tournament; 0 for as many as the players need"`
	Minutes int          `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"How long an arena starts games"`
	Double  bool         `json:"double,omitempty" doc:"Each pairing is two games with the seats swapped; not in an arena"`
	Book    bool         `json:"book,omitempty" doc:"Games start from balanced openings; the two games of a pairing from the same one"`
	Teams   []string     `json:"teams,omitempty" maxItems:"8" doc:"The names of the teams of a team match, which all meet each other, or of the two sides of a consultation game"`
	Boards  int          `json:"boards,omitempty" minimum:"0" maximum:"32" doc:"How many players of each team of a team match play at once"`
	Voting  int          `json:"voting,omitempty" minimum:"0" maximum:"604800" doc:"How long the players of a side of a consultation game vote on a turn, in seconds"`
	Players Entry        `json:"players" enum:"all,people,bots" doc:"Who may join"`
	// Unlisted tournaments can be seen and joined by anybody who knows the ID.
	Unlisted bool   `json:"unlisted,omitempty" doc:"Not in public lists; anybody with the link can join"`
	Class    string `json:"class,omitempty" maxLength:"40" doc:"The ID of a class: only its members see and join the tournament"`
	// Starts is 0 if the organizer starts the tournament.
	Starts play.Instant `json:"starts,omitempty" minimum:"0" doc:"When it starts, in ms; by default the organizer starts it"`
}

const (
	// MaxPlayers is how many players can join.
	MaxPlayers    = 256
	maxRoundRobin = 64
	maxStartAhead = 366 * 24 * 3_600_000 // how far ahead a start can be scheduled, in ms
)

func (t Conditions) capacity() int {
	if t.Kind == RoundRobin {
		return maxRoundRobin
	}
	return MaxPlayers
}

// maxEntrants returns how many players can come and go before the start, because each adds
// to the log.
func (t Conditions) maxEntrants() int { return 4 * t.capacity() }

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

// validate returns the terms with spaces trimmed from the name, or a refusal. It
// does not check the game, the variant and the powers.
func (t Conditions) validate(now play.Instant) (Conditions, error) {
	t.Name = trim(t.Name)
	t.Teams = slices.Clone(t.Teams)
	for i, name := range t.Teams {
		t.Teams[i] = trim(name)
	}
	length := utf8.RuneCountInString(t.Name)
	bad := func(broken bool, format string, args ...any) error {
		return play.RefuseIf(broken, BadTerms, format, args...)
	}
	return t, cmp.Or(
		bad(length < 2 || length > 60 || !account.IsLine(t.Name), "name %q: want 2 to 60 characters, all of them visible", t.Name),
		bad(!slices.Contains(entries, t.Players), "players %q: want %s, %s or %s", t.Players, Anybody, People, Bots),
		bad(t.Control.Speed() == play.Unlimited, "no clock: want one, so that every game ends"),
		bad(t.Powers == setup.ByDrafted, "powers %q: tournaments have no draft; choose another way", t.Powers),
		bad(t.Rated && t.Unlisted, "rated and unlisted: want a public tournament, or casual games"),
		bad(t.Starts != 0 && (t.Starts < now || t.Starts > now+maxStartAhead), "starts at %d: want a time within a year from now, %d", t.Starts, now),
		bad(t.Kind != Arena && t.Minutes != 0, "%d minutes: only an arena has them", t.Minutes),
		bad(t.Kind != Swiss && t.Rounds != 0, "%d rounds: they can be set only in Swiss", t.Rounds),
		bad(t.Kind == Arena && (t.Minutes < 1 || t.Minutes > 1440), "%d minutes: want 1 to 1440", t.Minutes),
		bad(t.Kind == Arena && t.Control.Turn > 0, "clock %s: an arena needs one of minutes, such as 5+3", t.Control),
		bad(t.Kind == Arena && t.Double, "double: a pairing in an arena is one game"),
		bad(t.Rounds < 0 || t.Rounds > 30, "%d rounds: want at most 30", t.Rounds),
		bad(!slices.Contains(kinds, t.Kind), "kind %q: want one of %s", t.Kind, kinds),
		t.validateTeams(),
	)
}

func (t Conditions) checkEntrant(p Entrant) error {
	return cmp.Or(
		play.RefuseIf(t.Rated && p.Kind == play.Guest, NotForYou, "rated games are for accounts"),
		play.RefuseIf(t.Players == People && p.Kind == play.Bot, NotForYou, "this tournament is for people"),
		play.RefuseIf(t.Players == Bots && p.Kind != play.Bot, NotForYou, "this tournament is for bots"),
	)
}

// Reasons of refusals, in addition to those of package play and of the lobby.
const (
	TooMany   play.Reason = "too-many"    // the organizer has too many tournaments that have not ended
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
