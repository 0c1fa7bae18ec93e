package class

import (
	"context"
	"net/http"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
)

// MemberPath is the path to a member of a class.
type MemberPath struct {
	ClassPath
	Member string `path:"member" maxLength:"40" doc:"The member's ID"`
}

type codeOutput struct {
	Body struct {
		Code string `json:"code" doc:"Lets the member in again; shown only this once. The earlier code no longer works"`
	}
}

func (a *API) newCode(ctx context.Context, who account.Who, in *MemberPath) (*codeOutput, error) {
	var out codeOutput
	var err error
	out.Body.Code, err = a.Classes.NewCode(ctx, who, in.ID, in.Member)
	return &out, err
}

func (a *API) remove(ctx context.Context, who account.Who, in *MemberPath) (*struct{}, error) {
	return nil, a.Classes.Remove(ctx, who, in.ID, in.Member)
}

// HandedIn is a member's program and the token that it plays with.
type HandedIn struct {
	Player play.Player `json:"player"`
	Token  string      `json:"token" doc:"Shown only this once. The earlier token no longer works"`
}

type handedInOutput struct{ Body HandedIn }

func (a *API) handIn(ctx context.Context, who account.Who, _ *struct{}) (*handedInOutput, error) {
	program, token, err := a.Classes.HandIn(ctx, who)
	return &handedInOutput{HandedIn{program, token}}, err
}

// InvitationPath is the path to an invitation.
type InvitationPath struct {
	Code string `path:"code" maxLength:"40" doc:"The code of an invitation"`
}

// Invitation is what anybody who has its code may know of a class.
type Invitation struct {
	Class string `json:"class" doc:"The class's name"`
}

func (a *API) invited(ctx context.Context, in *InvitationPath) (*httpkit.NoStore[Invitation], error) {
	c, err := a.Classes.Invited(ctx, in.Code)
	return httpkit.Uncached(Invitation{c.Name}), a.problem(err)
}

// Entered is the answer to a member who joins or comes back.
type Entered struct {
	Player play.Player `json:"player"`
	Code   string      `json:"code,omitempty" doc:"Lets the member in again, in any browser; shown only once, on joining"`
}

type enteredOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Entered
}

func (a *API) entered(ctx context.Context, in account.SignedIn, code string, err error) (*enteredOutput, error) {
	return &enteredOutput{[]http.Cookie{a.Identity.Cookie(ctx, in.Cookie)}, Entered{in.Who.Player, code}}, a.problem(err)
}

type joinInput struct {
	InvitationPath
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"The member's name in the class"`
	}
}

func (a *API) join(ctx context.Context, who account.Who, in *joinInput) (*enteredOutput, error) {
	if err := a.admit(ctx); err != nil {
		return nil, err
	}
	signed, code, err := a.Classes.Join(ctx, who, in.Code, in.Body.Name, account.Agent(ctx))
	return a.entered(ctx, signed, code, err)
}

type entryInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100"`
	}
}

func (a *API) enter(ctx context.Context, in *entryInput) (*enteredOutput, error) {
	if err := a.admit(ctx); err != nil {
		return nil, err
	}
	signed, err := a.Classes.Enter(ctx, in.Body.Code, account.Agent(ctx))
	return a.entered(ctx, signed, "", err)
}
