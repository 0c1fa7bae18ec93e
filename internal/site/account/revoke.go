package account

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/store"
)

// revoked remembers what has ended while somebody may still be connected by it:
// by the id of an account, or the hash of a session or a token, why.
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

// Still is [Who.Need] for somebody who has come long ago, as with a socket: it
// knows too what has been banned, deleted, signed out or revoked since. It asks
// nothing of the store; what another node has revoked and the bus has lost counts
// some seconds later.
func (a *Accounts) Still(w Who, s Scope) error {
	if err := a.revoked.of(w); err != nil {
		return err
	}
	a.use(w)
	return w.Need(s)
}

// use remembers by what somebody is connected, where other nodes may revoke it.
func (a *Accounts) use(w Who) {
	switch {
	case !a.store.Shared():
	case w.Session != "":
		a.used.LoadOrStore(w.Session, SignIn)
	case w.Token != "":
		a.used.LoadOrStore(w.Token, BadToken)
	}
}

// recheck asks the store about the sessions and tokens that were used since the
// last time: the bus may have lost what another node said of them.
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
		return // the next time
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

// revocations is the subject of what is revoked.
const revocations = "account.revoked"

// revocation is what other nodes hear of it.
type revocation struct {
	Key    string `json:"key"` // of an account, a session or a token, as in revoked
	Reason Reason `json:"reason"`
}

// revoke ends what somebody may still be connected by, on all nodes, for one of
// the reasons SignIn and BadToken.
func (a *Accounts) revoke(key string, reason Reason) {
	a.revoked.set(key, reason.revoked())
	if a.bus == nil {
		return
	}
	if text, err := json.Marshal(revocation{key, reason}); err == nil {
		_ = a.bus.Publish(revocations, text) // where it is not heard, the store is asked
	}
}

func (a *Accounts) hearRevoked(m bus.Message) {
	var r revocation
	if json.Unmarshal(m.Data, &r) == nil {
		a.revoked.set(r.Key, r.Reason.revoked())
	}
}

// revoked returns what somebody is told for whom something was revoked.
func (r Reason) revoked() error {
	if r == BadToken {
		return refuse(BadToken, "this token was revoked")
	}
	return signedOut()
}

func signedOut() error { return refuse(SignIn, "signed out: want to sign in again") }

const (
	// look is from one look into the audit log to the next.
	look = 2 * time.Second
	// overlap is how much later than by their times acts may be seen.
	overlap play.Instant = 30_000
	// rechecked is after how many looks the store is asked about sessions.
	rechecked = 5
)

// Follow notices what is done by thera admin beside a server, within seconds,
// and tells of it, until ctx is done.
func (a *Accounts) Follow(ctx context.Context, tell func(store.Act)) {
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	since, seen := a.now(), map[string]play.Instant{}
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n%rechecked == 0 {
			a.recheck(ctx)
		}
		const enough = 1000
		acts, err := a.store.Acts(ctx, since-overlap, enough)
		if err != nil {
			continue // the next look sees it
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

// notice lets an act count for those who are connected.
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
		a.revoked.set(act.Object, signedOut())
	}
}
