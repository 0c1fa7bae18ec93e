package account

import (
	"net"
	"net/netip"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Site is where a page is served. A passkey belongs to the site's host name.
type Site struct {
	Host   string `json:"host"` // with the port, unless it is the default
	Secure bool   `json:"secure"`
}

// check returns why there are no passkeys at the site, or nil.
func (s Site) check() error {
	name := s.name()
	local := name == "localhost" || strings.HasSuffix(name, ".localhost")
	switch _, err := netip.ParseAddr(name); {
	case err == nil:
		return Refuse(NoPasskeys, "passkeys belong to a host name, not to an address such as %s: open the page by the machine's name, as in http://localhost:8080", short(name))
	case !local && !s.Secure:
		return Refuse(NoPasskeys, "passkeys need https, except on localhost: %s has none", short(s.Host))
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

// party returns the site as a relying party of WebAuthn.
func (s Site) party() (*webauthn.WebAuthn, error) {
	if err := s.check(); err != nil {
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
