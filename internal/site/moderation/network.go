package moderation

import (
	"context"
	"database/sql"
	"errors"
	"net/netip"

	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// restrictions are the bans of networks and the mutes, in memory. They do not change.
type restrictions struct {
	networks map[netip.Prefix]restriction
	// lengths has the lengths of the prefixes in networks, so that a look-up costs the
	// same however many networks are banned.
	lengths map[int]bool
	mutes   map[string]restriction // by player
}

type restriction struct {
	reason  string
	expires play.Instant
}

// reload reads the restrictions in force.
func (s *Service) reload(ctx context.Context) error {
	s.reloading.Lock() // what was read first is also stored first
	defer s.reloading.Unlock()
	type row struct {
		key string
		restriction
	}
	read := func(query string) ([]row, error) {
		return database.List(ctx, s.db.Reader(), func(r *row) []any { return []any{&r.key, &r.reason, &r.expires} }, query)
	}
	networks, err := read(`SELECT network, reason, expires_at FROM network_bans`)
	if err != nil {
		return err
	}
	mutes, err := read(`SELECT player, reason, expires_at FROM mutes`)
	if err != nil {
		return err
	}
	now := restrictions{map[netip.Prefix]restriction{}, map[int]bool{}, map[string]restriction{}}
	for _, r := range networks {
		network, err := netip.ParsePrefix(r.key)
		if err != nil {
			return err
		}
		now.networks[network] = r.restriction
		now.lengths[network.Bits()] = true
	}
	for _, r := range mutes {
		now.mutes[r.key] = r.restriction
	}
	s.inForce.Store(&now)
	return nil
}

func (r restriction) isOver(now play.Instant) bool { return r.expires > 0 && r.expires <= now }

// Barred returns the refusal of a client, as requests are counted by, whose network is
// banned from signing up, signing in and becoming a guest; nil for others.
func (s *Service) Barred(client string) error {
	network, err := netip.ParsePrefix(client)
	if addr, failed := netip.ParseAddr(client); failed == nil {
		network, err = addr.Prefix(addr.BitLen())
	}
	if err != nil { // it is on this machine, or unknown
		return nil
	}
	in := s.inForce.Load()
	for bits := range in.lengths {
		wider, err := network.Addr().Prefix(bits)
		if err != nil { // longer than an IPv4 address
			continue
		}
		if ban, ok := in.networks[wider]; ok && !ban.isOver(s.Accounts.Now()) {
			return account.Refuse(account.Banned, "your network %s is banned: %s", wider, ban.reason)
		}
	}
	return nil
}

// Silenced returns the refusal of a player who is muted; nil for others.
func (s *Service) Silenced(player string) error {
	if mute, ok := s.inForce.Load().mutes[player]; ok && !mute.isOver(s.Accounts.Now()) {
		return account.Refuse(Muted, "you are muted %s: %s", untilText(mute.expires), mute.reason)
	}
	return nil
}

// The widest and narrowest networks that can be banned. A server counts IPv6 clients by
// networks of 64 bits, the smallest that anybody is assigned.
const (
	minBits4, maxBits4 = 8, 32
	minBits6, maxBits6 = 16, 64
)

// ParseNetwork reads an address, or a network in CIDR notation.
func ParseNetwork(text string) (netip.Prefix, error) {
	network, err := netip.ParsePrefix(text)
	if addr, failed := netip.ParseAddr(text); failed == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		network, err = addr.Prefix(min(addr.BitLen(), maxBits6))
	}
	lowest, highest := minBits4, maxBits4
	if network.Addr().Is6() {
		lowest, highest = minBits6, maxBits6
	}
	if err != nil || network.Addr().Is4In6() || network.Bits() < lowest || network.Bits() > highest {
		return netip.Prefix{}, account.Refuse(BadNetwork, "network %.60q: want an address, or a network such as 203.0.113.0/24 or 2001:db8::/48, of %d to %d bits for IPv4 and %d to %d for IPv6",
			text, minBits4, maxBits4, minBits6, maxBits6)
	}
	return network.Masked(), nil
}

// maxNetworks bounds the memory and the time to read the bans.
const maxNetworks = 10_000

// BanNetwork keeps clients in a network from signing up, signing in and becoming guests
// until a time, 0 for good.
func (s *Service) BanNetwork(ctx context.Context, by account.Act, network netip.Prefix, until play.Instant) error {
	if err := check(by); err != nil {
		return err
	}
	if len(s.inForce.Load().networks) >= maxNetworks {
		return account.Refuse(account.TooMany, "%d networks are banned: want at most %d; lift some", maxNetworks, maxNetworks)
	}
	err := s.update(ctx, s.Accounts.NewAct(by, actBanNetwork, network.String(), untilText(until)), func(tx *sql.Tx) error {
		return s.db.ExecIn(ctx, tx, `INSERT INTO network_bans (network, reason, at, expires_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (network) DO UPDATE SET reason = excluded.reason, at = excluded.at, expires_at = excluded.expires_at`,
			network.String(), by.Reason, s.Accounts.Now(), until)
	})
	return errors.Join(err, s.reload(ctx))
}

// LiftNetwork lifts the ban of a network.
func (s *Service) LiftNetwork(ctx context.Context, by account.Act, network netip.Prefix) error {
	if err := check(by); err != nil {
		return err
	}
	err := s.update(ctx, s.Accounts.NewAct(by, actLiftNetwork, network.String(), ""), func(tx *sql.Tx) error {
		return s.db.ExecIn(ctx, tx, `DELETE FROM network_bans WHERE network = $1`, network.String())
	})
	if errors.Is(err, database.ErrNotFound) {
		return account.Refuse(Nothing, "network %s is not banned", network)
	}
	return errors.Join(err, s.reload(ctx))
}

// NetworkBan is a banned network.
type NetworkBan struct {
	Network string       `json:"network" doc:"In CIDR notation"`
	Reason  string       `json:"reason" doc:"As the moderator wrote it, which its users see"`
	At      play.Instant `json:"at" doc:"When it was banned"`
	Expires play.Instant `json:"expires,omitempty" doc:"Missing for a ban for good"`
}

// Networks returns the banned networks, the latest first.
func (s *Service) Networks(ctx context.Context) ([]NetworkBan, error) {
	return database.List(ctx, s.db.Reader(), func(b *NetworkBan) []any { return []any{&b.Network, &b.Reason, &b.At, &b.Expires} },
		`SELECT network, reason, at, expires_at FROM network_bans ORDER BY at DESC, network`)
}
