package account

import (
	"context"
	"math"
	"net/http"

	"thera/internal/lab/rating"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Account is what clients learn about themselves.
type Account struct {
	// Player is null for a visitor who is not even a guest.
	Player  *play.Player `json:"player"`
	Ratings []Rating     `json:"ratings"`
	Ban     string       `json:"ban,omitempty" doc:"Why the account is banned"`
}

// Rating is a player's rating in a game at a speed.
type Rating struct {
	Game        string     `json:"game"`
	Speed       play.Speed `json:"speed"`
	Rating      int        `json:"rating"`
	Deviation   int        `json:"deviation"`
	Games       int        `json:"games"`
	Provisional bool       `json:"provisional"`
}

// NewRating rounds a stored rating for display.
func NewRating(r store.Rating) Rating {
	return Rating{r.Game, r.Speed, int(math.Round(r.Rating.Rating)), int(math.Round(r.Deviation)), r.Games, r.Deviation >= rating.Provisional}
}

func (a *API) getAccount(ctx context.Context, who Who, _ *struct{}) (*httpkit.NoStore[Account], error) {
	out := httpkit.Uncached(Account{Ratings: []Rating{}, Ban: who.Ban})
	if !who.Known() {
		return out, nil
	}
	out.Body.Player = &who.Player
	all, err := a.Accounts.store.RatingsOf(ctx, who.ID, a.Accounts.now())
	for _, r := range all {
		out.Body.Ratings = append(out.Body.Ratings, NewRating(r))
	}
	return out, err
}

// entered is the answer to a client that has become a guest, signed up or signed in.
type entered struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Player   play.Player `json:"player"`
		Recovery []string    `json:"recovery,omitempty" doc:"Codes that sign in once each; shown only this once"`
	}
}

func (a *API) enter(ctx context.Context, signed SignedIn, err error) (*entered, error) {
	if err != nil {
		return nil, a.problem(err)
	}
	out := &entered{SetCookie: []http.Cookie{a.Cookie(ctx, signed.Cookie)}}
	out.Body.Player, out.Body.Recovery = signed.Who.Player, signed.Codes
	return out, nil
}

// becomeGuest changes nothing for a client that is known already.
func (a *API) becomeGuest(ctx context.Context, who Who, _ *struct{}) (*entered, error) {
	if who.Known() {
		out := &entered{}
		out.Body.Player = who.Player
		return out, nil
	}
	if err := a.admit(ctx, a.guests); err != nil {
		return nil, err
	}
	who, cookie := a.Accounts.Guest()
	return a.enter(ctx, SignedIn{Who: who, Cookie: cookie}, nil)
}

type named struct {
	Body struct {
		Name     string `json:"name" maxLength:"100"`
		Password string `json:"password" maxLength:"1000"`
	}
}

func (a *API) signUp(ctx context.Context, who Who, in *named) (*entered, error) {
	if err := a.admit(ctx, a.signUps); err != nil {
		return nil, err
	}
	signed, err := a.Accounts.SignUp(ctx, who, in.Body.Name, in.Body.Password, Agent(ctx))
	return a.enter(ctx, signed, err)
}

type closing struct {
	Body struct {
		Name string `json:"name" doc:"The account's name, as confirmation" maxLength:"100"`
	}
}

// signedOut is the answer that takes the cookie away.
type signedOut struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
}

func (a *API) closeAccount(ctx context.Context, who Who, in *closing) (*signedOut, error) {
	return &signedOut{[]http.Cookie{a.Cookie(ctx, "")}}, a.Accounts.Close(ctx, who, in.Body.Name)
}

type playerOutput struct {
	Body struct {
		Player play.Player `json:"player"`
	}
}

func (a *API) becomeBot(ctx context.Context, who Who, _ *struct{}) (*playerOutput, error) {
	var out playerOutput
	var err error
	out.Body.Player, err = a.Accounts.BecomeBot(ctx, who)
	return &out, err
}

type passwords struct {
	Body struct {
		Old      string `json:"old,omitempty" maxLength:"1000" doc:"Not needed if there is none, or after signing in with a recovery code"`
		Password string `json:"new" maxLength:"1000"`
	}
}

func (a *API) setPassword(ctx context.Context, who Who, in *passwords) (*struct{}, error) {
	if err := a.wait(a.names, who.ID, "too often for this account"); err != nil {
		return nil, err
	}
	return nil, a.Accounts.SetPassword(ctx, who, in.Body.Old, in.Body.Password)
}

type codesOutput struct {
	Body struct {
		Recovery []string `json:"recovery" doc:"Codes that sign in once each; shown only this once. Earlier codes no longer work"`
	}
}

func (a *API) newCodes(ctx context.Context, who Who, _ *struct{}) (*codesOutput, error) {
	var out codesOutput
	var err error
	out.Body.Recovery, err = a.Accounts.NewCodes(ctx, who)
	return &out, err
}
