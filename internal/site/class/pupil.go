package class

import (
	"context"
	"net/http"

	"thera/internal/site/account"
	"thera/internal/site/play"
)

// MemberPath is the path to a member of a class.
type MemberPath struct {
	ClassPath
	Member string `path:"member" maxLength:"40" doc:"The member's id"`
}

type codeOutput struct {
	Body struct {
		Code string `json:"code" doc:"Lets the member in again; shown this once. That of before is worthless"`
	}
}

func (s *API) newCode(ctx context.Context, in *MemberPath) (*codeOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	var out codeOutput
	out.Body.Code, err = s.Classes.NewCode(ctx, who, in.ID, in.Member)
	return &out, s.problem(err)
}

func (s *API) remove(ctx context.Context, in *MemberPath) (*struct{}, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, s.problem(s.Classes.Remove(ctx, who, in.ID, in.Member))
}

// HandedIn is a member's program with what it plays by.
type HandedIn struct {
	Player play.Player `json:"player"`
	Token  string      `json:"token" doc:"Shown this once. That of before is worthless"`
}

type handedInOutput struct{ Body HandedIn }

func (s *API) handIn(ctx context.Context, _ *struct{}) (*handedInOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err != nil {
		return nil, err
	}
	program, token, err := s.Classes.HandIn(ctx, who)
	return &handedInOutput{HandedIn{program, token}}, s.problem(err)
}

// InvitationPath is the path to an invitation.
type InvitationPath struct {
	Code string `path:"code" maxLength:"40" doc:"The code of an invitation"`
}

// Invitation is what whoever has its code is told.
type Invitation struct {
	Class string `json:"class" doc:"The class's name"`
}

type invitationOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         Invitation
}

func (s *API) invited(ctx context.Context, in *InvitationPath) (*invitationOutput, error) {
	c, err := s.Classes.Invited(ctx, in.Code)
	return &invitationOutput{"no-store", Invitation{c.Name}}, s.problem(err)
}

// Entered is who has come into a class.
type Entered struct {
	Player play.Player `json:"player"`
	Code   string      `json:"code,omitempty" doc:"Lets him in again, in whatever browser; shown this once, to who joins"`
}

type enteredOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Entered
}

func (s *API) entered(ctx context.Context, in account.SignedIn, code string, err error) (*enteredOutput, error) {
	if err != nil {
		return nil, s.problem(err)
	}
	return &enteredOutput{[]http.Cookie{s.Gate.Cookie(ctx, in.Cookie)}, Entered{in.Who.Player, code}}, nil
}

type joinInput struct {
	InvitationPath
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"How the member is called in the class"`
	}
}

func (s *API) join(ctx context.Context, in *joinInput) (*enteredOutput, error) {
	who, err := s.Gate.Who(ctx)
	if err == nil {
		err = s.admit(ctx)
	}
	if err != nil {
		return nil, err
	}
	signed, code, err := s.Classes.Join(ctx, who, in.Code, in.Body.Name, account.Agent(ctx))
	return s.entered(ctx, signed, code, err)
}

type entryInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100"`
	}
}

func (s *API) enter(ctx context.Context, in *entryInput) (*enteredOutput, error) {
	if err := s.admit(ctx); err != nil {
		return nil, err
	}
	signed, err := s.Classes.Enter(ctx, in.Body.Code, account.Agent(ctx))
	return s.entered(ctx, signed, "", err)
}
