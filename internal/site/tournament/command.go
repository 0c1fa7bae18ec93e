package tournament

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"thera/internal/site/account"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// The reasons of refusals, beside those of contests and of the lobby.
const (
	NeedsAccount play.Reason = "needs-account" // guests don't make contests
	TooMany      play.Reason = "too-many"      // the organizer has others that have not ended
)

// maxOpen is how many contests of an organizer go on, or are to come, at a time.
const maxOpen = 10

// Create makes a contest. Terms that can't be played are refused.
func (h *Director) Create(ctx context.Context, who account.Who, terms Conditions) (Contest, error) {
	if who.Kind == play.Guest || who.Class != "" {
		return Contest{}, refused(NeedsAccount, "guests join contests: want an account to make one")
	}
	terms, err := h.check(ctx, who, terms)
	if err != nil {
		return Contest{}, err
	}
	if n, err := h.table.open(ctx, who.ID); err != nil {
		return Contest{}, err
	} else if n >= maxOpen {
		return Contest{}, refused(TooMany, "%d of your contests have not ended: want less than %d", n, maxOpen)
	}
	events, err := Create(terms, who.ID, h.now())
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
	if err := h.table.add(ctx, id, state, events, h.soon(state), text); err != nil {
		return Contest{}, err
	}
	return h.View(ctx, who, id, 0)
}

// check refuses terms that can't be played, and returns them with the variant
// written out.
func (h *Director) check(ctx context.Context, who account.Who, terms Conditions) (Conditions, error) {
	_, game, seats, err := h.config.Lobby.Check(ctx, who.Player, gameOf(terms))
	if err != nil {
		return terms, err
	}
	asked := terms.Variant
	terms.Variant, terms.Powers = game.Variant, game.Powers
	if seats != 2 {
		return terms, refused(BadTerms, "variant %q is for %d: want one for two", terms.Variant, seats)
	}
	if terms.Book {
		_, first, _, err := h.config.Lobby.Check(ctx, who.Player, lobby.Terms{Game: terms.Game})
		if err != nil {
			return terms, err
		}
		if h.config.Opening == nil || terms.Variant != first.Variant || terms.Powers != "" {
			return terms, refused(BadTerms, "openings of %q: want the variant %q, of which there is a book", asked, first.Variant)
		}
		if _, err := h.config.Opening(terms.Game, 0); err != nil {
			return terms, refused(BadTerms, "openings: %v", err)
		}
	}
	if terms.Class == "" {
		return terms, nil
	}
	teaches, err := h.teaches(ctx, who, terms.Class)
	if err == nil && !teaches {
		err = refused(NotYours, "class %q: only its teacher makes contests for it", terms.Class)
	}
	return terms, err
}

// teaches reports whether somebody is the teacher of a class.
func (h *Director) teaches(ctx context.Context, who account.Who, class string) (bool, error) {
	if h.config.Classes == nil {
		return false, nil
	}
	return h.config.Classes.Teaches(ctx, who, class)
}

// gameOf returns what of the terms is about each game.
func gameOf(t Conditions) lobby.Terms {
	return lobby.Terms{Game: t.Game, Variant: t.Variant, Powers: t.Powers, Control: t.Control, Rated: t.Rated}
}

// Join lets a player in, with the rating that he has now: in a contest of a class
// its members and its teacher.
func (h *Director) Join(ctx context.Context, who account.Who, id string) (Contest, error) {
	return h.do(ctx, who, id, func(c *newCup) (Command, error) {
		if class := c.state.Terms().Class; class != who.Class {
			if teaches, err := h.teaches(ctx, who, class); err != nil || !teaches {
				return nil, cmp.Or(err, refused(NotForYou, "a class plays among itself, and others elsewhere"))
			}
		}
		rated, _, _, err := h.config.Lobby.Check(ctx, who.Player, gameOf(c.state.Terms()))
		if err != nil {
			return nil, err
		}
		entrant := Entrant{ID: who.ID, Kind: who.Kind, Rating: rated.Rating}
		if who.Kind == play.Guest && who.Class == "" {
			entrant.Name = who.Name
		}
		return Join{Player: entrant}, nil
	})
}

// Seat lets the house bot of a level, from 1, in, which the organizer can.
func (h *Director) Seat(ctx context.Context, who account.Who, id string, level int) (Contest, error) {
	return h.do(ctx, who, id, func(c *newCup) (Command, error) {
		terms := c.state.Terms()
		var bots []play.Player
		if h.config.Residents != nil {
			bots = h.config.Residents(terms.Game)
		}
		if level < 1 || level > len(bots) {
			return nil, refused(lobby.NoBot, "level %d of %s: want one of the %d house bots", level, terms.Game, len(bots))
		}
		bot, _, _, err := h.config.Lobby.Check(ctx, bots[level-1], gameOf(terms))
		return Seat{By: who.ID, Player: Entrant{ID: bot.ID, Kind: bot.Kind, Rating: bot.Rating}}, err
	})
}

// Withdraw takes a player out. The game that he plays goes on.
func (h *Director) Withdraw(ctx context.Context, who account.Who, id string) (Contest, error) {
	return h.do(ctx, who, id, func(*newCup) (Command, error) { return Withdraw{ID: who.ID}, nil })
}

// Remove takes another player out, which the organizer can.
func (h *Director) Remove(ctx context.Context, who account.Who, id, player string) (Contest, error) {
	return h.do(ctx, who, id, func(*newCup) (Command, error) { return Remove{By: who.ID, ID: player}, nil })
}

// Start begins a contest, which the organizer can.
func (h *Director) Start(ctx context.Context, who account.Who, id string) (Contest, error) {
	return h.do(ctx, who, id, func(*newCup) (Command, error) { return Start{By: who.ID}, nil })
}

// Cancel ends a contest, which the organizer can. Games go on and don't count.
func (h *Director) Cancel(ctx context.Context, who account.Who, id string) (Contest, error) {
	return h.do(ctx, who, id, func(*newCup) (Command, error) { return Cancel{By: who.ID}, nil })
}

// do gives a command in a contest that somebody can see, and lets happen what
// comes of it.
func (h *Director) do(ctx context.Context, who account.Who, id string, command func(*newCup) (Command, error)) (Contest, error) {
	ctx = context.WithoutCancel(ctx) // others wait for it too
	err := h.with(ctx, id, func(c *newCup) error {
		if err := h.sees(ctx, c, who); err != nil {
			return err
		}
		order, err := command(c)
		if err == nil {
			err = h.decide(ctx, c, order)
		}
		if err == nil {
			h.warn(ctx, id, h.advance(ctx, c)) // what fails is tried again by and by
		}
		return err
	})
	if err != nil {
		return Contest{}, err
	}
	return h.View(ctx, who, id, 0)
}

// sees returns ErrNotFound for who may not know of a contest.
func (h *Director) sees(ctx context.Context, c *newCup, who account.Who) error {
	class := c.state.Terms().Class
	if class == "" {
		return nil
	}
	if h.config.Classes != nil {
		if ok, err := h.config.Classes.Sees(ctx, who, class); ok || err != nil {
			return err
		}
	}
	return ErrNotFound
}

func refused(reason play.Reason, format string, args ...any) error {
	return &play.Refusal{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}
