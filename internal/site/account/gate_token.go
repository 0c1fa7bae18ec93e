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
	Used    play.Instant `json:"used,omitempty" doc:"About when it was used last; missing for never"`
}

func makeToken(t store.Token) Token {
	shown := Token{ID: t.Hash, Label: t.Label, Created: t.Created, Used: t.Used}
	for word := range strings.FieldsSeq(t.Scopes) {
		shown.Scopes = append(shown.Scopes, Scope(word))
	}
	return shown
}

type tokensOutput struct{ Body []Token }

func (g *API) listTokens(ctx context.Context, _ *struct{}) (*tokensOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	out := &tokensOutput{[]Token{}}
	all, err := g.Accounts.Tokens(ctx, who)
	for _, t := range all {
		out.Body = append(out.Body, makeToken(t))
	}
	return out, g.problem(err)
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
		Text string `json:"token" doc:"What programs send; shown this once"`
	}
}

func (g *API) makeToken(ctx context.Context, in *tokenInput) (*tokenOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	text, t, err := g.Accounts.NewToken(ctx, who, in.Body.Label, in.Body.Scopes)
	if err != nil {
		return nil, g.problem(err)
	}
	var out tokenOutput
	out.Body.Token, out.Body.Text = makeToken(t), text
	return &out, nil
}

func (g *API) revokeToken(ctx context.Context, in *byID) (*struct{}, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, g.problem(g.Accounts.RevokeToken(ctx, who, in.ID))
}
