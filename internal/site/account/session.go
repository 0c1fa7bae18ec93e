package account

import (
	"context"
	"net/http"

	"thera/internal/site/play"
)

// admitName refuses those who try too often, from an address or with a name:
// who guesses has many of one of them.
func (g *API) admitName(ctx context.Context, name string) error {
	if err := g.admit(ctx, g.ins); err != nil {
		return err
	}
	return g.wait(g.names, g.Accounts.Fold(name), "too often with this name")
}

func (g *API) signIn(ctx context.Context, in *named) (*entered, error) {
	if err := g.admitName(ctx, in.Body.Name); err != nil {
		return nil, err
	}
	signed, err := g.Accounts.SignIn(ctx, in.Body.Name, in.Body.Password, agent(ctx))
	return g.enter(ctx, signed, err)
}

type coded struct {
	Body struct {
		Name string `json:"name" maxLength:"100"`
		Code string `json:"code" maxLength:"100"`
	}
}

func (g *API) recoverAccount(ctx context.Context, in *coded) (*entered, error) {
	if err := g.admitName(ctx, in.Body.Name); err != nil {
		return nil, err
	}
	signed, err := g.Accounts.Recover(ctx, in.Body.Name, in.Body.Code, agent(ctx))
	return g.enter(ctx, signed, err)
}

// signOut takes the cookie away, whosever it is.
func (g *API) signOut(ctx context.Context, _ *struct{}) (*left, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	if err := g.Accounts.SignOut(ctx, who); err != nil {
		return nil, g.problem(err)
	}
	return &left{[]http.Cookie{g.cookie(requestOf(ctx), "")}}, nil
}

// Session is a browser in which somebody is signed in.
type Session struct {
	ID      string       `json:"id"`
	Agent   string       `json:"agent" doc:"What the browser says it is"`
	Created play.Instant `json:"created"`
	Seen    play.Instant `json:"seen"`
	Current bool         `json:"current" doc:"The one that asks"`
}

type sessionsOutput struct{ Body []Session }

func (g *API) listSessions(ctx context.Context, _ *struct{}) (*sessionsOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	out := &sessionsOutput{[]Session{}}
	all, err := g.Accounts.Sessions(ctx, who)
	for _, s := range all {
		out.Body = append(out.Body, Session{s.Hash, s.Agent, s.Created, s.Seen, s.Hash == who.Session})
	}
	return out, g.problem(err)
}

type byID struct {
	ID string `path:"id" maxLength:"2000"`
}

func (g *API) endSession(ctx context.Context, in *byID) (*struct{}, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, g.problem(g.Accounts.EndSession(ctx, who, in.ID))
}
