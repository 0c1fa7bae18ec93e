package housebot

import (
	"context"
	"errors"

	"thera/game"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// follow reacts to a change of a game. The house calls it for every change of
// every game.
func (b *Bots) follow(c room.Change) {
	if !c.IsOwner || b.seats(c.State) == 0 {
		return
	}
	look := len(c.Events) == 0 // this node has become the game's owner
	for _, e := range c.Events {
		switch {
		case e.Kind != play.Offered:
			look = true
		case !b.Has(c.State.Setup().Players[e.Seat-1].ID):
			b.start(func(ctx context.Context) { b.agree(ctx, c.Game, e.Offer) })
		}
	}
	if look && b.toMove(c.State) {
		b.think(c.Game)
	}
}

func (b *Bots) seats(s *play.State) (seats game.Seats) {
	for i, p := range s.Setup().Players {
		if b.Has(p.ID) {
			seats |= game.Only(game.Seat(i))
		}
	}
	return seats
}

func (b *Bots) toMove(s *play.State) bool {
	return !s.Over() && b.seats(s).Has(s.Position().Turn())
}

func (b *Bots) agree(ctx context.Context, game string, offer play.OfferKind) {
	r, leave, err := b.config.House.Enter(ctx, game)
	if err != nil {
		b.logError("room of a house bot", "game", game, err)
		return
	}
	defer leave()
	for seat := range b.seats(r.State()).All() {
		_, err := r.Do(ctx, play.Accept{Seat: seat, Kind: offer})
		// The offer may have lapsed or been accepted by all.
		if refused := (*play.Refusal)(nil); err != nil && !errors.As(err, &refused) && ctx.Err() == nil {
			b.logError("answer of a house bot", "game", game, err)
		}
	}
}
