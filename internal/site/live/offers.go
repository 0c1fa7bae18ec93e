package live

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
)

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

// offers adds the operations of the lobby.
func (r registry) offers() {
	l := r.Lobby
	huma.Register(r.api, r.operation(http.MethodGet, "/seeks", "seeks", "List the games offered to anybody"), r.listSeeks)
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
	huma.Register(r.api, r.operation(http.MethodGet, "/challenges/{id}", "getChallenge", "Get a challenge"), r.getChallenge)
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

// addTake adds an operation that accepts an offer.
func (r registry) addTake(path, id, summary string, take func(context.Context, play.Player, string) (lobby.Made, error)) {
	huma.Register(r.api, httpkit.Changing(r.operation(http.MethodPost, path, id, summary)), func(ctx context.Context, in *OfferPath) (*madeOutput, error) {
		return r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) { return take(ctx, who, in.ID) })
	})
}

// addLeave adds an operation that withdraws or leaves an offer.
func (r registry) addLeave(method, path, id, summary string, leave func(context.Context, play.Player, string) error) {
	op := httpkit.Changing(r.operation(method, path, id, summary))
	huma.Register(r.api, op, func(ctx context.Context, in *OfferPath) (*struct{}, error) {
		_, err := r.make(ctx, func(ctx context.Context, who play.Player) (lobby.Made, error) {
			return lobby.Made{}, leave(ctx, who, in.ID)
		})
		return nil, err
	})
}

func (r registry) listSeeks(ctx context.Context, _ *struct{}) (*httpkit.NoStore[[]lobby.Seek], error) {
	who, err := r.Who(ctx)
	if err != nil {
		return nil, err
	}
	return httpkit.Uncached(r.Lobby.Seeks(who.Class)), nil
}

func (r registry) getChallenge(ctx context.Context, in *OfferPath) (*httpkit.NoStore[lobby.Challenge], error) {
	who, err := r.Who(ctx)
	if err != nil {
		return nil, err
	}
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
