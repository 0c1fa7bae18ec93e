package account

import (
	"context"
	"strings"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Token lets a program act for an account.
type Token struct {
	ID      string       `json:"id"`
	Label   string       `json:"label"`
	Scopes  Scopes       `json:"scopes"`
	Created play.Instant `json:"created"`
	Used    play.Instant `json:"used,omitempty" doc:"About when it was last used; missing if never"`
}

func tokenOf(t store.Token) Token {
	shown := Token{ID: t.Hash, Label: t.Label, Created: t.Created, Used: t.Used}
	for word := range strings.FieldsSeq(t.Scopes) {
		shown.Scopes = append(shown.Scopes, Scope(word))
	}
	return shown
}

type tokensOutput struct{ Body []Token }

func (a *API) listTokens(ctx context.Context, who Who, _ *struct{}) (*tokensOutput, error) {
	out := &tokensOutput{[]Token{}}
	all, err := a.Accounts.Tokens(ctx, who)
	for _, t := range all {
		out.Body = append(out.Body, tokenOf(t))
	}
	return out, err
}

type tokenInput struct {
	Body struct {
		Label  string `json:"label" maxLength:"200" doc:"What it is for"`
		Scopes Scopes `json:"scopes" doc:"Some of play, bot and admin"`
	}
}

type tokenOutput struct {
	Body struct {
		Token
		Text string `json:"token" doc:"What programs send; shown only this once"`
	}
}

func (a *API) makeToken(ctx context.Context, who Who, in *tokenInput) (*tokenOutput, error) {
	text, t, err := a.Accounts.NewToken(ctx, who, in.Body.Label, in.Body.Scopes)
	var out tokenOutput
	out.Body.Token, out.Body.Text = tokenOf(t), text
	return &out, err
}

func (a *API) revokeToken(ctx context.Context, who Who, in *byID) (*struct{}, error) {
	return nil, a.Accounts.RevokeToken(ctx, who, in.ID)
}
