package bot

import (
	"cmp"
	"context"
	"time"

	"thera/internal/site/botapi"
	"thera/internal/site/lobby"
)

// offers are what the bot has offered by itself. Run's goroutine has them.
type offers struct {
	bot    *bot
	climbs map[string]bool // the games whose ladders know of it
	seeks  map[int]string  // ids, by offer
	renew  time.Time       // when the seeks are to be made again, lest they go
	next   int             // the offer to a player whose turn it is
	// asked is the challenge that waits for a player, "" for none, until when.
	asked string
	until time.Time
	// rested is since when the bot has had nothing to do, as far as it knows.
	rested time.Time
	wait   time.Time // before which the server wants no offers
}

const (
	// renewal is from one time to the next that seeks are made again: the same seek
	// twice is one, and one of somebody who was away for a while is gone.
	renewal = 10 * time.Second
	// answering is how long a player has for an answer to a challenge.
	answering = 30 * time.Second
)

func newOffers(b *bot) offers {
	return offers{bot: b, seeks: map[int]string{}, climbs: map[string]bool{}, rested: time.Now()}
}

// forget is for a server that tells all from the beginning.
func (o *offers) forget() {
	o.renew, o.seeks, o.climbs = time.Time{}, map[int]string{}, map[string]bool{}
}

// gone notes that a challenge is no more.
func (o *offers) gone(challenge string) {
	if challenge == o.asked {
		o.asked, o.rested = "", time.Now()
	}
}

// began notes that a game has begun, which may be the one of the challenge.
func (o *offers) began(*botapi.Game) { o.asked, o.renew = "", time.Time{} }

// make offers what is to be offered now.
func (o *offers) make(ctx context.Context) {
	b, now := o.bot, time.Now()
	switch {
	case now.Before(o.wait):
	case b.free() <= 0:
		o.withdraw(ctx)
	default:
		o.ladders(ctx)
		if now.After(o.renew) {
			o.renew = now.Add(renewal)
			o.seek(ctx)
		}
		o.challenge(ctx, now)
	}
}

// seek makes all seeks, or makes them last.
func (o *offers) seek(ctx context.Context) {
	for i, offer := range o.bot.Offers {
		if offer.To != "" {
			continue
		}
		made, err := o.bot.Client.Seek(ctx, offer.Terms)
		if err != nil {
			o.refused(offer, err)
			return
		}
		if _, known := o.seeks[i]; !known {
			o.report(Offered, offer, "")
		}
		if made.Seek != nil {
			o.seeks[i] = made.Seek.ID
		}
	}
}

// maxClimb is how many games a program has at a time on a ladder at most.
const maxClimb = 8

// ladders says to the ladders of all games that there is a program for them: each
// gets its share of the places.
func (o *offers) ladders(ctx context.Context) {
	b := o.bot
	for i, game := range b.Games {
		share := b.AtOnce / len(b.Games)
		if i < b.AtOnce%len(b.Games) {
			share++
		}
		if !b.Ladder || share == 0 || o.climbs[game] {
			continue
		}
		offer := Offer{To: "the ladder", Terms: lobby.Terms{Game: game}}
		if err := b.Client.Climb(ctx, game, min(share, maxClimb)); err != nil {
			o.refused(offer, err)
			return
		}
		o.climbs[game] = true
		o.report(Offered, offer, "")
	}
}

// challenge challenges the next player whose turn it is, when there has been
// nothing to do for long enough.
func (o *offers) challenge(ctx context.Context, now time.Time) {
	b := o.bot
	if o.asked != "" && now.After(o.until) {
		_ = b.Client.Cancel(ctx, o.asked) // it may be gone
		o.asked, o.rested = "", now
	}
	if o.asked != "" || len(b.tables) > 0 || now.Sub(o.rested) < b.Idle {
		return
	}
	for range b.Offers {
		offer := b.Offers[o.next%len(b.Offers)]
		o.next++
		if offer.To == "" {
			continue
		}
		o.rested = now
		made, err := b.Client.Challenge(ctx, offer.To, offer.Terms)
		if err != nil {
			o.refused(offer, err)
			return
		}
		o.report(Offered, offer, "")
		if made.Challenge != nil {
			o.asked, o.until = made.Challenge.ID, now.Add(answering)
		}
		return
	}
}

// refused notes that the server did not want an offer.
func (o *offers) refused(offer Offer, err error) {
	wait, _ := botapi.Transient(err)
	o.wait = time.Now().Add(max(wait, renewal))
	o.report(Refused, offer, err.Error())
}

func (o *offers) report(event string, offer Offer, detail string) {
	t := offer.Terms
	r := Report{Event: event, Rules: rulesText(t.Game, t.Variant), Rated: t.Rated, Detail: detail, Opponents: []string{cmp.Or(offer.To, "anyone")}}
	if t.Variant != "" {
		r.Clock = t.Control.String() // the ladder has its own
	}
	o.bot.report(r)
}

// leave takes all away, the ladders too.
func (o *offers) leave(ctx context.Context) {
	o.withdraw(ctx)
	for game := range o.climbs {
		_ = o.bot.Client.Climb(ctx, game, 0) // the server forgets who is gone
	}
}

// withdraw takes all away that nobody has taken.
func (o *offers) withdraw(ctx context.Context) {
	for i, id := range o.seeks {
		_ = o.bot.Client.Withdraw(ctx, id) // it may be gone
		delete(o.seeks, i)
	}
	if o.asked != "" {
		_ = o.bot.Client.Cancel(ctx, o.asked)
		o.asked = ""
	}
	o.renew = time.Time{}
}
