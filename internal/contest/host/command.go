package host

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"thera/internal/contest"
	"thera/internal/lobby"
	"thera/internal/play"
)

// The reasons of refusals, beside those of contests and of the lobby.
const (
	NeedsAccount play.Reason = "needs-account" // guests don't make contests
	TooMany      play.Reason = "too-many"      // the organizer has others that have not ended
)

// maxOpen is how many contests of an organizer go on, or are to come, at a time.
const maxOpen = 10

// Create makes a contest. Terms that can't be played are refused.
func (h *Host) Create(ctx context.Context, who play.Player, terms contest.Conditions) (Contest, error) {
	if who.Kind == play.Guest {
		return Contest{}, refuse(NeedsAccount, "guests join contests: want an account to make one")
	}
	terms, err := h.check(ctx, who, terms)
	if err != nil {
		return Contest{}, err
	}
	if n, err := h.table.open(ctx, who.ID); err != nil {
		return Contest{}, err
	} else if n >= maxOpen {
		return Contest{}, refuse(TooMany, "%d of your contests have not ended: want less than %d", n, maxOpen)
	}
	events, err := contest.Create(terms, who.ID, h.now())
	if err != nil {
		return Contest{}, err
	}
	state, err := contest.Replay(events)
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
	return h.View(ctx, who.ID, id, 0)
}

// check refuses terms that can't be played, and returns them with the variant
// written out.
func (h *Host) check(ctx context.Context, who play.Player, terms contest.Conditions) (contest.Conditions, error) {
	_, game, seats, err := h.config.Lobby.Check(ctx, who, gameOf(terms))
	if err != nil {
		return terms, err
	}
	asked := terms.Variant
	terms.Variant, terms.Powers = game.Variant, game.Powers
	if seats != 2 {
		return terms, refuse(contest.BadTerms, "variant %q is for %d: want one for two", terms.Variant, seats)
	}
	if terms.Book {
		_, first, _, err := h.config.Lobby.Check(ctx, who, lobby.Terms{Game: terms.Game})
		if err != nil {
			return terms, err
		}
		if h.config.Opening == nil || terms.Variant != first.Variant || terms.Powers != "" {
			return terms, refuse(contest.BadTerms, "openings of %q: want the variant %q, of which there is a book", asked, first.Variant)
		}
		if _, err := h.config.Opening(terms.Game, 0); err != nil {
			return terms, refuse(contest.BadTerms, "openings: %v", err)
		}
	}
	if terms.Class == "" {
		return terms, nil
	}
	runs := false
	if h.config.Classes != nil {
		runs, err = h.config.Classes.Runs(ctx, terms.Class, who.ID)
	}
	if err == nil && !runs {
		err = refuse(contest.NotYours, "class %q: only its teacher makes contests for it", terms.Class)
	}
	return terms, err
}

// gameOf returns what of the terms is about each game.
func gameOf(t contest.Conditions) lobby.Terms {
	return lobby.Terms{Game: t.Game, Variant: t.Variant, Powers: t.Powers, Control: t.Control, Rated: t.Rated}
}

// Join lets a player in, with the rating that he has now.
func (h *Host) Join(ctx context.Context, who play.Player, id string) (Contest, error) {
	return h.do(ctx, who.ID, id, func(c *cup) (contest.Command, error) {
		rated, _, _, err := h.config.Lobby.Check(ctx, who, gameOf(c.state.Terms()))
		if err != nil {
			return nil, err
		}
		entrant := contest.Entrant{ID: who.ID, Kind: who.Kind, Rating: rated.Rating}
		if who.Kind == play.Guest {
			entrant.Name = who.Name
		}
		return contest.Join{Player: entrant}, nil
	})
}

// Withdraw takes a player out. The game that he plays goes on.
func (h *Host) Withdraw(ctx context.Context, who play.Player, id string) (Contest, error) {
	return h.do(ctx, who.ID, id, func(*cup) (contest.Command, error) { return contest.Withdraw{ID: who.ID}, nil })
}

// Remove takes another player out, which the organizer can.
func (h *Host) Remove(ctx context.Context, who play.Player, id, player string) (Contest, error) {
	return h.do(ctx, who.ID, id, func(*cup) (contest.Command, error) { return contest.Remove{By: who.ID, ID: player}, nil })
}

// Start begins a contest, which the organizer can.
func (h *Host) Start(ctx context.Context, who play.Player, id string) (Contest, error) {
	return h.do(ctx, who.ID, id, func(*cup) (contest.Command, error) { return contest.Start{By: who.ID}, nil })
}

// Cancel ends a contest, which the organizer can. Games go on and don't count.
func (h *Host) Cancel(ctx context.Context, who play.Player, id string) (Contest, error) {
	return h.do(ctx, who.ID, id, func(*cup) (contest.Command, error) { return contest.Cancel{By: who.ID}, nil })
}

// do gives a command in a contest that somebody can see, and lets happen what
// comes of it.
func (h *Host) do(ctx context.Context, who, id string, command func(*cup) (contest.Command, error)) (Contest, error) {
	ctx = context.WithoutCancel(ctx) // others wait for it too
	err := h.with(ctx, id, func(c *cup) error {
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
func (h *Host) sees(ctx context.Context, c *cup, who string) error {
	class := c.state.Terms().Class
	if class == "" {
		return nil
	}
	if h.config.Classes != nil {
		if ok, err := h.config.Classes.Sees(ctx, class, who); ok || err != nil {
			return err
		}
	}
	return ErrNotFound
}

// Forget deletes the contests of a class for good. Their games are not deleted.
func (h *Host) Forget(ctx context.Context, class string) error {
	if class == "" || class == byLink {
		return fmt.Errorf("contests of class %q: want a class", class)
	}
	if err := h.table.forget(ctx, class); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, c := range h.cups { // they are read again if they are still there
		delete(h.cups, id)
		close(c.changed)
		c.changed = make(chan struct{})
	}
	return nil
}

func refuse(reason play.Reason, format string, args ...any) error {
	return &play.Refusal{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}
