package gate

import (
	"context"
	"strings"

	"thera/internal/account"
	"thera/internal/play"
	"thera/internal/store"
)

// Token lets a program act for an account.
type Token struct {
	ID      string         `json:"id"`
	Label   string         `json:"label"`
	Scopes  account.Scopes `json:"scopes"`
	Created play.Instant   `json:"created"`
	Used    play.Instant   `json:"used,omitempty" doc:"About when it was used last; missing for never"`
}

func newToken(t store.Token) Token {
	shown := Token{ID: t.Hash, Label: t.Label, Created: t.Created, Used: t.Used}
	for word := range strings.FieldsSeq(t.Scopes) {
		shown.Scopes = append(shown.Scopes, account.Scope(word))
	}
	return shown
}

type tokensOutput struct{ Body []Token }

func (g *Gate) listTokens(ctx context.Context, _ *struct{}) (*tokensOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	out := &tokensOutput{[]Token{}}
	all, err := g.Accounts.Tokens(ctx, who)
	for _, t := range all {
		out.Body = append(out.Body, newToken(t))
	}
	return out, g.problem(err)
}

type tokenInput struct {
	Body struct {
		Label  string         `json:"label" maxLength:"200" doc:"What it is for"`
		Scopes account.Scopes `json:"scopes" doc:"Some of play, bot and admin"`
	}
}

type tokenOutput struct {
	Body struct {
		Token
		Text string `json:"token" doc:"What programs send; shown this once"`
	}
}

func (g *Gate) makeToken(ctx context.Context, in *tokenInput) (*tokenOutput, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	text, t, err := g.Accounts.NewToken(ctx, who, in.Body.Label, in.Body.Scopes)
	if err != nil {
		return nil, g.problem(err)
	}
	var out tokenOutput
	out.Body.Token, out.Body.Text = newToken(t), text
	return &out, nil
}

func (g *Gate) revokeToken(ctx context.Context, in *byID) (*struct{}, error) {
	who, err := g.Who(ctx)
	if err != nil {
		return nil, err
	}
	return nil, g.problem(g.Accounts.RevokeToken(ctx, who, in.ID))
}
