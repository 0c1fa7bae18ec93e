package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

const maxPasskeys = 10

var url64 = base64.RawURLEncoding // of binary values in the store

// BeginSignUp returns what a page asks an authenticator for, to sign up with a name.
func (a *Accounts) BeginSignUp(ctx context.Context, who Who, name string, site Site) (json.RawMessage, error) {
	if err := a.maySignUp(ctx, who, name); err != nil {
		return nil, err
	}
	return a.register(ctx, ceremony{For: signingUp, Site: site, Name: name}, holder{handle: newHandle(), name: name})
}

// FinishSignUp makes an account with the passkey in an authenticator's answer, and
// signs in.
func (a *Accounts) FinishSignUp(ctx context.Context, who Who, answer []byte, agent string) (SignedIn, error) {
	c, key, err := a.registered(ctx, answer, signingUp)
	if err == nil {
		err = a.maySignUp(ctx, who, c.Name)
	}
	if err != nil {
		return SignedIn{}, err
	}
	return a.addAccount(ctx, who, store.Account{Name: c.Name}, agent, key)
}

// BeginAdd returns what a page asks an authenticator for, to add a passkey to an
// account.
func (a *Accounts) BeginAdd(ctx context.Context, who Who, site Site) (json.RawMessage, error) {
	owner, err := who.owner()
	if err != nil {
		return nil, err
	}
	keys, err := a.store.PasskeysOf(ctx, owner.ID)
	if err != nil {
		return nil, err
	}
	if len(keys) >= maxPasskeys {
		return nil, tooManyPasskeys()
	}
	h := holder{handle: newHandle(), name: owner.Name}
	if len(keys) > 0 {
		// Authenticators keep one passkey per handle.
		if h, err = holderOf(keys[0]); err != nil {
			return nil, err
		}
		h.name = owner.Name
	}
	var exclude []protocol.CredentialDescriptor
	for _, k := range keys {
		id, err := url64.DecodeString(k.ID)
		if err != nil {
			return nil, err
		}
		exclude = append(exclude, protocol.CredentialDescriptor{Type: protocol.PublicKeyCredentialType, CredentialID: id})
	}
	return a.register(ctx, ceremony{For: adding, Site: site, Account: owner.ID}, h, webauthn.WithExclusions(exclude))
}

func tooManyPasskeys() error {
	return Refuse(TooMany, "%d passkeys: at most %d are allowed: delete one that you don't use", maxPasskeys+1, maxPasskeys)
}

// FinishAdd adds the passkey in an authenticator's answer. If the client was signed in
// with a recovery code, this signs out all other browsers.
func (a *Accounts) FinishAdd(ctx context.Context, who Who, answer []byte) (store.Passkey, error) {
	owner, err := who.owner()
	if err != nil {
		return store.Passkey{}, err
	}
	c, key, err := a.registered(ctx, answer, adding)
	if err != nil {
		return key, err
	}
	if c.Account != owner.ID {
		return key, Refuse(BadPasskey, "this passkey was requested for another account: begin again")
	}
	key.Account = owner.ID
	if who.recovering.ID == "" {
		err = a.store.AddPasskey(ctx, key, maxPasskeys)
	} else {
		var ended []string
		ended, err = a.store.RecoverByPasskey(ctx, key, maxPasskeys, who.Session, key.Created+sessionLifetime)
		a.revokeAll(ended)
	}
	switch {
	case errors.Is(err, store.ErrExists):
		err = Refuse(BadPasskey, "this passkey was already added")
	case errors.Is(err, store.ErrFull):
		err = tooManyPasskeys()
	case errors.Is(err, store.ErrNotFound):
		err = errSignedOut() // meanwhile
	}
	return key, err
}

func (a *Accounts) register(ctx context.Context, c ceremony, h holder, options ...webauthn.RegistrationOption) (json.RawMessage, error) {
	party, err := a.party(c.Site)
	if err != nil {
		return nil, err
	}
	creation, session, err := party.BeginRegistration(h, options...)
	if err != nil {
		return nil, err
	}
	return a.begin(ctx, c, creation, session)
}

func (a *Accounts) registered(ctx context.Context, answer []byte, want purpose) (c ceremony, key store.Passkey, err error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return c, key, badPasskey(err)
	}
	c, party, err := a.take(ctx, parsed.Response.CollectedClientData.Challenge, want)
	if err != nil {
		return c, key, err
	}
	credential, err := party.CreateCredential(holder{handle: c.Session.UserID}, c.Session, parsed)
	if err != nil {
		return c, key, badPasskey(err)
	}
	text, err := json.Marshal(credential)
	return c, store.Passkey{
		ID: url64.EncodeToString(credential.ID), Handle: url64.EncodeToString(c.Session.UserID), Credential: string(text), Created: a.now(),
	}, err
}

// BeginSignIn returns what a page asks an authenticator for, to sign in. No name is
// needed: the authenticator knows it.
func (a *Accounts) BeginSignIn(ctx context.Context, site Site) (json.RawMessage, error) {
	return a.challenge(ctx, ceremony{For: signingIn, Site: site})
}

// FinishSignIn signs in with an authenticator's answer.
func (a *Accounts) FinishSignIn(ctx context.Context, answer []byte, agent string) (SignedIn, error) {
	_, id, err := a.proven(ctx, answer, signingIn)
	if err != nil {
		return SignedIn{}, err
	}
	account, err := a.store.Account(ctx, id)
	if err != nil {
		return SignedIn{}, err
	}
	return a.enter(ctx, account, store.Session{Agent: agent})
}

// challenge begins a ceremony in which somebody proves to have a passkey.
func (a *Accounts) challenge(ctx context.Context, c ceremony) (json.RawMessage, error) {
	party, err := a.party(c.Site)
	if err != nil {
		return nil, err
	}
	assertion, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, err
	}
	return a.begin(ctx, c, assertion, session)
}

// proven returns the ceremony that an authenticator's answer belongs to, and the account
// of the passkey that it proves.
func (a *Accounts) proven(ctx context.Context, answer []byte, want purpose) (c ceremony, account string, err error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return c, "", badPasskey(err)
	}
	c, party, err := a.take(ctx, parsed.Response.CollectedClientData.Challenge, want)
	if err != nil {
		return c, "", err
	}
	unknown := Refuse(Wrong, "this passkey no longer belongs to an account")
	key, err := a.store.Passkey(ctx, url64.EncodeToString(parsed.RawID))
	if errors.Is(err, store.ErrNotFound) {
		return c, "", unknown
	}
	if err != nil {
		return c, "", err
	}
	h, err := holderOf(key)
	if err != nil {
		return c, "", err
	}
	find := func(_, _ []byte) (webauthn.User, error) { return h, nil } // the library compares the handle
	_, credential, err := party.ValidatePasskeyLogin(find, c.Session, parsed)
	if err != nil {
		return c, "", badPasskey(err)
	}
	if credential.Authenticator.CloneWarning {
		return c, "", Refuse(Wrong, "this passkey has been copied, according to its counter: sign in another way and delete it")
	}
	text, err := json.Marshal(credential)
	if err == nil {
		err = a.store.UsePasskey(ctx, key.ID, string(text), a.now())
	}
	if errors.Is(err, store.ErrNotFound) {
		return c, "", unknown // deleted meanwhile
	}
	return c, key.Account, err
}

func holderOf(key store.Passkey) (holder, error) {
	handle, err := url64.DecodeString(key.Handle)
	if err != nil {
		return holder{}, err
	}
	var credential webauthn.Credential
	if err := json.Unmarshal([]byte(key.Credential), &credential); err != nil {
		return holder{}, err
	}
	return holder{handle: handle, keys: []webauthn.Credential{credential}}, nil
}

// Passkeys returns the passkeys of an account.
func (a *Accounts) Passkeys(ctx context.Context, who Who) ([]store.Passkey, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.PasskeysOf(ctx, who.ID)
}

// DeletePasskey deletes a passkey, unless it is the only way to sign in.
func (a *Accounts) DeletePasskey(ctx context.Context, who Who, id string) error {
	if err := who.Need(Owner); err != nil {
		return err
	}
	err := a.remove(ctx, who, "passkey", id, "", a.store.DeletePasskey)
	if errors.Is(err, store.ErrLast) {
		return Refuse(LastKey, "without this passkey you could not sign in: add another one, or a password, first")
	}
	return err
}

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
	signingUp  purpose = "sign up"
	adding     purpose = "add a passkey"
	signingIn  purpose = "sign in"
	confirming purpose = "confirm who you are"
)

const ceremonyTime = play.Instant(5 * time.Minute / time.Millisecond)

// begin stores a ceremony and returns what the page passes to the authenticator.
func (a *Accounts) begin(ctx context.Context, c ceremony, options any, session *webauthn.SessionData) (json.RawMessage, error) {
	c.Session = *session
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	now := a.now()
	_ = a.store.DeleteExpired(ctx, now) // tried again by the next one
	if err := a.store.AddCeremony(ctx, session.Challenge, string(text), now+ceremonyTime); err != nil {
		return nil, err
	}
	return json.Marshal(options)
}

// take returns the ceremony that an answer belongs to, and deletes it: whatever comes
// of this answer, it is used only once.
func (a *Accounts) take(ctx context.Context, challenge string, want purpose) (c ceremony, party *webauthn.WebAuthn, err error) {
	text, err := a.store.TakeCeremony(ctx, challenge, a.now())
	if errors.Is(err, store.ErrNotFound) {
		return c, nil, Refuse(BadPasskey, "the request for this passkey has expired or was already answered: begin again")
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &c)
	}
	if err != nil {
		return c, nil, err
	}
	if c.For != want {
		return c, nil, Refuse(BadPasskey, "this passkey was requested to %s, not to %s: begin again", c.For, want)
	}
	party, err = a.party(c.Site)
	return c, party, err
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

func badPasskey(err error) error {
	detail := err.Error()
	if e, ok := errors.AsType[*protocol.Error](err); ok {
		detail = e.Details
	}
	return Refuse(BadPasskey, "the authenticator's answer is not valid: %s", short(detail))
}

// Site is where a page is served. A passkey belongs to the site's host name.
type Site struct {
	Host   string `json:"host"` // with the port, unless it is the default
	Secure bool   `json:"secure"`
}

func (s Site) check(hosts []string) error {
	name := s.name()
	local := name == "localhost" || strings.HasSuffix(name, ".localhost")
	switch _, err := netip.ParseAddr(name); {
	case err == nil:
		return Refuse(NoPasskeys, "passkeys belong to a host name, not to an address such as %s: open the page by the machine's name, as in http://localhost:8080", short(name))
	case !local && !s.Secure:
		return Refuse(NoPasskeys, "passkeys need https, except on localhost: %s has none", short(s.Host))
	case !local && len(hosts) > 0 && !slices.Contains(hosts, name):
		return Refuse(NoPasskeys, "host %q: passkeys belong to %s", short(s.Host), strings.Join(hosts, " or "))
	}
	return nil
}

// name returns the host without the port.
func (s Site) name() string {
	name := s.Host
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	return strings.ToLower(strings.Trim(name, "[]"))
}

// party returns a site as a relying party of WebAuthn.
func (a *Accounts) party(s Site) (*webauthn.WebAuthn, error) {
	if err := s.check(a.hosts); err != nil {
		return nil, err
	}
	scheme := "http://"
	if s.Secure {
		scheme = "https://"
	}
	required := true
	party, err := webauthn.New(&webauthn.Config{
		RPID: s.name(), RPDisplayName: "thera", RPOrigins: []string{scheme + strings.ToLower(s.Host)},
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: &required,
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, Refuse(NoPasskeys, "host %q: passkeys cannot belong to it", short(s.Host))
	}
	return party, nil
}
