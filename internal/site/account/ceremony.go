package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// ceremony is an exchange between a page and an authenticator that is not finished. It
// is stored under its challenge until the answer comes.
type ceremony struct {
	For     purpose              `json:"for"`
	Site    Site                 `json:"site"`
	Name    string               `json:"name,omitempty"`    // of the account to be made
	Account string               `json:"account,omitempty"` // that gets another passkey
	Session webauthn.SessionData `json:"session"`
}

// purpose is what a ceremony is for. Its answer is accepted for nothing else.
type purpose string

const (
	signingUp purpose = "sign up"
	adding    purpose = "add a passkey"
	signingIn purpose = "sign in"
)

// ceremonyTime is how long an authenticator's answer is waited for.
const ceremonyTime = play.Instant(5 * time.Minute / time.Millisecond)

// begin stores a ceremony and returns what the page passes to the authenticator.
func (a *Accounts) begin(ctx context.Context, c ceremony, options any, session *webauthn.SessionData) (json.RawMessage, error) {
	c.Session = *session
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	now := a.now()
	if err := a.store.DeleteExpired(ctx, now); err != nil {
		return nil, err
	}
	if err := a.store.AddCeremony(ctx, session.Challenge, string(text), now+ceremonyTime); err != nil {
		return nil, err
	}
	return json.Marshal(options)
}

// take returns the ceremony that an answer belongs to, and deletes it: whatever comes
// of this answer, it is used only once.
func (a *Accounts) take(ctx context.Context, challenge string, want purpose) (c ceremony, err error) {
	text, err := a.store.TakeCeremony(ctx, challenge, a.now())
	if errors.Is(err, store.ErrNotFound) {
		return c, Refuse(BadPasskey, "the request for this passkey has expired or was already answered: begin again")
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return c, err
	}
	if c.For != want {
		return c, Refuse(BadPasskey, "this passkey was requested to %s, not to %s: begin again", c.For, want)
	}
	return c, nil
}

// holder is an account as authenticators see it.
type holder struct {
	handle []byte
	name   string
	keys   []webauthn.Credential
}

func (h holder) WebAuthnID() []byte                         { return h.handle }
func (h holder) WebAuthnName() string                       { return h.name }
func (h holder) WebAuthnDisplayName() string                { return h.name }
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func newHandle() []byte {
	handle := make([]byte, 64)
	_, _ = rand.Read(handle) // never fails
	return handle
}

// badPasskey is the refusal of an authenticator's answer.
func badPasskey(err error) error {
	detail := err.Error()
	if e, ok := errors.AsType[*protocol.Error](err); ok {
		detail = e.Details
	}
	return Refuse(BadPasskey, "the authenticator's answer is not valid: %s", short(detail))
}
