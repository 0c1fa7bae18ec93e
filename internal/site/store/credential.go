package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/store/database"
)

// Token lets a program act for an account.
type Token struct {
	Hash    string
	Account string
	Label   string
	Scopes  string // words with spaces between them
	Created play.Instant
	Used    play.Instant // 0 for never
}

func (t *Token) fields() []any {
	return []any{&t.Hash, &t.Account, &t.Label, &t.Scopes, &t.Created, &t.Used}
}

const tokenColumns = `t.hash, t.account, t.label, t.scopes, t.created_at, t.used_at`

// LockAccount makes other transactions that lock an account wait for this one, so that
// what is counted stays true until something is added. It returns ErrNotFound if the
// account is closed. Several accounts are locked in the order of their IDs, or two
// transactions could wait for each other.
func (s *Store) LockAccount(ctx context.Context, tx *sql.Tx, id string) error {
	return ifClosed(s.db.ExecIn(ctx, tx, `UPDATE accounts SET kind = kind WHERE id = $1 AND closed_at = 0`, id))
}

// closedError is an ErrNotFound of an open account. To package httpkit it is a refusal: the
// account is mostly the client's own, which something else has closed meanwhile.
type closedError struct{}

func (closedError) Error() string { return "the account is closed" }
func (closedError) Unwrap() error { return ErrNotFound }

// Refused returns the reason, the detail and the wait of the refusal.
func (closedError) Refused() (reason, detail string, wait time.Duration) {
	return "sign-in", "the account is closed", 0
}

func ifClosed(err error) error {
	if errors.Is(err, ErrNotFound) {
		return closedError{}
	}
	return err
}

// BelowLimit locks an account, and returns ErrFull if it already has as many rows as are
// allowed. Which rows are counted is a table and a condition, with the account as $1:
//
//	err := s.BelowLimit(ctx, tx, account, `tokens WHERE account = $1`, maxTokens)
func (s *Store) BelowLimit(ctx context.Context, tx *sql.Tx, account, rows string, most int) error {
	if err := s.LockAccount(ctx, tx, account); err != nil {
		return err
	}
	return Below(ctx, tx, most, rows, account)
}

// Below returns ErrFull if there are as many rows as are allowed. The caller holds a lock
// for which others who add such rows wait.
func Below(ctx context.Context, tx *sql.Tx, most int, rows string, args ...any) error {
	var n int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM `+rows, args...).Scan(&n)
	if err == nil && n >= most {
		err = ErrFull
	}
	return err
}

func (s *Store) addToken(ctx context.Context, tx *sql.Tx, t Token) error {
	return s.db.ExecIn(ctx, tx, `INSERT INTO tokens (hash, account, label, scopes, created_at, used_at) VALUES `+database.Values(6),
		t.Hash, t.Account, t.Label, t.Scopes, t.Created, t.Used)
}

// AddToken adds a token to an open account. It returns ErrFull if the account has as
// many as are allowed.
func (s *Store) AddToken(ctx context.Context, t Token, most int) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.BelowLimit(ctx, tx, t.Account, `tokens WHERE account = $1`, most); err != nil {
			return err
		}
		return s.addToken(ctx, tx, t)
	})
}

// ReplaceTokens makes a token the only one of its account, and returns the hashes of
// the others.
func (s *Store) ReplaceTokens(ctx context.Context, t Token) (ended []string, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.LockAccount(ctx, tx, t.Account); err != nil {
			return err
		}
		ended, err = database.List(ctx, tx, database.Texts, `DELETE FROM tokens WHERE account = $1 RETURNING hash`, t.Account)
		if err != nil {
			return err
		}
		return s.addToken(ctx, tx, t)
	})
	return ended, err
}

// Token returns the token with a hash and its account, or ErrNotFound.
func (s *Store) Token(ctx context.Context, hash string) (t Token, a Account, err error) {
	err = s.db.Row(ctx, append(t.fields(), a.fields()...), `SELECT `+tokenColumns+`, `+accountColumns+`
		FROM tokens t JOIN accounts a ON a.id = t.account WHERE t.hash = $1`, hash)
	return t, a, err
}

// TokensOf returns an account's tokens, the oldest first.
func (s *Store) TokensOf(ctx context.Context, account string) ([]Token, error) {
	return database.List(ctx, s.db.Reader(), (*Token).fields, `SELECT `+tokenColumns+` FROM tokens t WHERE t.account = $1 ORDER BY t.created_at, t.hash`, account)
}

// UseToken records when a token was last used.
func (s *Store) UseToken(ctx context.Context, hash string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE tokens SET used_at = $1 WHERE hash = $2`, at, hash)
}

// DeleteToken revokes an account's token.
func (s *Store) DeleteToken(ctx context.Context, account, hash string) error {
	return s.db.Exec(ctx, `DELETE FROM tokens WHERE account = $1 AND hash = $2`, account, hash)
}

func (s *Store) addCodes(ctx context.Context, tx *sql.Tx, account string, codes []string) error {
	for _, hash := range codes {
		if err := s.db.ExecIn(ctx, tx, `INSERT INTO recovery_codes (account, hash) VALUES ($1, $2)`, account, hash); err != nil {
			return err
		}
	}
	return nil
}

// SetCodes replaces the hashes of an account's recovery codes. It returns ErrNotFound if
// the account is closed.
func (s *Store) SetCodes(ctx context.Context, account string, codes []string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.LockAccount(ctx, tx, account); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM recovery_codes WHERE account = $1`, account); err != nil {
			return err
		}
		return s.addCodes(ctx, tx, account, codes)
	})
}

// CheckCode returns ErrNotFound if an account has no such recovery code. AddSession uses it up.
func (s *Store) CheckCode(ctx context.Context, account, hash string) error {
	var n int
	return s.db.Row(ctx, []any{&n}, `SELECT 1 FROM recovery_codes WHERE account = $1 AND hash = $2`, account, hash)
}

// Passkey is a WebAuthn credential.
type Passkey struct {
	ID         string // base64url
	Account    string
	Handle     string // base64url; by which authenticators know the account
	Credential string // JSON
	Created    play.Instant
	Used       play.Instant // 0 if never
}

func (p *Passkey) fields() []any {
	return []any{&p.ID, &p.Account, &p.Handle, &p.Credential, &p.Created, &p.Used}
}

const passkeyColumns = `p.id, p.account, p.handle, p.credential, p.created_at, p.used_at`

func (s *Store) addPasskey(ctx context.Context, by database.Writer, p Passkey) error {
	return s.db.ExecIn(ctx, by, `INSERT INTO passkeys (id, account, handle, credential, created_at, used_at) VALUES `+database.Values(6),
		p.ID, p.Account, p.Handle, p.Credential, p.Created, p.Used)
}

// AddPasskey adds a passkey to an open account. It returns ErrExists if the ID is
// taken, and ErrFull if the account has as many as are allowed.
func (s *Store) AddPasskey(ctx context.Context, p Passkey, most int) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.BelowLimit(ctx, tx, p.Account, `passkeys WHERE account = $1`, most); err != nil {
			return err
		}
		return s.addPasskey(ctx, tx, p)
	})
}

// RecoverByPasskey is AddPasskey for a session that was begun with a recovery code. As
// after SetPassword, it is the account's only session, and the others are returned.
func (s *Store) RecoverByPasskey(ctx context.Context, p Passkey, most int, session string, expires play.Instant) (ended []string, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.BelowLimit(ctx, tx, p.Account, `passkeys WHERE account = $1`, most); err != nil {
			return err
		}
		if err := s.addPasskey(ctx, tx, p); err != nil {
			return err
		}
		ended, err = s.keepSession(ctx, tx, p.Account, session, p.Created, expires)
		return err
	})
	return ended, err
}

// Passkey returns the passkey with an ID, or ErrNotFound.
func (s *Store) Passkey(ctx context.Context, id string) (p Passkey, err error) {
	err = s.db.Row(ctx, p.fields(), `SELECT `+passkeyColumns+` FROM passkeys p WHERE p.id = $1`, id)
	return p, err
}

// PasskeysOf returns an account's passkeys, the oldest first.
func (s *Store) PasskeysOf(ctx context.Context, account string) ([]Passkey, error) {
	return database.List(ctx, s.db.Reader(), (*Passkey).fields, `SELECT `+passkeyColumns+` FROM passkeys p WHERE p.account = $1 ORDER BY p.created_at, p.id`, account)
}

// UsePasskey replaces a credential after a use, because it contains a counter.
func (s *Store) UsePasskey(ctx context.Context, id, credential string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE passkeys SET credential = $1, used_at = $2 WHERE id = $3`, credential, at, id)
}

// DeletePasskey removes an account's passkey. It returns ErrLast if nobody could sign in
// to the account any more.
func (s *Store) DeletePasskey(ctx context.Context, account, id string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.LockAccount(ctx, tx, account); err != nil {
			return err
		}
		if err := s.db.ExecIn(ctx, tx, `DELETE FROM passkeys WHERE account = $1 AND id = $2`, account, id); err != nil {
			return err
		}
		var left int
		err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM passkeys WHERE account = $1) +
			(SELECT count(*) FROM accounts WHERE id = $1 AND password <> '')`, account).Scan(&left)
		if err == nil && left == 0 {
			err = ErrLast
		}
		return err
	})
}

// AddCeremony stores the state of a registration or sign-in until the client
// returns its challenge.
func (s *Store) AddCeremony(ctx context.Context, challenge, ceremony string, expires play.Instant) error {
	return s.db.Exec(ctx, `INSERT INTO ceremonies (challenge, ceremony, expires_at) VALUES ($1, $2, $3)`, challenge, ceremony, expires)
}

// TakeCeremony returns a ceremony and removes it. If several callers try at the
// same time, one gets it; others, and those who come too late, get ErrNotFound.
func (s *Store) TakeCeremony(ctx context.Context, challenge string, now play.Instant) (ceremony string, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `DELETE FROM ceremonies WHERE challenge = $1 AND expires_at > $2 RETURNING ceremony`, challenge, now).Scan(&ceremony)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return ceremony, err
}

// Session is a browser in which an account is signed in.
type Session struct {
	Hash      string // of the cookie
	Account   string
	Agent     string // as reported by the browser
	Created   play.Instant
	Seen      play.Instant
	Expires   play.Instant
	Recovered bool         // begun with a recovery code, and no new password or passkey since
	Confirmed play.Instant // when the user last showed a password or passkey; 0 for never
	// Password, Code and Recovery are the hashes of the password, of a member's code or of a
	// recovery code, with which it is begun, "" for another way. They are not stored.
	Password, Code, Recovery string
}

func (s *Session) fields() []any {
	return []any{&s.Hash, &s.Account, &s.Agent, &s.Created, &s.Seen, &s.Expires, &s.Recovered, &s.Confirmed}
}

const sessionColumns = `s.hash, s.account, s.agent, s.created_at, s.seen_at, s.expires_at, s.recovered, s.confirmed_at`

// AddSession adds a session to an open account, and uses up its recovery code. If the account
// has as many as are allowed, it ends those that were not used for the longest time, and
// returns their hashes. It returns ErrNotFound if the account is closed, or no longer has the
// session's password or code.
func (s *Store) AddSession(ctx context.Context, one Session, most int) (ended []string, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		err := s.db.ExecIn(ctx, tx, `UPDATE accounts SET kind = kind WHERE id = $1 AND closed_at = 0 AND $2 IN ('', password)`, one.Account, one.Password)
		if err == nil && one.Code != "" {
			err = s.db.ExecIn(ctx, tx, `UPDATE class_members SET code = code WHERE account = $1 AND code = $2`, one.Account, one.Code)
		}
		if err == nil && one.Recovery != "" {
			err = s.db.ExecIn(ctx, tx, `DELETE FROM recovery_codes WHERE account = $1 AND hash = $2`, one.Account, one.Recovery)
		}
		if err != nil {
			return err
		}
		ended, err = database.List(ctx, tx, database.Texts, `DELETE FROM sessions WHERE account = $1 AND hash NOT IN
			(SELECT hash FROM sessions WHERE account = $1 ORDER BY seen_at DESC, hash LIMIT $2) RETURNING hash`, one.Account, most-1)
		if err != nil {
			return err
		}
		return s.AddSessionIn(ctx, tx, one)
	})
	return ended, err
}

// AddSessionIn adds a session to an account that was made in the same transaction.
func (s *Store) AddSessionIn(ctx context.Context, by database.Writer, one Session) error {
	return s.db.ExecIn(ctx, by, `INSERT INTO sessions (hash, account, agent, created_at, seen_at, expires_at, recovered, confirmed_at) VALUES `+database.Values(8),
		one.Hash, one.Account, one.Agent, one.Created, one.Seen, one.Expires, one.Recovered, one.Confirmed)
}

// keepSession ends all sessions of an account except one, which its owner has confirmed
// now, and returns their hashes. It returns ErrNotFound if the one has ended meanwhile.
func (s *Store) keepSession(ctx context.Context, tx *sql.Tx, account, hash string, at, expires play.Instant) (ended []string, err error) {
	err = s.db.ExecIn(ctx, tx, `UPDATE sessions SET recovered = $1, confirmed_at = $2, expires_at = $3 WHERE hash = $4 AND account = $5`,
		false, at, expires, hash, account)
	if err != nil {
		return nil, err
	}
	return s.endOthers(ctx, tx, account, hash)
}

// endOthers ends all sessions of an account except one, or all for "", and returns their
// hashes. Push messages continue in the one session only, not where an older program has not
// stored the session.
func (s *Store) endOthers(ctx context.Context, tx *sql.Tx, account, keep string) (ended []string, err error) {
	if _, err := tx.ExecContext(ctx, `DELETE FROM subscriptions WHERE player = $1 AND session IS NULL`, account); err != nil {
		return nil, err
	}
	return database.List(ctx, tx, database.Texts, `DELETE FROM sessions WHERE account = $1 AND hash <> $2 RETURNING hash`, account, keep)
}

// EndOtherSessions ends all sessions of an account except one, or all for "", in a
// transaction with a change of how its owner signs in, and returns their hashes. It
// returns ErrNotFound if the account is closed, or the one session has ended.
func (s *Store) EndOtherSessions(ctx context.Context, account, keep string, change func(tx *sql.Tx) error) (ended []string, err error) {
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		err := s.LockAccount(ctx, tx, account) // others begin no session meanwhile
		if err == nil && keep != "" {
			err = s.lockSession(ctx, tx, account, keep)
		}
		if err == nil {
			err = change(tx)
		}
		if err == nil {
			ended, err = s.endOthers(ctx, tx, account, keep)
		}
		return err
	})
	return ended, err
}

// lockSession keeps a session of an account until a transaction ends. It returns
// ErrNotFound if the session has ended.
func (s *Store) lockSession(ctx context.Context, tx *sql.Tx, account, hash string) error {
	return s.db.ExecIn(ctx, tx, `UPDATE sessions SET seen_at = seen_at WHERE hash = $1 AND account = $2`, hash, account)
}

// ConfirmSession records that a session's user has shown a password or passkey.
func (s *Store) ConfirmSession(ctx context.Context, hash string, at play.Instant) error {
	return s.db.Exec(ctx, `UPDATE sessions SET confirmed_at = $1 WHERE hash = $2`, at, hash)
}

// Session returns the unexpired session with a hash and its account, or ErrNotFound.
func (s *Store) Session(ctx context.Context, hash string, now play.Instant) (one Session, a Account, err error) {
	err = s.db.Row(ctx, append(one.fields(), a.fields()...), `SELECT `+sessionColumns+`, `+accountColumns+`
		FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.hash = $1 AND s.expires_at > $2`, hash, now)
	return one, a, err
}

// SessionsOf returns an account's sessions, the most recently used first.
func (s *Store) SessionsOf(ctx context.Context, account string, now play.Instant) ([]Session, error) {
	return database.List(ctx, s.db.Reader(), (*Session).fields, `SELECT `+sessionColumns+` FROM sessions s
		WHERE s.account = $1 AND s.expires_at > $2 ORDER BY s.seen_at DESC, s.hash`, account, now)
}

// SeeSession records when a session was last used and until when it lasts now.
func (s *Store) SeeSession(ctx context.Context, hash string, at, expires play.Instant) error {
	return s.db.Exec(ctx, `UPDATE sessions SET seen_at = $1, expires_at = $2 WHERE hash = $3`, at, expires, hash)
}

// DeleteSession ends an account's session.
func (s *Store) DeleteSession(ctx context.Context, account, hash string) error {
	return s.db.Exec(ctx, `DELETE FROM sessions WHERE account = $1 AND hash = $2`, account, hash)
}

// Valid returns the hashes that belong to sessions or tokens. It needs Postgres.
func (s *Store) Valid(ctx context.Context, hashes []string) ([]string, error) {
	return database.List(ctx, s.db.Reader(), func(hash *string) []any { return []any{hash} }, `
		SELECT hash FROM sessions WHERE hash = ANY($1) UNION ALL SELECT hash FROM tokens WHERE hash = ANY($1)`, hashes)
}

// DeleteExpired removes expired sessions and ceremonies.
func (s *Store) DeleteExpired(ctx context.Context, now play.Instant) error {
	for _, table := range []string{"sessions", "ceremonies"} {
		if _, err := s.db.Writer().ExecContext(ctx, `DELETE FROM `+table+` WHERE expires_at <= $1`, now); err != nil {
			return err
		}
	}
	return nil
}

// Subscription is a browser that receives push messages for a player.
type Subscription struct {
	Endpoint string // secret: anybody who knows it can send messages
	Player   string
	Session  string // hash of the browser's session, with which it ends
	Key      string // the browser's public key, p256dh, in base64url
	Auth     string // the shared secret, in base64url
	Created  play.Instant
}

func (s *Subscription) fields() []any {
	return []any{&s.Endpoint, &s.Player, &s.Session, &s.Key, &s.Auth, &s.Created}
}

// AddSubscription adds a browser to an open account, and removes the oldest ones beyond
// as many as are allowed. A known browser is reassigned to this player and session. It
// returns ErrNotFound if the account or the session no longer exists.
func (s *Store) AddSubscription(ctx context.Context, one Subscription, most int) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if err := s.LockAccount(ctx, tx, one.Player); err != nil {
			return err
		}
		if err := s.lockSession(ctx, tx, one.Player, one.Session); err != nil {
			return err
		}
		err := s.db.ExecIn(ctx, tx, `INSERT INTO subscriptions (endpoint, player, session, p256dh, auth, created_at) VALUES `+database.Values(6)+`
			ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player, session = excluded.session, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
			one.Endpoint, one.Player, one.Session, one.Key, one.Auth, one.Created)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM subscriptions WHERE player = $1 AND endpoint NOT IN
			(SELECT endpoint FROM subscriptions WHERE player = $1 ORDER BY created_at DESC, endpoint DESC LIMIT $2)`, one.Player, most)
		return err
	})
}

// SubscriptionsOf returns a player's subscriptions whose sessions have not expired, the oldest
// first.
func (s *Store) SubscriptionsOf(ctx context.Context, player string, now play.Instant) ([]Subscription, error) {
	return database.List(ctx, s.db.Reader(), (*Subscription).fields, `SELECT endpoint, player, COALESCE(session, ''), p256dh, auth, created_at FROM subscriptions
		WHERE player = $1 AND (session IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE hash = session AND expires_at > $2)) ORDER BY created_at, endpoint`, player, now)
}

// DeleteSubscription removes a player's subscription, or returns ErrNotFound.
func (s *Store) DeleteSubscription(ctx context.Context, player, endpoint string) error {
	return s.db.Exec(ctx, `DELETE FROM subscriptions WHERE player = $1 AND endpoint = $2`, player, endpoint)
}
