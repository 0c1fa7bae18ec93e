package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"thera/internal/site/store"
)

// services has the hosts of the push services of Chrome, Firefox, Edge and Safari.
var services = []string{
	"fcm.googleapis.com",
	".push.services.mozilla.com",
	".notify.windows.com",
	".push.apple.com",
}

// ErrBad is wrapped by the error of a subscription that is not accepted.
var ErrBad = errors.New("not a subscription")

const maxEndpoint = 1000 // characters; real ones have about 200

func (p *Push) check(s store.Subscription) error {
	u, err := url.Parse(s.Endpoint)
	switch {
	case len(s.Endpoint) > maxEndpoint:
		return fmt.Errorf("endpoint of %d characters: want at most %d: %w", len(s.Endpoint), maxEndpoint, ErrBad)
	case err != nil || u.Scheme != "https" || u.User != nil || u.Host == "":
		return fmt.Errorf("endpoint %q: want an https address: %w", s.Endpoint, ErrBad)
	case !p.known(u.Host):
		return fmt.Errorf("endpoint at %q: want one at a known push service: %w", u.Host, ErrBad)
	}
	point, err := decode(s.Key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		return fmt.Errorf("key p256dh %q: want a point of the curve P-256 in base64url: %w", s.Key, ErrBad)
	}
	if secret, err := decode(s.Auth); err != nil || len(secret) != 16 {
		return fmt.Errorf("key auth: want 16 bytes in base64url: %w", ErrBad)
	}
	return nil
}

// known reports whether a host is that of a push service. It includes the port, if any.
func (p *Push) known(host string) bool {
	for _, h := range p.Hosts {
		if host == h || strings.HasPrefix(h, ".") && strings.HasSuffix(host, h) {
			return true
		}
	}
	return false
}

func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// host returns the host of an endpoint, whose path is secret.
func host(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "a malformed address"
	}
	return u.Host
}
