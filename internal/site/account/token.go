package account

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"thera/internal/site/store"
)

const (
	maxTokens = 20
	maxLabel  = 60
)

// Sessions returns the browsers in which somebody is signed in.
func (a *Accounts) Sessions(ctx context.Context, who Who) ([]store.Session, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.SessionsOf(ctx, who.ID, a.now())
}

// EndSession signs out one of them.
func (a *Accounts) EndSession(ctx context.Context, who Who, id string) error {
	err := remove(ctx, who, "session", id, a.store.DeleteSession)
	if err == nil {
		a.revoke(id, SignIn)
	}
	return err
}

// Tokens returns the tokens of somebody's programs.
func (a *Accounts) Tokens(ctx context.Context, who Who) ([]store.Token, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.TokensOf(ctx, who.ID)
}

// NewToken makes a token, which is returned this once.
func (a *Accounts) NewToken(ctx context.Context, who Who, label string, scopes Scopes) (text string, token store.Token, err error) {
	if err := who.Need(Admin); err != nil {
		return "", token, err
	}
	label = strings.TrimSpace(label)
	if label == "" || len(label) > maxLabel || strings.ContainsFunc(label, unicode.IsControl) {
		return "", token, refuse(BadLabel, "label %q: want a text of at most %d bytes that says what the token is for", short(label), maxLabel)
	}
	var words []string
	for _, s := range []Scope{Play, Bot, Admin} {
		if slices.Contains(scopes, s) {
			words = append(words, string(s))
		}
	}
	if len(words) == 0 || len(words) != len(scopes) {
		return "", token, refuse(BadScopes, "scopes %q: want some of play, bot and admin, each once", scopes)
	}
	tokens, err := a.store.TokensOf(ctx, who.ID)
	if err != nil {
		return "", token, err
	}
	if len(tokens) >= maxTokens {
		return "", token, refuse(TooMany, "%d tokens: want at most %d: delete one that is not used", len(tokens)+1, maxTokens)
	}
	text = newToken()
	token = store.Token{Hash: hashed(text), Account: who.ID, Label: label, Scopes: strings.Join(words, " "), Created: a.now()}
	return text, token, a.store.AddToken(ctx, token)
}

// RevokeToken makes a token worthless.
func (a *Accounts) RevokeToken(ctx context.Context, who Who, id string) error {
	err := remove(ctx, who, "token", id, a.store.DeleteToken)
	if err == nil {
		a.revoke(id, BadToken)
	}
	return err
}

var idShape = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// remove rids somebody of what has an id.
func remove(ctx context.Context, who Who, what, id string, by func(ctx context.Context, account, id string) error) error {
	if err := who.Need(Admin); err != nil {
		return err
	}
	err := store.ErrNotFound
	if idShape.MatchString(id) {
		err = by(ctx, who.ID, id)
	}
	if errors.Is(err, store.ErrNotFound) {
		return refuse(NotFound, "%s %q: you have none of this id", what, short(id))
	}
	return err
}
