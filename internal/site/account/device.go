package account

import (
	"context"
	"crypto/hmac"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"thera/internal/site/httpkit"
	"thera/internal/site/store"
)

// A browser in which somebody has signed in keeps a cookie that says so, and has its own
// allowance of passwords to try. Somebody who guesses passwords elsewhere uses up another
// allowance, and so cannot keep the owner out.
//
// The cookie has an entry for each of the last accounts: a random ID of the browser, and
// a signature of ID and account, so that it names no account to somebody who reads it. It
// signs nobody in.

const maxDevices = 8 // accounts that a browser remembers

var deviceShape = regexp.MustCompile(`^([a-z2-9]{16})\.([A-Za-z0-9_-]{43})$`)

// knownDevice returns the ID of a browser for an account, "" if its cookie does not say
// that the account was signed in there.
func (a *Accounts) knownDevice(cookie, account string) string {
	if account == "" {
		return ""
	}
	for entry := range strings.SplitSeq(cookie, "~") {
		m := deviceShape.FindStringSubmatch(entry)
		if m != nil && hmac.Equal([]byte(m[2]), []byte(a.sign("device", m[1], account))) {
			return m[1]
		}
	}
	return ""
}

// withDevice returns a browser's cookie after an account was signed in there.
func (a *Accounts) withDevice(cookie, account string) string {
	id := a.knownDevice(cookie, account)
	if id == "" {
		id = NewID()
	}
	entries := []string{id + "." + a.sign("device", id, account)}
	for entry := range strings.SplitSeq(cookie, "~") {
		if len(entries) < maxDevices && deviceShape.MatchString(entry) && !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	return strings.Join(entries, "~")
}

// deviceFor returns the ID of a browser for the account with a name, as in knownDevice.
func (a *Accounts) deviceFor(ctx context.Context, cookie, name string) (string, error) {
	if cookie == "" {
		return "", nil
	}
	account, err := a.lookUp(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	return a.knownDevice(cookie, account.ID), nil
}

func deviceCookieName(session string) string { return session + "-device" }

func (a *API) deviceCookie(r *http.Request) string {
	cookie, err := r.Cookie(deviceCookieName(a.cookieName(r)))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// admitGuess refuses clients that try too many passwords. A browser in which the account
// was signed in before has an allowance of its own. All others are counted by address,
// by name and address, and by name: somebody who guesses has many of one of them.
//
// While many addresses guess at one name, its owner can still sign in with a known
// browser, a passkey or a recovery code, for which nothing can be guessed.
func (a *API) admitGuess(ctx context.Context, name string) error {
	device, err := a.Accounts.deviceFor(ctx, a.deviceCookie(httpkit.RequestOf(ctx).HTTP), name)
	if err != nil {
		return err
	}
	if device != "" {
		return a.try(ctx, a.names, "device "+device, "too often in this browser")
	}
	client := httpkit.Client(ctx)
	if err := a.try(ctx, a.signIns, client, "too often from this address"); err != nil {
		return err
	}
	name = fold(name)
	if err := a.try(ctx, a.names, name+" from "+client, "too often with this name from this address"); err != nil {
		return err
	}
	return a.try(ctx, a.accounts, name, "too many guesses with this name: sign in with a passkey, a recovery code or a browser that you have used before")
}
