package account

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

const (
	maxTokens = 20
	maxLabel  = 60
)

// Sessions returns the sessions of an account.
func (a *Accounts) Sessions(ctx context.Context, who Who) ([]store.Session, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.SessionsOf(ctx, who.ID, a.now())
}

// EndSession signs out one of an account's browsers.
func (a *Accounts) EndSession(ctx context.Context, who Who, id string) error {
	return a.remove(ctx, who, "session", id, SignIn, a.store.DeleteSession)
}

// Tokens returns the tokens of an account, without their secrets.
func (a *Accounts) Tokens(ctx context.Context, who Who) ([]store.Token, error) {
	if err := who.Need(Admin); err != nil {
		return nil, err
	}
	return a.store.TokensOf(ctx, who.ID)
}

// NewToken makes a token for a program. Its text is returned only this once.
func (a *Accounts) NewToken(ctx context.Context, who Who, label string, scopes Scopes) (text string, token store.Token, err error) {
	if err := who.Need(Owner); err != nil {
		return "", token, err
	}
	label = strings.TrimSpace(label)
	if len(label) > maxLabel || !IsLine(label) {
		return "", token, Refuse(BadLabel, "label %q: want 1 to %d bytes that say what the token is for", short(label), maxLabel)
	}
	var words []string
	for _, s := range TokenScopes() {
		if slices.Contains(scopes, s) {
			words = append(words, string(s))
		}
	}
	if len(words) == 0 || len(words) != len(scopes) {
		return "", token, Refuse(BadScopes, "scopes %q: want some of play, bot and admin, each once", scopes)
	}
	text = newToken()
	token = store.Token{Hash: hashed(text), Account: who.ID, Label: label, Scopes: strings.Join(words, " "), Created: a.now()}
	if err = a.store.AddToken(ctx, token, maxTokens); errors.Is(err, store.ErrFull) {
		err = Refuse(TooMany, "%d tokens: at most %d are allowed: revoke one that you don't use", maxTokens+1, maxTokens)
	}
	return text, token, err
}

// RevokeToken ends a token of an account.
func (a *Accounts) RevokeToken(ctx context.Context, who Who, id string) error {
	return a.remove(ctx, who, "token", id, BadToken, a.store.DeleteToken)
}

var idShape = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// remove disconnects what used the thing for a reason, unless that is "".
func (a *Accounts) remove(ctx context.Context, who Who, what, id string, why Reason, by func(ctx context.Context, account, id string) error) error {
	if err := who.Need(Admin); err != nil {
		return err
	}
	err := store.ErrNotFound
	if idShape.MatchString(id) {
		err = by(ctx, who.ID, id)
	}
	if errors.Is(err, store.ErrNotFound) {
		return Refuse(NotFound, "%s %q: you have none with this ID", what, short(id))
	}
	if err == nil && why != "" {
		a.revoke(id, why)
	}
	return err
}

// Connections returns the open streams and sockets of the server, which end with what
// identifies their clients.
func (a *Accounts) Connections() *Connections { return &a.connections }

// Still is [Who.Need] for a client that was identified earlier, as on a socket: it also
// takes into account what has been banned, deleted, signed out or revoked since. It
// does not query the store.
func (a *Accounts) Still(w Who, s Scope) error {
	if err := a.connections.check(w); err != nil {
		return err
	}
	return w.Need(s)
}

const recheckChunk = 1000 // sessions and tokens that are looked up by one query

// recheck looks up the sessions and tokens of all open connections, if other nodes may
// have ended some: the bus may have lost that.
func (a *Accounts) recheck(ctx context.Context) {
	if !a.store.Shared() {
		return
	}
	open := a.connections.credentials()
	for some := range slices.Chunk(slices.Collect(maps.Keys(open)), recheckChunk) {
		valid, err := a.store.Valid(ctx, some)
		if err != nil {
			return // tried again next time
		}
		for _, key := range some {
			if !slices.Contains(valid, key) {
				a.connections.end(key, revoked(open[key]), a.now())
			}
		}
	}
}

// reconnected catches up with what other nodes may have announced while the bus was
// unavailable. Those who see a class from outside are checked when they connect again.
func (a *Accounts) reconnected() {
	for _, key := range a.connections.classes() {
		a.connections.disconnect(key, nil)
	}
	a.recheck(context.Background())
}

const revocations = "account.revoked"

type revocation struct {
	From   string `json:"from"` // the node
	Key    string `json:"key"`  // of connections
	Reason Reason `json:"reason,omitempty"`
}

// revoke disconnects, on all nodes, whatever is connected by a key. The reason is
// SignIn or BadToken; or ChangedClass or "" for clients that may connect again.
func (a *Accounts) revoke(key string, reason Reason) {
	r := revocation{a.node, key, reason}
	a.apply(r)
	if a.bus == nil {
		return
	}
	if text, err := json.Marshal(r); err == nil {
		_ = a.bus.Publish(revocations, text) // recheck finds it where the bus loses it
	}
}

func (a *Accounts) apply(r revocation) {
	switch r.Reason {
	case "":
		a.connections.disconnect(r.Key, nil)
	case ChangedClass:
		a.connections.disconnect(r.Key, Refuse(ChangedClass, "who may see this class has changed: open it again"))
	default:
		a.connections.end(r.Key, revoked(r.Reason), a.now())
	}
}

func (a *Accounts) hearRevoked(m bus.Message) {
	var r revocation
	if json.Unmarshal(m.Data, &r) == nil && r.From != a.node {
		a.apply(r)
	}
}

// ClassChanged disconnects, on all nodes, those who follow something of a class without
// being members. Call it when fewer people may see the class.
func (a *Accounts) ClassChanged(id string) { a.revoke(classKey(id), ChangedClass) }

// revoked returns the error of a client that was disconnected.
func revoked(r Reason) error {
	if r == BadToken {
		return Refuse(BadToken, "this token was revoked")
	}
	return errSignedOut()
}

func errSignedOut() error { return Refuse(SignIn, "signed out: sign in again") }

const (
	auditInterval = 400 * time.Millisecond // so that connections end within a second
	recheckEvery  = 25                     // reads of the log, after which the sessions are rechecked
)

// Follow applies what operators do with thera admin while the server is running, within
// a second, and passes each action to tell, until ctx is done. What fails is tried again
// for half a minute, so tell may get an action several times.
func (a *Accounts) Follow(ctx context.Context, tell func(store.Act) error) {
	ticker := time.NewTicker(auditInterval)
	defer ticker.Stop()
	log := newAuditLog(a.now())
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n%recheckEvery == 0 {
			a.recheck(ctx)
			a.connections.forget(a.now())
		}
		a.applyActs(ctx, log, tell)
	}
}

// auditLog is how far the audit log has been applied, by the IDs of acts.
type auditLog struct {
	*changeLog[string]
	failing play.Instant // since when some can't be applied; 0 if all can
}

func newAuditLog(since play.Instant) *auditLog { return &auditLog{newChangeLog[string](since), 0} }

// retry is how long acts are tried again, in ms.
const retry play.Instant = 30_000

// applyActs applies what is new in the audit log, and what has failed before.
func (a *Accounts) applyActs(ctx context.Context, log *auditLog, tell func(store.Act) error) {
	const enough = 1000
	now := a.now()
	acts, err := a.store.Acts(ctx, log.begin(), enough)
	if err != nil {
		return // the next read sees it
	}
	var failed error
	for _, act := range acts {
		if _, old := log.applied[act.ID]; old {
			continue
		}
		if err := errors.Join(a.notice(ctx, act), tell(act)); err != nil {
			failed = err
		} else {
			log.applied[act.ID] = act.At
		}
	}
	switch {
	case failed == nil:
		log.failing = 0
	case log.failing == 0:
		log.failing = now
	}
	if failed == nil || now-log.failing >= retry {
		log.advance(now)
	}
}

func (a *Accounts) notice(ctx context.Context, act store.Act) error {
	switch act.Act {
	case actBan, actUnban:
		account, err := a.store.Account(ctx, act.Object)
		switch {
		case err != nil || account.Closed > 0:
			return database.IgnoreNotFound(err)
		case account.Ban == "":
			a.connections.allow(account.ID)
		default:
			a.connections.end(account.ID, banned(account.Ban), a.now())
		}
	case actClose:
		a.connections.end(act.Object, errSignedOut(), a.now())
	case ActCloseClass, ActHandOverClass:
		a.apply(revocation{Key: classKey(act.Object), Reason: ChangedClass})
	}
	return nil
}
