package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/catalog/draft"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/stream"
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
	now := s.Now()
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
		return httpkit.NewProblem(http.StatusServiceUnavailable, "ending", "%v", errEnded)
	}
	return err
}

func (s *API) say(ctx context.Context, id string, who account.Who, seat int, phrase string) error {
	if !slices.Contains(Phrases, phrase) {
		return httpkit.NewProblem(http.StatusUnprocessableEntity, "phrase", "phrase %q: want one of %v", phrase, Phrases)
	}
	if err := allow(ctx, s.phrases, who); err != nil {
		return err
	}
	if s.Silenced != nil {
		if err := s.Silenced(who.ID); err != nil {
			return err
		}
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

// Hear implements [stream.Feed]: it carries out an order and answers it.
func (f *follower) Hear(ctx context.Context, message []byte) []byte {
	if bytes.Equal(message, []byte(`{"do":"ping"}`)) {
		return stream.Encode(Pong{"pong", f.service.Now()})
	}
	var o Order
	if err := json.Unmarshal(message, &o); err != nil {
		return stream.Encode(Refused{Event: "refused", Reason: "malformed", Detail: "want a JSON object with do:  " + err.Error()})
	}
	if o.Do == "ping" {
		return stream.Encode(Pong{"pong", f.service.Now()})
	}
	err := f.service.Still(f.who, account.Play)
	if err == nil {
		var done Done
		if done, err = f.service.carryOut(ctx, f.table.room, f.who, o); err == nil {
			return stream.Encode(Ack{"ack", o.ID, done})
		}
	}
	p := httpkit.ProblemOf(err)
	refused := Refused{Event: "refused", ID: o.ID, Reason: p.Reason, Detail: p.Detail}
	if view, ok := p.View.(play.View); ok {
		refused.View = &view
	}
	return stream.Encode(refused)
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

func as[In, Out any](r registry, do func(context.Context, account.Who, *In) (*Out, error)) func(context.Context, *In) (*Out, error) {
	return account.As(r.Identity, r.problem, do)
}

// OfferPath is the path to a seek, a challenge or a draft.
type OfferPath struct {
	ID string `path:"id" maxLength:"40"`
}

type termsInput struct{ Body lobby.Terms }

type challengeInput struct {
	Body struct {
		To string `json:"to,omitempty" maxLength:"40" doc:"The name of a player; if missing, anybody with the link may accept"`
		lobby.Terms
	}
}

type madeOutput struct{ Body lobby.Made }

type challengesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		In  []lobby.Challenge `json:"in" doc:"To me, to be accepted or declined"`
		Out []lobby.Challenge `json:"out" doc:"Those that I have made or joined"`
	}
}

func (r registry) offers() {
	l := r.Lobby
	huma.Register(r.api, r.operation(http.MethodGet, "/seeks", "seeks", "List the games offered to anybody"), as(r, r.listSeeks))
	r.addTerms("/seeks", "seek", "Offer a game to anybody, or accept a seek that fits", l.Seek)
	r.addTerms("/play", "play", "Play now: a seek that a house bot accepts if nobody does within seconds", l.PlayNow)
	r.addTake("/seeks/{id}/accept", "acceptSeek", "Accept a seek", l.Accept)
	r.addLeave(http.MethodDelete, "/seeks/{id}", "withdrawSeek", "Withdraw my seek, or leave another player's", l.Withdraw)

	challenge := httpkit.Changing(r.operation(http.MethodPost, "/challenges", "challenge", "Challenge a player, or anybody with the link"))
	huma.Register(r.api, challenge, func(ctx context.Context, in *challengeInput) (*madeOutput, error) {
		return r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
			return l.Challenge(ctx, who, in.Body.To, in.Body.Terms)
		})
	})
	huma.Register(r.api, r.operation(http.MethodGet, "/challenges/{id}", "getChallenge", "Get a challenge"), as(r, r.getChallenge))
	r.addTake("/challenges/{id}/accept", "acceptChallenge", "Accept a challenge", l.AcceptChallenge)
	r.addLeave(http.MethodPost, "/challenges/{id}/decline", "declineChallenge", "Decline a challenge", l.DeclineChallenge)
	r.addLeave(http.MethodDelete, "/challenges/{id}", "cancelChallenge", "Withdraw my challenge, or leave another player's", l.CancelChallenge)
	huma.Register(r.api, r.operation(http.MethodGet, "/account/challenges", "myChallenges", "List my challenges"), r.myChallenges)
}

func (r registry) make(ctx context.Context, do func(context.Context, play.Player) (lobby.Made, error)) (*madeOutput, error) {
	made, err := r.Arrange(ctx, do)
	return &madeOutput{made}, err
}

// Arrange lets the client do something in the lobby, within the limits. The error is a
// problem.
func (s *API) Arrange(ctx context.Context, do func(context.Context, play.Player) (lobby.Made, error)) (lobby.Made, error) {
	who, err := s.Need(ctx, account.Play)
	if err == nil {
		err = allow(ctx, s.offering, who)
	}
	if err != nil {
		return lobby.Made{}, err
	}
	made, err := do(ctx, who.Player)
	if err != nil {
		return lobby.Made{}, s.problem(err)
	}
	return made, nil
}

func (r registry) addTerms(path, id, summary string, offer func(context.Context, play.Player, lobby.Terms) (lobby.Made, error)) {
	huma.Register(r.api, httpkit.Changing(r.operation(http.MethodPost, path, id, summary)), func(ctx context.Context, in *termsInput) (*madeOutput, error) {
		return r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) { return offer(ctx, who, in.Body) })
	})
}

func (r registry) addTake(path, id, summary string, take func(context.Context, play.Player, string) (lobby.Made, error)) {
	huma.Register(r.api, httpkit.Changing(r.operation(http.MethodPost, path, id, summary)), func(ctx context.Context, in *OfferPath) (*madeOutput, error) {
		return r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) { return take(ctx, who, in.ID) })
	})
}

func (r registry) addLeave(method, path, id, summary string, leave func(context.Context, play.Player, string) error) {
	op := httpkit.Changing(r.operation(method, path, id, summary))
	huma.Register(r.api, op, func(ctx context.Context, in *OfferPath) (*struct{}, error) {
		_, err := r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
			return lobby.Made{}, leave(ctx, who, in.ID)
		})
		return nil, err
	})
}

func (r registry) listSeeks(ctx context.Context, who account.Who, _ *struct{}) (*httpkit.NoStore[[]lobby.Seek], error) {
	return httpkit.Uncached(r.Lobby.Seeks(who.Class)), nil
}

func (r registry) getChallenge(ctx context.Context, who account.Who, in *OfferPath) (*httpkit.NoStore[lobby.Challenge], error) {
	challenge, err := r.Lobby.ChallengeByID(ctx, who.Player, in.ID)
	return httpkit.Uncached(challenge), r.problem(err)
}

func (r registry) myChallenges(ctx context.Context, _ *struct{}) (*challengesOutput, error) {
	who, err := r.Need(ctx, account.Play)
	if err != nil {
		return nil, err
	}
	out := challengesOutput{CacheControl: "no-store"}
	out.Body.In, out.Body.Out = r.Lobby.Challenges(who.ID)
	return &out, nil
}

type actInput struct {
	OfferPath
	Body struct {
		Number int      `json:"number" minimum:"1" doc:"The number of the act in the draft, from 1. Sent twice it counts once"`
		Do     draft.Do `json:"do" enum:"offer,choose,start"`
		Powers []string `json:"powers,omitempty" maxItems:"8" doc:"The powers that are offered, or the one that is chosen"`
		First  int      `json:"first,omitempty" doc:"The player who is to start, from 1"`
	}
}

func (r registry) drafts() {
	huma.Register(r.api, r.operation(http.MethodGet, "/drafts/{id}", "getDraft", "Get a draft of powers"), as(r, func(ctx context.Context, who account.Who, in *OfferPath) (*httpkit.NoStore[lobby.Drafting], error) {
		d, err := r.Lobby.DraftByID(ctx, who.Player, in.ID)
		return httpkit.Uncached(d), err
	}))
	act := httpkit.Changing(r.operation(http.MethodPost, "/drafts/{id}", "draft", "Offer powers, choose one, or name the player who starts"))
	huma.Register(r.api, act, func(ctx context.Context, in *actInput) (*madeOutput, error) {
		return r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
			return r.Lobby.Act(ctx, who, in.ID, in.Body.Number, draft.Act{Do: in.Body.Do, Powers: in.Body.Powers, First: in.Body.First})
		})
	})
	r.addLeave(http.MethodDelete, "/drafts/{id}", "leaveDraft", "Leave a draft, which ends it", r.Lobby.Abandon)
}
