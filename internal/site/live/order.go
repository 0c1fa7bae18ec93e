package live

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/room"
)

// Order is what a player sends over a socket: what to do, and the fields for it.
type Order struct {
	Do      string         `json:"do"`
	ID      string         `json:"id,omitempty" doc:"Returned with the answer"`
	Turn    string         `json:"turn,omitempty"`
	Ply     int            `json:"ply,omitempty"`
	Seen    int            `json:"seen,omitempty"`
	Lag     play.Millis    `json:"lag,omitempty"`
	Against int            `json:"against,omitempty"`
	Offer   play.OfferKind `json:"offer,omitempty"`
	Lines   [][]string     `json:"lines,omitempty"`
	Phrase  string         `json:"phrase,omitempty"`
}

// Phrases are what players can say.
var Phrases = []string{"hello", "good-luck", "have-fun", "good-game", "well-played", "thanks", "oops", "goodbye"}

// command returns the command of package play that an order stands for, nil for a
// phrase. The error is a problem.
func (o Order) command(number int) (play.Command, error) {
	seat := seatAt(number)
	switch o.Do {
	case "turn":
		return play.Turn{Seat: seat, Ply: o.Ply, Text: o.Turn, Lag: max(o.Lag, 0), Seen: o.Seen}, nil
	case "resign":
		return play.Resign{Seat: seat}, nil
	case "abort":
		return play.Abort{Seat: seat}, nil
	case "more-time":
		return play.MoreTime{Seat: seat}, nil
	case "claim":
		if o.Against < 1 || o.Against > 255 {
			return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "against", "against seat %d: want one from 1 on", o.Against)
		}
		return play.Claim{Seat: seat, Against: seatAt(o.Against)}, nil
	case "offer":
		return play.Offer{Seat: seat, Kind: o.Offer}, nil
	case "accept":
		return play.Accept{Seat: seat, Kind: o.Offer}, nil
	case "decline":
		return play.Decline{Seat: seat, Kind: o.Offer}, nil
	case "phrase":
		return nil, nil
	case "plan":
		return play.Plan{Seat: seat, Ply: o.Ply, Lines: o.Lines}, nil
	}
	return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, unknown, "do %q: want turn, resign, abort, more-time, claim, offer, accept, decline, plan or phrase", o.Do)
}

// carryOut carries out an order, and counts it. The error is a problem; if the order
// was refused, it has the current state.
func (s *API) carryOut(ctx context.Context, r *room.Room, who account.Who, o Order) (Done, error) {
	began := time.Now()
	after, err := s.try(ctx, r, who, o)
	result := done
	if err != nil {
		result = httpkit.ProblemOf(err).Reason
	}
	if result == unknown {
		o.Do = unknown
	}
	s.metrics.ordered(o.Do, result, time.Since(began))
	return after, err
}

// unknown is the reason for refusing an unknown order.
const unknown = "unknown"

func (s *API) try(ctx context.Context, r *room.Room, who account.Who, o Order) (Done, error) {
	seat := seatOf(r.State().Setup(), who.ID)
	command, err := o.command(seat)
	if err != nil {
		return Done{}, err
	}
	if seat == 0 {
		return Done{}, httpkit.NewProblem(http.StatusForbidden, string(play.NoPlayer), "game %q: %s has no seat in it", r.ID(), who.Name)
	}
	if err := allow(ctx, s.orders, who); err != nil {
		return Done{}, err
	}
	if command == nil {
		return Done{}, s.say(ctx, r.ID(), who, seat, o.Phrase)
	}
	state, err := r.Do(ctx, command)
	now := s.Heartbeat.Now()
	if err != nil {
		return Done{}, refusal(err, state, now)
	}
	return Done{state.Number(), state.View(now).Clocks}, nil
}

// refusal returns the problem of a command that was not followed.
func refusal(err error, state *play.State, now play.Instant) error {
	refused, ok := errors.AsType[*play.Refusal](err)
	switch {
	case ok:
		status := http.StatusConflict
		if refused.Reason == play.Illegal {
			status = http.StatusUnprocessableEntity
		}
		p := httpkit.NewProblem(status, string(refused.Reason), "%s", refused.Detail)
		p.View = state.View(now)
		return p
	case errors.Is(err, room.ErrNotStored):
		return httpkit.NewProblem(http.StatusServiceUnavailable, "not-stored", "it could not be stored: send it again in a moment")
	case errors.Is(err, room.ErrClosed):
		return httpkit.NewProblem(http.StatusServiceUnavailable, "ending", "%v", errEnded)
	}
	return err
}

// say sends a player's phrase to all who follow the game.
func (s *API) say(ctx context.Context, id string, who account.Who, seat int, phrase string) error {
	if !slices.Contains(Phrases, phrase) {
		return httpkit.NewProblem(http.StatusUnprocessableEntity, "phrase", "phrase %q: want one of %v", phrase, Phrases)
	}
	if err := allow(ctx, s.phrases, who); err != nil {
		return err
	}
	s.note(id, note{Said: &Said{"phrase", seat, phrase}})
	return nil
}

// allow holds an account to a rate, except on the same machine.
func allow(ctx context.Context, l *httpkit.Limiter, who account.Who) error {
	if httpkit.Client(ctx) == httpkit.Local {
		return nil
	}
	if wait := l.Wait(who.ID, time.Now()); wait > 0 {
		return httpkit.TooMany(wait, "too many requests at once from %s", who.Name)
	}
	return nil
}
