package account

import (
	"context"
	"math"
	"net/http"

	"thera/internal/lab/rating"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Account is who somebody is.
type Account struct {
	// Player is null for a visitor who is nobody yet.
	Player  *play.Player `json:"player"`
	Ratings []Rating     `json:"ratings"`
	Ban     string       `json:"ban,omitempty" doc:"Why he may do nothing"`
}

// Rating is how strong somebody is.
type Rating struct {
	Game        string     `json:"game"`
	Speed       play.Speed `json:"speed"`
	Rating      int        `json:"rating"`
	Deviation   int        `json:"deviation"`
	Games       int        `json:"games"`
	Provisional bool       `json:"provisional"`
}

// Ratings returns a player's ratings as they are now.
func (g *API) Ratings(ctx context.Context, player string) ([]Rating, error) {
	ratings := []Rating{}
	all, err := g.Store.RatingsOf(ctx, player, g.Accounts.Now())
	for _, r := range all {
		ratings = append(ratings, NewRating(r))
	}
	return ratings, err
}

// NewRating returns a rating of the store as it is told.
func NewRating(r store.Rating) Rating {
	return Rating{r.Game, r.Speed, int(math.Round(r.Rating.Rating)), int(math.Round(r.Deviation)), r.Games, r.Deviation >= rating.Provisional}
}

type accountOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Account
}

func (g *API) getAccount(ctx context.Context, _ *struct{}) (*accountOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	out := &accountOutput{CacheControl: "no-store", Body: Account{Ratings: []Rating{}, Ban: who.Ban}}
	if who.Known() {
		out.Body.Player = &who.Player
		out.Body.Ratings, err = g.Ratings(ctx, who.ID)
	}
	return out, g.problem(err)
}

// entered is the answer to whoever comes in.
type entered struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Player   play.Player `json:"player"`
		Recovery []string    `json:"recovery,omitempty" doc:"Codes that sign in once each; shown this once"`
	}
}

func (g *API) enter(ctx context.Context, signed SignedIn, err error) (*entered, error) {
	if err != nil {
		return nil, g.problem(err)
	}
	out := &entered{SetCookie: []http.Cookie{g.cookie(requestOf(ctx), signed.Cookie)}}
	out.Body.Player, out.Body.Recovery = signed.Who.Player, signed.Codes
	return out, nil
}

// becomeGuest makes somebody of a visitor. Who is somebody stays who he is.
func (g *API) becomeGuest(ctx context.Context, _ *struct{}) (*entered, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	if who.Known() {
		out := &entered{}
		out.Body.Player = who.Player
		return out, nil
	}
	if err := g.admit(ctx, g.guests); err != nil {
		return nil, err
	}
	who, cookie := g.Accounts.Guest()
	return g.enter(ctx, SignedIn{Who: who, Cookie: cookie}, nil)
}

type named struct {
	Body struct {
		Name     string `json:"name" maxLength:"100"`
		Password string `json:"password" maxLength:"1000"`
	}
}

func (g *API) signUp(ctx context.Context, in *named) (*entered, error) {
	who, err := g.Who(ctx)
	if err == nil {
		err = g.admit(ctx, g.ups)
	}
	if err != nil {
		return nil, err
	}
	signed, err := g.Accounts.SignUp(ctx, who, in.Body.Name, in.Body.Password, agent(ctx))
	return g.enter(ctx, signed, err)
}

// agent returns what a browser says it is.
func agent(ctx context.Context) string { return requestOf(ctx).UserAgent() }

type closing struct {
	Body struct {
		Name string `json:"name" doc:"The account's name, to be sure" maxLength:"100"`
	}
}

type left struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
}

func (g *API) closeAccount(ctx context.Context, in *closing) (*left, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	if err := g.Accounts.Close(ctx, who, in.Body.Name); err != nil {
		return nil, g.problem(err)
	}
	return &left{[]http.Cookie{g.cookie(requestOf(ctx), "")}}, nil
}

type playerOutput struct {
	Body struct {
		Player play.Player `json:"player"`
	}
}

func (g *API) becomeBot(ctx context.Context, _ *struct{}) (*playerOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	var out playerOutput
	out.Body.Player, err = g.Accounts.BecomeBot(ctx, who)
	return &out, g.problem(err)
}

type passwords struct {
	Body struct {
		Old      string `json:"old,omitempty" maxLength:"1000" doc:"Not wanted without one, or after a recovery code"`
		Password string `json:"new" maxLength:"1000"`
	}
}

func (g *API) setPassword(ctx context.Context, in *passwords) (*struct{}, error) {
	who, err := g.Who(ctx)
	if err == nil {
		err = g.wait(g.names, who.ID, "too often for this account")
	}
	if err != nil {
		return nil, err
	}
	return nil, g.problem(g.Accounts.SetPassword(ctx, who, in.Body.Old, in.Body.Password))
}

type codesOutput struct {
	Body struct {
		Recovery []string `json:"recovery" doc:"Codes that sign in once each; shown this once. Those of before are worthless"`
	}
}

func (g *API) newCodes(ctx context.Context, _ *struct{}) (*codesOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	var out codesOutput
	out.Body.Recovery, err = g.Accounts.NewCodes(ctx, who)
	return &out, g.problem(err)
}
