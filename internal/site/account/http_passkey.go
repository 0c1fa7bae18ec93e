package account

import (
	"context"
	"encoding/json"

	"thera/internal/site/play"
)

// site returns the site of the page that has sent a request.
func (a *API) site(ctx context.Context) Site {
	r := requestOf(ctx)
	return Site{Host: r.Host, Secure: a.secure(r)}
}

// options are what a page passes to the browser for its authenticator.
type options struct{ Body json.RawMessage }

// answered is the answer of an authenticator, as toJSON of a credential writes it.
type answered struct{ Body json.RawMessage }

type wished struct {
	Body struct {
		Name string `json:"name" maxLength:"100"`
	}
}

func (a *API) beginSignUp(ctx context.Context, who Who, in *wished) (*options, error) {
	if err := a.admit(ctx, a.signIns); err != nil {
		return nil, err
	}
	body, err := a.Accounts.BeginSignUp(ctx, who, in.Body.Name, a.site(ctx))
	return &options{body}, err
}

func (a *API) finishSignUp(ctx context.Context, who Who, in *answered) (*entered, error) {
	if err := a.admit(ctx, a.signUps); err != nil {
		return nil, err
	}
	signed, err := a.Accounts.FinishSignUp(ctx, who, in.Body, Agent(ctx))
	return a.enter(ctx, signed, err)
}

func (a *API) beginSignIn(ctx context.Context, _ *struct{}) (*options, error) {
	if err := a.admit(ctx, a.signIns); err != nil {
		return nil, err
	}
	body, err := a.Accounts.BeginSignIn(ctx, a.site(ctx))
	return &options{body}, a.problem(err)
}

func (a *API) finishSignIn(ctx context.Context, in *answered) (*entered, error) {
	if err := a.admit(ctx, a.signIns); err != nil {
		return nil, err
	}
	signed, err := a.Accounts.FinishSignIn(ctx, in.Body, Agent(ctx))
	return a.enter(ctx, signed, err)
}

// Passkey is a passkey of an account.
type Passkey struct {
	ID      string       `json:"id"`
	Created play.Instant `json:"created"`
	Used    play.Instant `json:"used,omitempty" doc:"When it was last used; missing if never"`
}

type passkeysOutput struct{ Body []Passkey }

func (a *API) listPasskeys(ctx context.Context, who Who, _ *struct{}) (*passkeysOutput, error) {
	out := &passkeysOutput{[]Passkey{}}
	all, err := a.Accounts.Passkeys(ctx, who)
	for _, k := range all {
		out.Body = append(out.Body, Passkey{k.ID, k.Created, k.Used})
	}
	return out, err
}

func (a *API) beginAdd(ctx context.Context, who Who, _ *struct{}) (*options, error) {
	body, err := a.Accounts.BeginAdd(ctx, who, a.site(ctx))
	return &options{body}, err
}

type passkeyOutput struct{ Body Passkey }

func (a *API) finishAdd(ctx context.Context, who Who, in *answered) (*passkeyOutput, error) {
	key, err := a.Accounts.FinishAdd(ctx, who, in.Body)
	return &passkeyOutput{Passkey{ID: key.ID, Created: key.Created}}, err
}

func (a *API) deletePasskey(ctx context.Context, who Who, in *byID) (*struct{}, error) {
	return nil, a.Accounts.DeletePasskey(ctx, who, in.ID)
}
