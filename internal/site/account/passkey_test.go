package account_test

import (
	"crypto/ecdsa"
	"errors"
	"strings"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/store/storetest"
)

// Somebody signs up with a passkey, adds another, signs in with both.
func TestPasskeys(t *testing.T) {
	each(t, func(t *testing.T, s service) {
		b := s.browser(t)
		key := newAuthenticator(t, b.url)
		guest := b.want("POST", "account/guest", "", 200, "").Player
		asked := b.want("POST", "account/passkey/options", `{"name":"Ann"}`, 200, "")
		o := key.read(asked.text).PublicKey
		if o.RP.ID != "localhost" || o.User.Name != "Ann" || o.AuthenticatorSelection.ResidentKey != "required" || o.AuthenticatorSelection.UserVerification != "required" {
			t.Errorf("asked for %s", asked.text)
		}
		if handle, err := b64.DecodeString(o.User.ID); err != nil || len(handle) != 64 {
			t.Errorf("a handle of %d bytes, %v: want 64", len(handle), err)
		}
		answer := key.register(asked.text)
		up := b.want("POST", "account/passkey", answer, 201, "")
		if up.Player == nil || up.Player.ID != guest.ID || up.Player.Name != "Ann" || len(up.Recovery) == 0 {
			t.Errorf("signed up as %s", up.text)
		}
		b.want("DELETE", "session", "", 204, "")
		b.want("POST", "account/passkey", answer, 422, "passkey") // twice

		asked = b.want("POST", "session/passkey/options", "", 200, "")
		if key.read(asked.text).PublicKey.UserVerification != "required" {
			t.Errorf("asked for %s", asked.text)
		}
		answer = key.sign(asked.text)
		if in := b.want("POST", "session/passkey", answer, 200, ""); in.Player.ID != guest.ID {
			t.Errorf("signed in as %s", in.text)
		}
		s.browser(t).want("POST", "session/passkey", answer, 422, "passkey") // replayed

		b.want("DELETE", "account/passkeys/"+b64.EncodeToString(key.id), "", 409, "last-key")
		second := newAuthenticator(t, b.url)
		asked = b.want("POST", "account/passkeys/options", "", 200, "")
		if o := second.read(asked.text).PublicKey; len(o.Exclude) != 1 || o.Exclude[0].ID != b64.EncodeToString(key.id) || o.User.ID != key.handle {
			t.Errorf("asked for %s", asked.text)
		}
		b.want("POST", "account/passkeys", second.register(asked.text), 201, "")
		b.want("DELETE", "account/passkeys/"+b64.EncodeToString(key.id), "", 204, "")
		if list := b.want("GET", "account/passkeys", "", 200, ""); strings.Count(list.text, `"id"`) != 1 {
			t.Errorf("the list is %s", list.text)
		}
		asked = b.want("POST", "session/confirm/passkey/options", "", 200, "")
		answer = second.sign(asked.text)
		s.browser(t).want("POST", "session/passkey", answer, 422, "passkey") // for another purpose
		b.want("POST", "session/confirm/passkey", answer, 422, "passkey")    // twice
		b.want("POST", "session/confirm/passkey", second.sign(b.want("POST", "session/confirm/passkey/options", "", 200, "").text), 204, "")
		bob := s.browser(t)
		bob.want("POST", "account", `{"name":"Bob","password":"correct horse"}`, 201, "")
		bob.want("POST", "session/confirm/passkey", second.sign(bob.want("POST", "session/confirm/passkey/options", "", 200, "").text), 403, "wrong")
		b.want("POST", "session/confirm/passkey", second.sign(bob.want("POST", "session/confirm/passkey/options", "", 200, "").text), 403, "wrong") // begun by Bob

		other := s.browser(t)
		other.want("POST", "session/passkey", key.sign(other.want("POST", "session/passkey/options", "", 200, "").text), 403, "wrong")
		other.want("POST", "session/passkey", second.sign(other.want("POST", "session/passkey/options", "", 200, "").text), 200, "")
	})
}

// What could be tried against somebody with a passkey is refused.
func TestPasskeysRefused(t *testing.T) {
	s := serve(t, storetest.SQLite(t), account.DefaultLimits())
	b := s.browser(t)
	key := newAuthenticator(t, b.url)
	b.want("POST", "account/passkey", key.register(b.want("POST", "account/passkey/options", `{"name":"Ann"}`, 200, "").text), 201, "")
	ask := func() string { return b.want("POST", "session/passkey/options", "", 200, "").text }
	b.want("DELETE", "session", "", 204, "")

	for name, spoil := range map[string]func(a *authenticator){
		"another site":          func(a *authenticator) { a.origin = "http://evil.example" },
		"another port":          func(a *authenticator) { a.origin = "http://localhost:1" },
		"another party":         func(a *authenticator) { a.party = "evil.example" },
		"nobody was verified":   func(a *authenticator) { a.flags = present },
		"nobody was there":      func(a *authenticator) { a.flags = verified },
		"another's handle":      func(a *authenticator) { a.handle = b64.EncodeToString(make([]byte, 64)) },
		"without a handle":      func(a *authenticator) { a.handle = "" },
		"another's private key": func(a *authenticator) { a.key = newKey(t) },
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := *key
			spoil(&spoiled)
			b.want("POST", "session/passkey", spoiled.sign(ask()), 422, "passkey")
		})
	}
	key.counter += 10
	b.want("POST", "session/passkey", key.sign(ask()), 200, "")
	b.want("DELETE", "session", "", 204, "")
	copied := *key
	copied.counter -= 5
	b.want("POST", "session/passkey", copied.sign(ask()), 403, "wrong")

	// An answer for one purpose is none for another.
	other := newAuthenticator(t, b.url)
	for _, path := range []string{"account/passkeys", "account/passkey"} {
		cid := s.browser(t)
		cid.want("POST", "account", `{"name":"Cid`+strings.TrimPrefix(path, "account/")+`","password":"correct horse"}`, 201, "")
		begun := cid.want("POST", "account/passkeys/options", "", 200, "").text
		if path == "account/passkeys" { // another's
			dan := s.browser(t)
			dan.want("POST", "account", `{"name":"Dan","password":"correct horse"}`, 201, "")
			dan.want("POST", path, other.register(begun), 422, "passkey")
		} else {
			b.want("POST", path, other.register(begun), 422, "passkey")
		}
	}

	for _, body := range []string{`{}`, `[]`, `null`, `"x"`, `{"id":"x"}`, `{"response":{"clientDataJSON":"e30"}}`} {
		for _, path := range []string{"account/passkey", "session/passkey"} {
			if a := b.do("POST", path, body); a.status != 422 {
				t.Errorf("POST %s %s: %d %s", path, body, a.status, a.text)
			}
		}
	}

	// An IP address has no passkeys, and the error says what to do.
	b.url = s.URL
	if a := b.want("POST", "session/passkey/options", "", 422, "no-passkeys"); !strings.Contains(a.Detail, "localhost") {
		t.Errorf("%q: want it said what to do", a.Detail)
	}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	other := newAuthenticator(t, "")
	other.register(`{"publicKey":{"challenge":"AAAA"}}`)
	return other.key
}

// A passkey that is added after a recovery code replaces what was lost: all other
// browsers are signed out, and this one is signed in.
func TestRecoverByPasskey(t *testing.T) {
	each(t, func(t *testing.T, s service) {
		thief, owner := s.browser(t), s.browser(t)
		code := thief.want("POST", "account", ann, 201, "").Recovery[0]
		owner.want("POST", "session/recovery", `{"name":"Ann","code":"`+code+`"}`, 200, "")
		if a := owner.want("GET", "account", "", 200, ""); a.Player != nil || !strings.Contains(a.text, `"recovering":"Ann"`) {
			t.Errorf("who has used a code is %s", a.text)
		}
		owner.want("POST", "account/guest", "", 403, "recovery")
		owner.want("POST", "account/tokens", `{"label":"x","scopes":["play"]}`, 403, "recovery")
		key := newAuthenticator(t, owner.url)
		owner.want("POST", "account/passkeys", key.register(owner.want("POST", "account/passkeys/options", "", 200, "").text), 201, "")
		if a := owner.want("GET", "account", "", 200, ""); a.Player == nil || a.Player.Name != "Ann" || strings.Contains(a.text, "recovering") {
			t.Errorf("who has added a passkey is %s", a.text)
		}
		owner.want("POST", "account/tokens", `{"label":"x","scopes":["play"]}`, 201, "")
		if a := thief.want("GET", "account", "", 200, ""); a.Player != nil {
			t.Errorf("another browser is still signed in: %s", a.text)
		}
	})
}

// Passkeys belong to the configured hosts, whatever a request says.
func TestPasskeyHosts(t *testing.T) {
	hosts := []string{"Games.example.org", "thera.example.org:8080"}
	for host, want := range map[string]string{
		"games.example.org": "", "Games.example.org:8443": "", "thera.example.org": "", "localhost:8080": "",
		"evil.example": "no-passkeys", "games.example.org.evil.example": "no-passkeys", "192.0.2.1": "no-passkeys", "example.org": "no-passkeys",
	} {
		s := storetest.Open(t, storetest.SQLite(t))
		a, err := account.New(t.Context(), account.Config{Store: s, Hosts: hosts})
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.BeginSignIn(t.Context(), account.Site{Host: host, Secure: true})
		got := ""
		if refusal, ok := errors.AsType[*account.Refusal](err); ok {
			got = string(refusal.Reason)
		}
		if got != want {
			t.Errorf("host %q: %v, want %q", host, err, want)
		}
	}
}
