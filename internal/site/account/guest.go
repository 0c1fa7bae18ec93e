package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"regexp"

	"thera/internal/site/play"
)

var guestShape = regexp.MustCompile(`^g\.([a-z2-9]{16})\.([A-Za-z0-9_-]{43})$`)

// Guest makes a visitor a guest, identified by a cookie.
func (a *Accounts) Guest() (Who, string) {
	id := NewID()
	return guest(id), "g." + id + "." + a.sign(id)
}

func guest(id string) Who {
	return Who{Player: play.Player{ID: id, Name: "guest-" + id[:4], Kind: play.Guest}, Scopes: Scopes{Play}}
}

// readGuest returns the ID in a guest's cookie, or "" if the signature is not ours.
func (a *Accounts) readGuest(cookie string) string {
	m := guestShape.FindStringSubmatch(cookie)
	if m == nil || !hmac.Equal([]byte(m[2]), []byte(a.sign(m[1]))) {
		return ""
	}
	return m[1]
}

func (a *Accounts) sign(id string) string {
	mac := hmac.New(sha256.New, a.key)
	mac.Write([]byte("guest " + id))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
