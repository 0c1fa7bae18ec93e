package account

import (
	"context"
	"net/http"

	"thera/internal/site/play"
)

// admitName refuses clients that try too often, from one address or with one name:
// somebody who guesses passwords has many of one of them.
func (a *API) admitName(ctx context.Context, name string) error {
	if err := a.admit(ctx, a.signIns); err != nil {
		return err
	}
	return a.wait(a.names, fold(name), "too often with this name")
}

func (a *API) signIn(ctx context.Context, in *named) (*entered, error) {
	if err := a.admitName(ctx, in.Body.Name); err != nil {
		return nil, err
	}
	signed, err := a.Accounts.SignIn(ctx, in.Body.Name, in.Body.Password, Agent(ctx))
	return a.enter(ctx, signed, err)
}

type coded struct {
	Body struct {
		Name string `json:"name" maxLength:"100"`
		Code string `json:"code" maxLength:"100"`
	}
}

func (a *API) recoverAccount(ctx context.Context, in *coded) (*entered, error) {
	if err := a.admitName(ctx, in.Body.Name); err != nil {
		return nil, err
	}
	signed, err := a.Accounts.Recover(ctx, in.Body.Name, in.Body.Code, Agent(ctx))
	return a.enter(ctx, signed, err)
}

// signOut takes any cookie away, even a guest's.
func (a *API) signOut(ctx context.Context, who Who, _ *struct{}) (*signedOut, error) {
	return &signedOut{[]http.Cookie{a.Cookie(ctx, "")}}, a.Accounts.SignOut(ctx, who)
}

// Session is a browser in which an account is signed in.
type Session struct {
	ID      string       `json:"id"`
	Agent   string       `json:"agent" doc:"The browser's user agent"`
	Created play.Instant `json:"created"`
	Seen    play.Instant `json:"seen"`
	Current bool         `json:"current" doc:"Whether it sent this request"`
}

type sessionsOutput struct{ Body []Session }

func (a *API) listSessions(ctx context.Context, who Who, _ *struct{}) (*sessionsOutput, error) {
	out := &sessionsOutput{[]Session{}}
	all, err := a.Accounts.Sessions(ctx, who)
	for _, s := range all {
		out.Body = append(out.Body, Session{s.Hash, s.Agent, s.Created, s.Seen, s.Hash == who.Session})
	}
	return out, err
}

type byID struct {
	ID string `path:"id" maxLength:"2000"`
}

func (a *API) endSession(ctx context.Context, who Who, in *byID) (*struct{}, error) {
	return nil, a.Accounts.EndSession(ctx, who, in.ID)
}
