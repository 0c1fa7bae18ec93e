package account

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
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
	if label == "" || len(label) > maxLabel || strings.ContainsFunc(label, unicode.IsControl) {
		return "", token, Refuse(BadLabel, "label %q: want 1 to %d bytes that say what the token is for", short(label), maxLabel)
	}
	var words []string
	for _, s := range []Scope{Play, Bot, Admin} {
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

// revoked has what was revoked while somebody may still be connected by it: the ID of
// an account, or the hash of a session or token, with the reason.
type revoked struct {
	mu  sync.RWMutex
	why map[string]error
}

func (r *revoked) set(key string, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.why == nil {
		r.why = map[string]error{}
	}
	if why == nil {
		delete(r.why, key)
	} else {
		r.why[key] = why
	}
}

func (r *revoked) of(w Who) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, key := range []string{w.ID, w.Session, w.Token} {
		if why := r.why[key]; why != nil && key != "" {
			return why
		}
	}
	return nil
}

// Still is [Who.Need] for a client that was identified earlier, as on a socket: it also
// takes into account what has been banned, deleted, signed out or revoked since. It
// does not query the store; a revocation at another node that the bus has lost counts
// some seconds later.
func (a *Accounts) Still(w Who, s Scope) error {
	if err := a.revoked.of(w); err != nil {
		return err
	}
	a.use(w)
	return w.Need(s)
}

// use records what a client is connected by, if other nodes may revoke it.
func (a *Accounts) use(w Who) {
	switch {
	case !a.store.Shared():
	case w.Session != "":
		a.used.LoadOrStore(w.Session, SignIn)
	case w.Token != "":
		a.used.LoadOrStore(w.Token, BadToken)
	}
}

// recheck looks up the sessions and tokens used since the last time: the bus may have
// lost another node's revocation.
func (a *Accounts) recheck(ctx context.Context) {
	used := map[string]Reason{}
	a.used.Range(func(key, reason any) bool {
		used[key.(string)] = reason.(Reason)
		return true
	})
	if len(used) == 0 {
		return
	}
	valid, err := a.store.Valid(ctx, slices.Collect(maps.Keys(used)))
	if err != nil {
		return // tried again next time
	}
	for key := range used {
		a.used.Delete(key)
	}
	for _, key := range valid {
		delete(used, key)
	}
	for key, reason := range used {
		a.revoked.set(key, reason.revoked())
	}
}

const revocations = "account.revoked"

type revocation struct {
	Key    string `json:"key"` // of an account, a session or a token, as in revoked
	Reason Reason `json:"reason"`
}

// revoke disconnects, on all nodes, whatever is connected by a key. The reason is
// SignIn or BadToken.
func (a *Accounts) revoke(key string, reason Reason) {
	a.revoked.set(key, reason.revoked())
	if a.bus == nil {
		return
	}
	if text, err := json.Marshal(revocation{key, reason}); err == nil {
		_ = a.bus.Publish(revocations, text) // recheck finds it where the bus loses it
	}
}

func (a *Accounts) hearRevoked(m bus.Message) {
	var r revocation
	if json.Unmarshal(m.Data, &r) == nil {
		a.revoked.set(r.Key, r.Reason.revoked())
	}
}

// revoked returns the error of a client that was disconnected.
func (r Reason) revoked() error {
	if r == BadToken {
		return Refuse(BadToken, "this token was revoked")
	}
	return errSignedOut()
}

func errSignedOut() error { return Refuse(SignIn, "signed out: sign in again") }

const (
	auditInterval              = 2 * time.Second
	overlap       play.Instant = 30_000 // how late an action may appear in the log, in ms
	recheckEvery               = 5      // reads of the log, after which the sessions are rechecked
)

// Follow applies what operators do with thera admin while the server is running, within
// seconds, and passes each action to tell, until ctx is done.
func (a *Accounts) Follow(ctx context.Context, tell func(store.Act)) {
	ticker := time.NewTicker(auditInterval)
	defer ticker.Stop()
	since, seen := a.now(), map[string]play.Instant{}
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n%recheckEvery == 0 {
			a.recheck(ctx)
		}
		const enough = 1000
		acts, err := a.store.Acts(ctx, since-overlap, enough)
		if err != nil {
			continue // the next read sees it
		}
		for _, act := range acts {
			if _, old := seen[act.ID]; old || act.At < since-overlap {
				continue
			}
			seen[act.ID] = act.At
			a.notice(ctx, act)
			tell(act)
		}
		since = a.now()
		for id, at := range seen {
			if at < since-2*overlap {
				delete(seen, id)
			}
		}
	}
}

func (a *Accounts) notice(ctx context.Context, act store.Act) {
	switch act.Act {
	case actBan, actUnban:
		account, err := a.lookUp(ctx, act.Object)
		if err != nil {
			return
		}
		var why error
		if account.Ban != "" {
			why = banned(account.Ban)
		}
		a.revoked.set(account.ID, why)
	case actClose:
		a.revoked.set(act.Object, errSignedOut())
	}
}
