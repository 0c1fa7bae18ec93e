package lobby

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"thera/internal/catalog/draft"
	"thera/internal/lab/rating"
	"thera/internal/site/play"
)

// check refuses terms that can't be played. It returns them with the variant
// written out, the number of seats, and the player with his rating.
func (l *Lobby) check(ctx context.Context, who play.Player, terms Terms) (play.Player, Terms, int, error) {
	refused := func(err error) (play.Player, Terms, int, error) { return who, terms, 0, err }
	rules, err := l.config.Rules(terms.Game)
	if err != nil {
		return refused(Refuse(UnknownGame, "%v", err))
	}
	if terms.Variant == "" {
		terms.Variant = rules.Variants()[0]
	}
	pos, err := rules.Start(terms.Variant)
	if err != nil {
		return refused(Refuse(UnknownVariant, "%v", err))
	}
	if err = l.checkPowers(&terms, pos.Board().Seats); err != nil {
		return refused(err)
	}
	if terms.Position != "" {
		pos, err = rules.Parse(terms.Position)
	}
	if err != nil {
		return refused(Refuse(BadPosition, "%v", err))
	}
	seats := pos.Board().Seats
	switch has, want := draft.Names(pos.Board().Powers), draft.Of(terms.Variant); {
	case want != nil && !slices.Equal(has, want):
		return refused(Refuse(BadPosition, "position %q: its powers are %s: want those of the variant, %s",
			terms.Position, cmp.Or(strings.Join(has, ","), "none"), strings.Join(want, ",")))
	case pos.Winners() != 0 || pos.Seats().Len() != seats:
		return refused(Refuse(BadPosition, "position %q: want one with everybody in play", terms.Position))
	case terms.Seat < 0 || terms.Seat > seats:
		return refused(Refuse(BadTerms, "seat %d: want one from 1 to %d, or 0 for by chance", terms.Seat, seats))
	case terms.Min < 0 || terms.Max < 0 || terms.Max > 0 && terms.Min > terms.Max:
		return refused(Refuse(BadTerms, "ratings from %d to %d: want the lower one first", terms.Min, terms.Max))
	case !terms.Rated:
	case who.Kind == play.Guest || who.Class != "":
		return refused(Refuse(RatedNeedsAccount, "rated games are for accounts: make one, or play a casual game"))
	case seats != 2:
		return refused(Refuse(RatedNeedsTwo, "rated game for %d: want two players", seats))
	case terms.Position != "":
		return refused(Refuse(RatedNeedsStart, "rated game of a start of one's own: want that of a variant, one of %q", rules.Variants()))
	case !l.even(terms):
		return refused(Refuse(RatedNeedsFair, "rated game with powers %s: want none, or those that were measured to be even, as fair draws them",
			cmp.Or(string(terms.Powers), strings.Join(draft.Of(terms.Variant), ","))))
	case terms.Control.Speed() == play.Unlimited:
		return refused(Refuse(RatedNeedsClock, "rated game without a clock: want one with"))
	}
	if terms.Position != "" {
		terms.Position = pos.String()
	}
	if terms.Control.Speed() == play.Unlimited {
		terms.Min, terms.Max = 0, 0 // nobody has a rating there
	}
	who, err = l.rating(ctx, who, terms)
	return who, terms, seats, err
}

// checkPowers refuses powers that can't be chosen in the way of the terms, for so
// many seats. Those by hand become part of the variant.
func (l *Lobby) checkPowers(terms *Terms, seats int) error {
	if terms.Powers != draft.AsNamed && terms.Position != "" {
		return Refuse(BadPowers, "powers %q with the position %q: want them in the position", terms.Powers, terms.Position)
	}
	variant, err := l.config.Cards(terms.Game).Resolve(terms.Variant, seats, terms.Powers, 0)
	switch {
	case errors.Is(err, draft.ErrDraft) && terms.Seat != 0:
		return Refuse(BadTerms, "seat %d in a draft: want 0, since who offers the powers names who starts", terms.Seat)
	case errors.Is(err, draft.ErrDraft):
		return nil
	case err != nil:
		return Refuse(BadPowers, "%v", err)
	case !terms.Powers.IsRandom():
		terms.Variant, terms.Powers = variant, draft.AsNamed
	}
	return nil
}

// even reports whether the seats' powers, if they have any, are known to be even.
func (l *Lobby) even(terms Terms) bool {
	switch powers := draft.Of(terms.Variant); {
	case terms.Powers != draft.AsNamed:
		return terms.Powers == draft.ByFair
	case powers != nil:
		rate, ok := l.config.Cards(terms.Game).Rate(powers)
		return ok && rate.Even()
	}
	return true
}

// may refuses to let a player join an offer.
func (o *offer) may(who play.Player) error {
	switch {
	case o.has(who.ID):
		return Refuse(Own, "you are in it already: somebody else has to accept")
	case o.class() != who.Class:
		return gone(o.id) // it is not for him to know of
	case o.terms.Rated && who.Kind == play.Guest:
		return Refuse(RatedNeedsAccount, "rated games are for accounts: make one, or play a casual game")
	case o.to != nil && o.to.ID == who.ID:
		return nil
	case o.places() < 1:
		return Refuse(NotForYou, "this challenge is for %s", o.to.Name)
	case !o.terms.admits(who):
		return Refuse(RatingRange, "rating %d: want one from %d to %d", who.Rating, o.terms.Min, o.terms.Max)
	}
	return nil
}

// rating returns a player with his rating in the game at the speed, as far as
// there can be one.
func (l *Lobby) rating(ctx context.Context, p play.Player, terms Terms) (play.Player, error) {
	p.Rating, p.Provisional = 0, false
	speed := terms.Control.Speed()
	if p.Kind == play.Guest || p.Class != "" || speed == play.Unlimited {
		return p, nil
	}
	r, err := l.config.Store.Rating(ctx, p.ID, terms.Game, speed, l.now())
	if err != nil {
		return p, err
	}
	p.Rating, p.Provisional = int(math.Round(r.Rating.Rating)), r.Deviation >= rating.Provisional
	return p, nil
}
