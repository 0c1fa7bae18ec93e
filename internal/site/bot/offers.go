package bot

import (
	"cmp"
	"context"
	"time"

	"thera/internal/site/botapi"
	"thera/internal/site/lobby"
)

// offers is what the bot has offered. Only Run's goroutine uses it.
type offers struct {
	bot    *bot
	climbs map[string]bool // games whose ladders know the bot
	seeks  map[int]string  // IDs, by offer
	renew  time.Time       // when the seeks have to be renewed, before they expire
	next   int             // the next offer to a named player
	// asked is the ID of the challenge that is waiting for a player, "" for none; it is
	// canceled at until.
	asked string
	until time.Time
	// rested is since when the bot has had nothing to do.
	rested time.Time
	wait   time.Time // the server wants no offers before this time
}

const (
	// renewal is how often seeks are made again: the same seek twice is one, and the
	// seek of a bot that was away for a while is gone.
	renewal = 10 * time.Second
	// answerTime is how long a player has to answer a challenge.
	answerTime = 30 * time.Second
)

func newOffers(b *bot) offers {
	return offers{bot: b, seeks: map[int]string{}, climbs: map[string]bool{}, rested: time.Now()}
}

// forget forgets everything, because the server sends everything again.
func (o *offers) forget() {
	o.renew, o.seeks, o.climbs = time.Time{}, map[int]string{}, map[string]bool{}
}

// gone notes that a challenge no longer exists.
func (o *offers) gone(challenge string) {
	if challenge == o.asked {
		o.asked, o.rested = "", time.Now()
	}
}

// began notes that a game has begun, perhaps that of the challenge.
func (o *offers) began(*botapi.Game) { o.asked, o.renew = "", time.Time{} }

// make makes the offers that are due.
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

// seek makes all seeks, or renews them.
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

// maxClimb is the most games that a program may have at a time on one ladder.
const maxClimb = 8

// ladders tells the ladders of all games that the bot is ready; each game gets its
// share of the places.
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

// challenge challenges the next named player, if there has been nothing to do for long
// enough.
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
			o.asked, o.until = made.Challenge.ID, now.Add(answerTime)
		}
		return
	}
}

// refused notes that the server has refused an offer.
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

// leave withdraws everything, including the ladders.
func (o *offers) leave(ctx context.Context) {
	o.withdraw(ctx)
	for game := range o.climbs {
		_ = o.bot.Client.Climb(ctx, game, 0) // the server forgets bots that leave
	}
}

// withdraw withdraws everything that nobody has accepted.
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
