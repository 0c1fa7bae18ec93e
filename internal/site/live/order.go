package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/stream"
)

// Order is what a player sends over a socket: what to do, and the fields for it.
type Order struct {
	Do      string         `json:"do" doc:"turn, resign, abort, more-time, claim, offer, accept, decline, plan or phrase; or ping"`
	ID      string         `json:"id,omitempty" doc:"Returned with the answer"`
	Turn    string         `json:"turn,omitempty" doc:"In any form that the rules accept"`
	Ply     int            `json:"ply,omitempty" doc:"The number of the turn in the game, from 1"`
	Seen    int            `json:"seen,omitempty" doc:"The number of the last event that the player had seen"`
	Lag     play.Millis    `json:"lag,omitempty" doc:"The client's network delay"`
	Against int            `json:"against,omitempty" doc:"The seat that has left"`
	Offer   play.OfferKind `json:"offer,omitempty" doc:"What is offered, accepted or declined"`
	Lines   [][]string     `json:"lines,omitempty" doc:"Of a plan"`
	Phrase  string         `json:"phrase,omitempty" doc:"What to say"`
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
	return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, string(unknown), "do %q: want turn, resign, abort, more-time, claim, offer, accept, decline, plan or phrase", o.Do)
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
	if result == string(unknown) {
		o.Do = result
	}
	s.metrics.ordered(o.Do, result, time.Since(began))
	return after, err
}

const unknown play.Reason = "unknown" // what to do

func (s *API) try(ctx context.Context, r *room.Room, who account.Who, o Order) (Done, error) {
	seat := 1 + play.IndexOf(r.State().Setup().Players, who.ID)
	command, err := o.command(seat)
	if err != nil {
		return Done{}, err
	}
	if seat == 0 {
		return Done{}, httpkit.NewProblem(http.StatusForbidden, string(play.NoPlayer), "game %q: %s has no seat in it", r.ID(), who.Name)
	}
	if command == nil {
		if err := s.Silenced(who.ID); err != nil {
			return Done{}, err
		}
		return Done{}, s.say(r.ID(), seat, o.Phrase)
	}
	wantsRematch := o.Offer == play.Rematch && (o.Do == "offer" || o.Do == "accept")
	if wantsRematch {
		if err := s.Lobby.Admit(ctx, who.Player); err != nil {
			return Done{}, err
		}
	}
	state, err := r.Do(ctx, command)
	if wantsRematch && state.Rematch() {
		// All have agreed, perhaps earlier, and then the game may not have been started.
		_, err = s.Lobby.Rematch(ctx, r.ID())
	}
	now := s.House.Now()
	if errors.Is(err, room.ErrNotStored) {
		// Clients learn only that it was not stored; operators have to know why.
		s.Log.ErrorContext(ctx, "order not stored", "order", o.Do, "cause", err)
	}
	if err != nil {
		return Done{}, refusal(err, state, now)
	}
	return Done{state.Number(), state.View(now).Clocks}, nil
}

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
		return httpkit.Ending()
	}
	return err
}

func (s *API) say(id string, seat int, phrase string) error {
	if !slices.Contains(Phrases, phrase) {
		return httpkit.NewProblem(http.StatusUnprocessableEntity, "phrase", "phrase %q: want one of %v", phrase, Phrases)
	}
	s.note(id, note{Said: &Said{"phrase", seat, phrase}})
	return nil
}

// allow holds an account to the rates of orders over a socket.
func (s *API) allow(ctx context.Context, who account.Who, o Order) error {
	limiters := []*httpkit.Limiter{s.orders}
	if o.Do == "phrase" {
		limiters = append(limiters, s.phrases)
	}
	for _, l := range limiters {
		if httpkit.Client(ctx) == httpkit.Local {
			break
		}
		if wait := l.Wait(who.ID, time.Now()); wait > 0 {
			return httpkit.TooMany(wait, "too many requests at once from %s", who.Name)
		}
	}
	return nil
}

// Hear implements [stream.Feed]: it carries out an order and answers it.
func (f *follower) Hear(ctx context.Context, message []byte) []byte {
	if bytes.Equal(message, ping) {
		return stream.Encode(Pong{"pong", f.service.House.Now()})
	}
	var o Order
	if err := json.Unmarshal(message, &o); err != nil {
		return stream.Encode(Refused{Event: "refused", Reason: "malformed", Detail: "want a JSON object with do: " + err.Error()})
	}
	if o.Do == "ping" {
		return stream.Encode(Pong{"pong", f.service.House.Now()})
	}
	err := f.service.Still(f.who, account.Play)
	if err == nil {
		err = f.service.allow(ctx, f.who, o)
	}
	if err == nil {
		var done Done
		if done, err = f.service.carryOut(ctx, f.table.room, f.who, o); err == nil {
			return stream.Encode(Ack{"ack", o.ID, done})
		}
	}
	return stream.Encode(refusedFrame(o.ID, err))
}

// refusedFrame is the answer to an order that fails with a problem.
func refusedFrame(id string, err error) Refused {
	p := httpkit.ProblemOf(err)
	refused := Refused{Event: "refused", ID: id, Reason: p.Reason, Detail: p.Detail}
	if view, ok := p.View.(play.View); ok {
		refused.View = &view
	}
	return refused
}

type turnInput struct {
	GamePath
	Body struct {
		Turn string      `json:"turn" maxLength:"200" example:"d1-d7(g7)" doc:"In any form that the rules accept"`
		Ply  int         `json:"ply" minimum:"1" doc:"The number of the turn in the game, from 1. Sent twice it is played once"`
		Seen int         `json:"seen,omitempty" minimum:"0" doc:"The number of the last event that the player had seen"`
		Lag  play.Millis `json:"lag,omitempty" minimum:"0" doc:"The client's network delay"`
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
		Offer play.OfferKind `json:"offer" enum:"takeback,abort,rematch" doc:"What the other players are asked to agree to"`
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
		Phrase string `json:"phrase" enum:"hello,good-luck,have-fun,good-game,well-played,thanks,oops,goodbye" doc:"What the other players are told"`
	}
}

func (s *API) registerOrders(kit *account.Kit) {
	op := httpkit.Operation{
		Tag: "games", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfPlayers, Cost: httpkit.Write,
		Rates: []httpkit.Quota{httpkit.ByAccount(s.orders)}, Problems: []int{http.StatusConflict},
	}
	form := op.Taking(httpkit.SmallBody)
	addOrder(s, kit, form, "turn", "gameTurn", "Play a turn", func(in *turnInput) (string, Order) {
		return in.ID, Order{Turn: in.Body.Turn, Ply: in.Body.Ply, Seen: in.Body.Seen, Lag: in.Body.Lag}
	})
	bare := func(in *GamePath) (string, Order) { return in.ID, Order{} }
	addOrder(s, kit, op, "resign", "gameResign", "Resign a game", bare)
	addOrder(s, kit, op, "abort", "gameAbort", "End a game in which not all players have had a turn", bare)
	addOrder(s, kit, op, "more-time", "gameMoreTime", "Give the others 15 seconds", bare)
	addOrder(s, kit, form, "claim", "gameClaim", "Claim that another player has left", func(in *claimInput) (string, Order) {
		return in.ID, Order{Against: in.Body.Against}
	})
	offer := func(in *offerInput) (string, Order) { return in.ID, Order{Offer: in.Body.Offer} }
	addOrder(s, kit, form, "offer", "gameOffer", "Offer the others something", offer)
	addOrder(s, kit, form, "accept", "gameAccept", "Agree to an offer", offer)
	addOrder(s, kit, form, "decline", "gameDecline", "Decline an offer, or withdraw it", offer)
	addOrder(s, kit, form, "plan", "gamePlan", "Set conditional turns", func(in *planInput) (string, Order) {
		return in.ID, Order{Ply: in.Body.Ply, Lines: in.Body.Lines}
	})
	addOrder(s, kit, form.Within(httpkit.ByAccount(s.phrases)), "phrase", "gamePhrase", "Send a phrase to all who follow the game", func(in *phraseInput) (string, Order) {
		return in.ID, Order{Phrase: in.Body.Phrase}
	})
}

func addOrder[In any](s *API, kit *account.Kit, op httpkit.Operation, do, operation, summary string, read func(*In) (game string, o Order)) {
	httpkit.JSON(kit, op.At("POST /api/v1/game/{id}/"+do, operation, summary), func(ctx context.Context, who account.Who, in *In) (Done, error) {
		id, o := read(in)
		o.Do = do
		return s.Order(ctx, who, id, func(*play.State, int) Order { return o })
	})
}

// Order carries out somebody's order in a game, which may depend on the state of the
// game and their seat.
func (s *API) Order(ctx context.Context, who account.Who, id string, order func(s *play.State, seat int) Order) (Done, error) {
	game, leave, err := s.enter(ctx, id, who)
	if err != nil {
		return Done{}, err
	}
	defer leave()
	state := game.State()
	return s.carryOut(ctx, game, who, order(state, 1+play.IndexOf(state.Setup().Players, who.ID)))
}

// OfferPath is the path to a seek, a challenge or a draft.
type OfferPath struct {
	ID string `path:"id" maxLength:"40" doc:"The ID of the seek, challenge or draft"`
}

type termsInput struct{ Body lobby.Terms }

type challengeInput struct {
	Body struct {
		To string `json:"to,omitempty" maxLength:"40" doc:"The name of a player; if missing, anybody with the link may accept"`
		lobby.Terms
	}
}

type challenges struct {
	In  []lobby.Challenge `json:"in" doc:"To me, to be accepted or declined"`
	Out []lobby.Challenge `json:"out" doc:"Those that I have made or joined"`
}

func (s *API) registerOffers(kit *account.Kit) {
	l := s.Lobby
	httpkit.JSON(kit, reading("offers").At("GET /api/v1/seeks", "seeks", "List the games offered to anybody"), s.listSeeks)
	httpkit.JSON(kit, reading("offers").About(httpkit.OfHolder).At("GET /api/v1/challenges/{id}", "getChallenge", "Get a challenge"), s.getChallenge)
	mine := httpkit.Operation{Tag: "offers", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfCaller, Cost: httpkit.Light}
	httpkit.JSON(kit, mine.At("GET /api/v1/account/challenges", "myChallenges", "List my challenges"), s.myChallenges)

	offer := httpkit.Operation{
		Tag: "offers", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfNobody, Cost: httpkit.Write,
		Rates: s.Offers(), Problems: []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict},
	}
	form := offer.Taking(httpkit.SmallBody)
	httpkit.JSON(kit, form.At("POST /api/v1/seeks", "seek", "Offer a game to anybody, or accept a seek that fits"), terms(l.Seek))
	httpkit.JSON(kit, form.At("POST /api/v1/play", "play", "Play now: a seek that a house bot accepts if nobody does within seconds"), terms(l.PlayNow))
	httpkit.JSON(kit, form.At("POST /api/v1/challenges", "challenge", "Challenge a player, or anybody with the link"),
		func(ctx context.Context, who account.Who, in *challengeInput) (lobby.Made, error) {
			return l.Challenge(ctx, who.Player, in.Body.To, in.Body.Terms)
		})
	take := offer.About(httpkit.OfHolder)
	httpkit.JSON(kit, take.At("POST /api/v1/seeks/{id}/accept", "acceptSeek", "Accept a seek"), accept(l.Accept))
	httpkit.JSON(kit, take.At("POST /api/v1/challenges/{id}/accept", "acceptChallenge", "Accept a challenge"), accept(l.AcceptChallenge))
	leave := offer.About(httpkit.OfMaker)
	httpkit.Do(kit, leave.At("DELETE /api/v1/seeks/{id}", "withdrawSeek", "Withdraw my seek, or leave another player's"), withdraw(l.Withdraw))
	httpkit.Do(kit, leave.At("DELETE /api/v1/challenges/{id}", "cancelChallenge", "Withdraw my challenge, or leave another player's"), withdraw(l.CancelChallenge))
	httpkit.Do(kit, leave.At("POST /api/v1/challenges/{id}/decline", "declineChallenge", "Decline a challenge"), withdraw(l.DeclineChallenge))
}

// Offers are the quotas of what somebody does in the lobby. All who look at it hear of each
// offer, so a client with many guests is held to one too.
func (s *API) Offers() []httpkit.Quota {
	return []httpkit.Quota{httpkit.ByAccount(s.offering), httpkit.ByClient(s.offeringClients)}
}

// Orders is the quota of orders in games, and of phrases.
func (s *API) Orders() (orders, phrases httpkit.Quota) {
	return httpkit.ByAccount(s.orders), httpkit.ByAccount(s.phrases)
}

func terms(offer func(context.Context, play.Player, lobby.Terms) (lobby.Made, error)) func(context.Context, account.Who, *termsInput) (lobby.Made, error) {
	return func(ctx context.Context, who account.Who, in *termsInput) (lobby.Made, error) {
		return offer(ctx, who.Player, in.Body)
	}
}

func accept(take func(context.Context, play.Player, string) (lobby.Made, error)) func(context.Context, account.Who, *OfferPath) (lobby.Made, error) {
	return func(ctx context.Context, who account.Who, in *OfferPath) (lobby.Made, error) {
		return take(ctx, who.Player, in.ID)
	}
}

func withdraw(leave func(context.Context, play.Player, string) error) func(context.Context, account.Who, *OfferPath) error {
	return func(ctx context.Context, who account.Who, in *OfferPath) error {
		return leave(ctx, who.Player, in.ID)
	}
}

func (s *API) listSeeks(_ context.Context, who account.Who, _ *struct{}) ([]lobby.Seek, error) {
	return s.Lobby.Seeks(who.Class), nil
}

func (s *API) getChallenge(ctx context.Context, who account.Who, in *OfferPath) (lobby.Challenge, error) {
	return s.Lobby.ChallengeByID(ctx, who.Player, in.ID)
}

func (s *API) myChallenges(_ context.Context, who account.Who, _ *struct{}) (challenges, error) {
	in, out := s.Lobby.Challenges(who.ID)
	return challenges{in, out}, nil
}

type actInput struct {
	OfferPath
	Body struct {
		Number int           `json:"number" minimum:"1" doc:"The number of the act in the draft, from 1. Sent twice it counts once"`
		Do     setup.ActKind `json:"do" enum:"offer,choose,start" doc:"One player offers powers, the other chooses one of them and then says who starts"`
		Powers []string      `json:"powers,omitempty" maxItems:"8" doc:"The powers that are offered, or the one that is chosen"`
		First  int           `json:"first,omitempty" doc:"The player who is to start, from 1"`
	}
}

func (s *API) registerDrafts(kit *account.Kit) {
	httpkit.JSON(kit, reading("offers").About(httpkit.OfHolder).At("GET /api/v1/drafts/{id}", "getDraft", "Get a draft of powers"),
		func(ctx context.Context, who account.Who, in *OfferPath) (lobby.Drafting, error) {
			return s.Lobby.DraftByID(ctx, who.Player, in.ID)
		})
	act := httpkit.Operation{
		Tag: "offers", Callers: httpkit.Players, Scope: account.Play, Object: httpkit.OfPlayers, Cost: httpkit.Write,
		Rates: s.Offers(), Problems: []int{http.StatusConflict},
	}
	httpkit.JSON(kit, act.Taking(httpkit.SmallBody).At("POST /api/v1/drafts/{id}", "draft", "Offer powers, choose one, or name the player who starts"),
		func(ctx context.Context, who account.Who, in *actInput) (lobby.Made, error) {
			return s.Lobby.Act(ctx, who.Player, in.ID, in.Body.Number, setup.Act{Do: in.Body.Do, Powers: in.Body.Powers, First: in.Body.First})
		})
	httpkit.Do(kit, act.At("DELETE /api/v1/drafts/{id}", "leaveDraft", "Leave a draft, which ends it"), withdraw(s.Lobby.Abandon))
}
