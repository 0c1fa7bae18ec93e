package account

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/stream"
)

// Connections are the open streams and sockets of a server. Each ends with the session,
// token or account by which its client is known. The zero value has none.
type Connections struct {
	mu   sync.Mutex
	open map[string][]*Connection // by key
	// ended has the keys that have ended lately, for clients that were identified before
	// and are about to connect or to send an order.
	ended map[string]ending
}

type ending struct {
	why error
	at  play.Instant
}

// endingKept is how long an ending is remembered, in ms: much longer than a request
// takes that was identified before it.
const endingKept = 3_600_000

// A key is the ID of an account, the hash of a session or token, or one of these.

// guestKey is for the connections that a guest has opened before signing up.
func guestKey(id string) string { return "guest/" + id }

// classKey is for the connections of those who see a class without being members.
func classKey(id string) string { return classPrefix + id }

const classPrefix = "class/"

// Connection is a stream or socket of a client.
type Connection struct {
	all  *Connections
	who  Who
	keys []string
	why  atomic.Pointer[stream.EndError]
	wake func()
}

// Guard returns the feed of a client's connection, which open makes. Before each frame
// the guard checks that the client is still allowed to have it: after the session, the
// token or the account has ended, it sends nothing but the reason. wake lets the
// connection send what there is; it must not block. The error is that of open, or a
// Refusal if the client's rights have just ended.
func (c *Connections) Guard(who Who, wake func(), open func(*Connection) (stream.Feed, error)) (stream.Feed, error) {
	k := &Connection{all: c, who: who, wake: wake}
	for _, key := range []string{who.ID, who.Session, who.Token} {
		if key != "" {
			k.keys = append(k.keys, key)
		}
	}
	if who.Known() && who.Session == "" && who.Token == "" {
		k.keys = append(k.keys, guestKey(who.ID))
	}
	// Registered before anything is looked up for the client, so that no ending is missed.
	if err := c.register(k); err != nil {
		return nil, err
	}
	feed, err := open(k)
	if err != nil {
		c.remove(k)
		return nil, err
	}
	return &guarded{feed, k}, nil
}

// SeenFromOutside says that a connection shows what belongs to a class. If its client is
// no member, it ends when it changes who may see the class. Call it before looking up
// whether the client may.
func (k *Connection) SeenFromOutside(class string) {
	if class == "" || class == k.who.Class {
		return
	}
	c, key := k.all, classKey(class)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(k.keys, key) {
		k.keys = append(k.keys, key)
		c.add(key, k)
	}
}

// end lets the connection send nothing more but a reason. If why is nil, the client may
// connect again at once.
func (k *Connection) end(why error) {
	e := &stream.EndError{}
	if why != nil {
		p := httpkit.ProblemOf(why)
		e.Reason, e.Detail = p.Reason, p.Detail
	}
	if k.why.CompareAndSwap(nil, e) {
		k.wake()
	}
}

func (c *Connections) register(k *Connection) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.endingOf(k.who); err != nil {
		return err
	}
	for _, key := range k.keys {
		c.add(key, k)
	}
	return nil
}

// add must be called with c.mu held.
func (c *Connections) add(key string, k *Connection) {
	if c.open == nil {
		c.open = map[string][]*Connection{}
	}
	c.open[key] = append(c.open[key], k)
}

func (c *Connections) remove(k *Connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range k.keys {
		if rest := slices.DeleteFunc(c.open[key], func(other *Connection) bool { return other == k }); len(rest) > 0 {
			c.open[key] = rest
		} else {
			delete(c.open, key)
		}
	}
}

// end ends all connections with a key for a reason, and refuses clients that were
// identified by it before.
func (c *Connections) end(key string, why error, now play.Instant) {
	c.mu.Lock()
	if c.ended == nil {
		c.ended = map[string]ending{}
	}
	c.ended[key] = ending{why, now}
	c.mu.Unlock()
	c.disconnect(key, why)
}

// disconnect ends all connections with a key for a reason, nil if their clients may
// connect again at once.
func (c *Connections) disconnect(key string, why error) {
	c.mu.Lock()
	all := slices.Clone(c.open[key])
	c.mu.Unlock()
	for _, k := range all {
		k.end(why)
	}
}

// allow lets clients with a key connect again.
func (c *Connections) allow(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.ended, key)
}

// forget drops endings of long ago.
func (c *Connections) forget(now play.Instant) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, e := range c.ended {
		if e.at < now-endingKept {
			delete(c.ended, key)
		}
	}
}

// check returns why a client that was identified earlier is no longer allowed anything,
// nil if it is.
func (c *Connections) check(w Who) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.endingOf(w)
}

// endingOf must be called with c.mu held.
func (c *Connections) endingOf(w Who) error {
	for _, key := range []string{w.ID, w.Session, w.Token} {
		if e, ok := c.ended[key]; ok && key != "" {
			return e.why
		}
	}
	return nil
}

// credentials returns the sessions and tokens of open connections, with the reason to
// give to each that turns out to have ended.
func (c *Connections) credentials() map[string]Reason {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]Reason{}
	for key, open := range c.open {
		switch who := open[0].who; key {
		case who.Session:
			all[key] = SignIn
		case who.Token:
			all[key] = BadToken
		}
	}
	return all
}

// classes returns the keys of the classes that somebody sees from outside.
func (c *Connections) classes() (keys []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range c.open {
		if strings.HasPrefix(key, classPrefix) {
			keys = append(keys, key)
		}
	}
	return keys
}

// guarded is the feed of a connection.
type guarded struct {
	stream.Feed
	connection *Connection
}

// Next implements [stream.Feed].
func (g *guarded) Next() ([]byte, error) {
	if why := g.connection.why.Load(); why != nil {
		return nil, why
	}
	return g.Feed.Next()
}

// Hear implements [stream.Feed]: nothing is done for a client after the end.
func (g *guarded) Hear(ctx context.Context, message []byte) []byte {
	if g.connection.why.Load() != nil {
		return nil
	}
	return g.Feed.Hear(ctx, message)
}

// Close implements [stream.Feed].
func (g *guarded) Close() {
	g.connection.all.remove(g.connection)
	g.Feed.Close()
}
