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

func (a *Accounts) Sessions(ctx context.Context, who Who) ([]store.Session, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.SessionsOf(ctx, who.ID, a.now())
}

// EndSession signs out one of an account's browsers.
func (a *Accounts) EndSession(ctx context.Context, who Who, id string) error {
	err := remove(ctx, who, "session", id, a.store.DeleteSession)
	if err == nil {
		a.revoke(id, SignIn)
	}
	return err
}

func (a *Accounts) Tokens(ctx context.Context, who Who) ([]store.Token, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.TokensOf(ctx, who.ID)
}

// NewToken makes a token for a program. Its text is returned only this once.
func (a *Accounts) NewToken(ctx context.Context, who Who, label string, scopes Scopes) (text string, token store.Token, err error) {
	if err := who.Need(Admin); err != nil {
		return "", token, err
	}
	label = strings.TrimSpace(label)
	if label == "" || len(label) > maxLabel || strings.ContainsFunc(label, unicode.IsControl) {
		return "", token, Refuse(BadLabel, "label %q: want 1 to %d bytes that say what the token is for", short(label), maxLabel)
	}
	var words []string
	for _, s := range []Scope{Play, Bot, Admin} {
		if slices.Contains(scopes, s) {
			words = append(words, string(s))
		}
	}
	if len(words) == 0 || len(words) != len(scopes) {
		return "", token, Refuse(BadScopes, "scopes %q: want some of play, bot and admin, each once", scopes)
	}
	tokens, err := a.store.TokensOf(ctx, who.ID)
	if err != nil {
		return "", token, err
	}
	if len(tokens) >= maxTokens {
		return "", token, Refuse(TooMany, "%d tokens: at most %d are allowed: delete one that you don't use", len(tokens)+1, maxTokens)
	}
	text = newToken()
	token = store.Token{Hash: hashed(text), Account: who.ID, Label: label, Scopes: strings.Join(words, " "), Created: a.now()}
	return text, token, a.store.AddToken(ctx, token)
}

func (a *Accounts) RevokeToken(ctx context.Context, who Who, id string) error {
	err := remove(ctx, who, "token", id, a.store.DeleteToken)
	if err == nil {
		a.revoke(id, BadToken)
	}
	return err
}

var idShape = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// remove deletes something of an account by its ID.
func remove(ctx context.Context, who Who, what, id string, by func(ctx context.Context, account, id string) error) error {
	if err := who.Need(Admin); err != nil {
		return err
	}
	err := store.ErrNotFound
	if idShape.MatchString(id) {
		err = by(ctx, who.ID, id)
	}
	if errors.Is(err, store.ErrNotFound) {
		return Refuse(NotFound, "%s %q: you have none with this ID", what, short(id))
	}
	return err
}
