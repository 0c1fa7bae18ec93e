package tournament

import (
	"cmp"
	"context"
	"crypto/rand"
	"strings"

	"thera/internal/site/account"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

// Reasons of refusals, in addition to those in terms.go and of the lobby.
const (
	NeedsAccount play.Reason = "needs-account" // guests cannot create tournaments
	TooMany      play.Reason = "too-many"      // the organizer has too many tournaments that have not ended
)

// maxOpen is how many tournaments of one organizer may be open or running.
const maxOpen = 10

// Create creates a tournament. It refuses terms that cannot be played.
func (d *Director) Create(ctx context.Context, who account.Who, terms Conditions) (Contest, error) {
	if who.Kind == play.Guest || who.Class != "" {
		return Contest{}, play.Refuse(NeedsAccount, "guests can join tournaments but not create them: sign up first")
	}
	terms, err := d.check(ctx, who, terms)
	if err != nil {
		return Contest{}, err
	}
	if n, err := d.storage.countOpen(ctx, who.ID); err != nil {
		return Contest{}, err
	} else if n >= maxOpen {
		return Contest{}, play.Refuse(TooMany, "%d of your tournaments have not ended: want fewer than %d", n, maxOpen)
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
	if err := d.storage.add(ctx, id, state, events, d.nextDue(state), text); err != nil {
		return Contest{}, err
	}
	return d.View(ctx, who, id, 0)
}

// check refuses terms that cannot be played. It returns them with the variant
// written out.
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
		if d.config.Opening == nil || terms.Variant != first.Variant || terms.Powers != "" {
			return terms, play.Refuse(BadTerms, "openings for %q: only the variant %q has a book", asked, first.Variant)
		}
		if _, err := d.config.Opening(terms.Game, 0); err != nil {
			return terms, play.Refuse(BadTerms, "openings: %v", err)
		}
	}
	if terms.Class == "" {
		return terms, nil
	}
	teaches, err := d.teaches(ctx, who, terms.Class)
	if err == nil && !teaches {
		err = play.Refuse(NotYours, "class %q: only its teacher can create tournaments for it", terms.Class)
	}
	return terms, err
}

func (d *Director) teaches(ctx context.Context, who account.Who, class string) (bool, error) {
	if d.config.Classes == nil {
		return false, nil
	}
	return d.config.Classes.Teaches(ctx, who, class)
}

func gameTerms(t Conditions) lobby.Terms {
	return lobby.Terms{Game: t.Game, Variant: t.Variant, Powers: t.Powers, Control: t.Control, Rated: t.Rated}
}

// Join adds a player with their current rating. Only members and the teacher
// may join a class's tournament.
func (d *Director) Join(ctx context.Context, who account.Who, id string) (Contest, error) {
	return d.execute(ctx, who, id, func(c *cached) (Command, error) {
		if class := c.state.terms.Class; class != who.Class {
			if teaches, err := d.teaches(ctx, who, class); err != nil || !teaches {
				return nil, cmp.Or(err, play.Refuse(NotForYou, "only members of its class can join a class's tournament, and they join no others"))
			}
		}
		rated, _, _, err := d.config.Lobby.Check(ctx, who.Player, gameTerms(c.state.terms))
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

// Seat lets the organizer add the house bot of a level, from 1.
func (d *Director) Seat(ctx context.Context, who account.Who, id string, level int) (Contest, error) {
	return d.execute(ctx, who, id, func(c *cached) (Command, error) {
		terms := c.state.terms
		var bots []play.Player
		if d.config.Residents != nil {
			bots = d.config.Residents(terms.Game)
		}
		if level < 1 || level > len(bots) {
			return nil, play.Refuse(lobby.NoBot, "level %d of %s: want 1 to %d, the levels of its house bots", level, terms.Game, len(bots))
		}
		bot, _, _, err := d.config.Lobby.Check(ctx, bots[level-1], gameTerms(terms))
		return Seat{By: who.ID, Player: Entrant{ID: bot.ID, Kind: bot.Kind, Rating: bot.Rating}}, err
	})
}

// Withdraw takes a player out. A game in progress continues.
func (d *Director) Withdraw(ctx context.Context, who account.Who, id string) (Contest, error) {
	return d.execute(ctx, who, id, func(*cached) (Command, error) { return Withdraw{ID: who.ID}, nil })
}

// Remove lets the organizer take another player out.
func (d *Director) Remove(ctx context.Context, who account.Who, id, player string) (Contest, error) {
	return d.execute(ctx, who, id, func(*cached) (Command, error) { return Remove{By: who.ID, ID: player}, nil })
}

// Start lets the organizer start the tournament.
func (d *Director) Start(ctx context.Context, who account.Who, id string) (Contest, error) {
	return d.execute(ctx, who, id, func(*cached) (Command, error) { return Start{By: who.ID}, nil })
}

// Cancel lets the organizer end the tournament. Games in progress continue but
// do not count.
func (d *Director) Cancel(ctx context.Context, who account.Who, id string) (Contest, error) {
	return d.execute(ctx, who, id, func(*cached) (Command, error) { return Cancel{By: who.ID}, nil })
}

// execute carries out a command in a tournament that the account can see, and
// what follows from it.
func (d *Director) execute(ctx context.Context, who account.Who, id string, command func(*cached) (Command, error)) (Contest, error) {
	ctx = context.WithoutCancel(ctx) // others wait for the result as well
	err := d.with(ctx, id, func(c *cached) error {
		if err := d.checkVisible(ctx, c, who); err != nil {
			return err
		}
		order, err := command(c)
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

// checkVisible returns ErrNotFound if the account may not see the tournament.
func (d *Director) checkVisible(ctx context.Context, c *cached, who account.Who) error {
	class := c.state.terms.Class
	if class == "" {
		return nil
	}
	if d.config.Classes != nil {
		if ok, err := d.config.Classes.Sees(ctx, who, class); ok || err != nil {
			return err
		}
	}
	return ErrNotFound
}
