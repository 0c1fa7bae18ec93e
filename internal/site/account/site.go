package account

import (
	"net"
	"net/netip"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Site is where the page is that somebody looks at. A passkey belongs to the
// name of its host.
type Site struct {
	Host   string `json:"host"` // with the port, unless it is the usual one
	Secure bool   `json:"secure"`
}

// check returns why there are no passkeys here.
func (s Site) check() error {
	name := s.name()
	local := name == "localhost" || strings.HasSuffix(name, ".localhost")
	switch _, err := netip.ParseAddr(name); {
	case err == nil:
		return refuse(NoPasskeys, "passkeys belong to a name, not to an address such as %s: open the page by the name of the machine, as in http://localhost:8080", short(name))
	case !local && !s.Secure:
		return refuse(NoPasskeys, "passkeys need https, but for localhost: %s has none", short(s.Host))
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

// party returns the site as the standard has it.
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
		return nil, refuse(NoPasskeys, "host %q: want one that passkeys can belong to", short(s.Host))
	}
	return party, nil
}
