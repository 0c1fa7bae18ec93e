package live

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// Hear implements [stream.Feed]: it carries out an order and answers it.
func (f *follower) Hear(ctx context.Context, message []byte) []byte {
	if bytes.Equal(message, []byte(`{"do":"ping"}`)) {
		return encode(Pong{"pong", f.service.Heartbeat.Now()})
	}
	var o Order
	if err := json.Unmarshal(message, &o); err != nil {
		return encode(Refused{Event: "refused", Reason: "malformed", Detail: "want a JSON object with do:  " + err.Error()})
	}
	if o.Do == "ping" {
		return encode(Pong{"pong", f.service.Heartbeat.Now()})
	}
	err := f.service.Still(f.who, account.Play)
	if err == nil {
		var done Done
		if done, err = f.service.carryOut(ctx, f.table.room, f.who, o); err == nil {
			return encode(Ack{"ack", o.ID, done})
		}
	}
	p := httpkit.ProblemOf(err)
	refused := Refused{Event: "refused", ID: o.ID, Reason: p.Reason, Detail: p.Detail}
	if view, ok := p.View.(play.View); ok {
		refused.View = &view
	}
	return encode(refused)
}

type turnInput struct {
	GamePath
	Body struct {
		Turn string      `json:"turn" maxLength:"200" example:"d1-d7(g7)" doc:"In any form that the rules accept"`
		Ply  int         `json:"ply" minimum:"1" doc:"The number of the turn in the game, from 1. Sent twice it is played once"`
		Seen int         `json:"seen,omitempty" minimum:"0" doc:"The number of the last event that the player had seen"`
		Lag  play.Millis `json:"lag,omitempty" minimum:"0" doc:"The client's network delay, in ms"`
	}
}

type claimInput struct {
	GamePath
	Body struct {
		Against int `json:"against" minimum:"1" maximum:"8" doc:"The seat that has left"`
	}
}

type offerInput struct {
	GamePath
	Body struct {
		Offer play.OfferKind `json:"offer" enum:"takeback,abort,rematch"`
	}
}

type planInput struct {
	GamePath
	Body struct {
		Ply   int        `json:"ply" minimum:"1" doc:"The next turn of the game, which is another player's"`
		Lines [][]string `json:"lines" maxItems:"20" doc:"Turns of all seats in order, from that turn on; none to cancel the plan"`
	}
}

type phraseInput struct {
	GamePath
	Body struct {
		Phrase string `json:"phrase" enum:"hello,good-luck,have-fun,good-game,well-played,thanks,oops,goodbye"`
	}
}

// orderOperations adds an operation for each order.
func (r registry) orderOperations() {
	addOrder(r, "turn", "Play a turn", func(in *turnInput) (string, Order) {
		return in.ID, Order{Turn: in.Body.Turn, Ply: in.Body.Ply, Seen: in.Body.Seen, Lag: in.Body.Lag}
	})
	bare := func(in *GamePath) (string, Order) { return in.ID, Order{} }
	addOrder(r, "resign", "Resign a game", bare)
	addOrder(r, "abort", "End a game in which not all players have had a turn", bare)
	addOrder(r, "more-time", "Give the others 15 seconds", bare)
	addOrder(r, "claim", "Claim that another player has left", func(in *claimInput) (string, Order) {
		return in.ID, Order{Against: in.Body.Against}
	})
	offer := func(in *offerInput) (string, Order) { return in.ID, Order{Offer: in.Body.Offer} }
	addOrder(r, "offer", "Offer the others something", offer)
	addOrder(r, "accept", "Agree to an offer", offer)
	addOrder(r, "decline", "Decline an offer, or withdraw it", offer)
	addOrder(r, "plan", "Set conditional turns", func(in *planInput) (string, Order) {
		return in.ID, Order{Ply: in.Body.Ply, Lines: in.Body.Lines}
	})
	addOrder(r, "phrase", "Send a phrase to all who follow the game", func(in *phraseInput) (string, Order) {
		return in.ID, Order{Phrase: in.Body.Phrase}
	})
}

// addOrder adds the operation of an order; read returns the game and the order in a
// request.
func addOrder[In any](r registry, do, summary string, read func(*In) (game string, o Order)) {
	op := r.operation(http.MethodPost, "/game/{id}/"+do, "game-"+do, summary)
	op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusUnprocessableEntity)
	huma.Register(r.api, op, func(ctx context.Context, in *In) (*doneOutput, error) {
		id, o := read(in)
		o.Do = do
		done, err := r.Order(ctx, id, func(*play.State, int) Order { return o })
		if err != nil {
			return nil, err
		}
		return &doneOutput{done}, nil
	})
}

// Order carries out the client's order in a game, which may depend on the state of the
// game and the client's seat. The error is a problem.
func (s *API) Order(ctx context.Context, id string, order func(s *play.State, seat int) Order) (Done, error) {
	who, err := s.Need(ctx, account.Play)
	if err != nil {
		return Done{}, err
	}
	game, leave, err := s.enter(ctx, id, who)
	if err != nil {
		return Done{}, err
	}
	defer leave()
	state := game.State()
	done, err := s.carryOut(ctx, game, who, order(state, seatOf(state.Setup(), who.ID)))
	if err != nil {
		return Done{}, s.problem(err)
	}
	return done, nil
}

func (s *API) problem(err error) error { return httpkit.Internal(s.Log, "live", err) }
