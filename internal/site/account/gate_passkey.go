package account

import (
	"context"
	"encoding/json"

	"thera/internal/site/play"
)

// site returns where the page is that has sent a request.
func (g *API) site(ctx context.Context) Site {
	r := requestOf(ctx)
	return Site{Host: r.Host, Secure: g.secure(r)}
}

// options are what a page hands to the browser for its authenticator.
type options struct{ Body json.RawMessage }

func (g *API) options(body json.RawMessage, err error) (*options, error) {
	if err != nil {
		return nil, g.problem(err)
	}
	return &options{body}, nil
}

// answered is what the authenticator has answered, as toJSON of a credential
// writes it.
type answered struct{ Body json.RawMessage }

type wished struct {
	Body struct {
		Name string `json:"name" maxLength:"100"`
	}
}

func (g *API) beginSignUp(ctx context.Context, in *wished) (*options, error) {
	who, err := g.Who(ctx)
	if err == nil {
		err = g.admit(ctx, g.ins)
	}
	if err != nil {
		return nil, err
	}
	return g.options(g.Accounts.BeginSignUp(ctx, who, in.Body.Name, g.site(ctx)))
}

func (g *API) finishSignUp(ctx context.Context, in *answered) (*entered, error) {
	who, err := g.Who(ctx)
	if err == nil {
		err = g.admit(ctx, g.ups)
	}
	if err != nil {
		return nil, err
	}
	signed, err := g.Accounts.FinishSignUp(ctx, who, in.Body, agent(ctx))
	return g.enter(ctx, signed, err)
}

func (g *API) beginSignIn(ctx context.Context, _ *struct{}) (*options, error) {
	if err := g.admit(ctx, g.ins); err != nil {
		return nil, err
	}
	return g.options(g.Accounts.BeginSignIn(ctx, g.site(ctx)))
}

func (g *API) finishSignIn(ctx context.Context, in *answered) (*entered, error) {
	if err := g.admit(ctx, g.ins); err != nil {
		return nil, err
	}
	signed, err := g.Accounts.FinishSignIn(ctx, in.Body, agent(ctx))
	return g.enter(ctx, signed, err)
}

// Passkey is a key in somebody's authenticator.
type Passkey struct {
	ID      string       `json:"id"`
	Created play.Instant `json:"created"`
	Used    play.Instant `json:"used,omitempty" doc:"When it was used last; missing for never"`
}

type passkeysOutput struct{ Body []Passkey }

func (g *API) listPasskeys(ctx context.Context, _ *struct{}) (*passkeysOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	out := &passkeysOutput{[]Passkey{}}
	all, err := g.Accounts.Passkeys(ctx, who)
	for _, k := range all {
		out.Body = append(out.Body, Passkey{k.ID, k.Created, k.Used})
	}
	return out, g.problem(err)
}

func (g *API) beginAdd(ctx context.Context, _ *struct{}) (*options, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	return g.options(g.Accounts.BeginAdd(ctx, who, g.site(ctx)))
}

type passkeyOutput struct{ Body Passkey }

func (g *API) finishAdd(ctx context.Context, in *answered) (*passkeyOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	key, err := g.Accounts.FinishAdd(ctx, who, in.Body)
	if err != nil {
		return nil, g.problem(err)
	}
	return &passkeyOutput{Passkey{ID: key.ID, Created: key.Created}}, nil
}

func (g *API) deletePasskey(ctx context.Context, in *byID) (*struct{}, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, g.problem(g.Accounts.DeletePasskey(ctx, who, in.ID))
}
