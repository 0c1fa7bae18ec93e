package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/httpkit"
)

// Limits bounds how often clients may try.
type Limits struct {
	Guests  httpkit.Rate // new guests, from one address
	SignUps httpkit.Rate // from one address
	SignIns httpkit.Rate // from one address, with any name
	PerName httpkit.Rate // attempts to sign in with one name, from any address
}

// DefaultLimits returns limits that a household or a class does not reach, and that
// make guessing passwords hopeless.
func DefaultLimits() Limits {
	return Limits{
		Guests:  httpkit.Rate{PerSecond: 1, Burst: 60},
		SignUps: httpkit.Rate{PerSecond: 1.0 / 60, Burst: 30},
		SignIns: httpkit.Rate{PerSecond: 1.0 / 5, Burst: 40},
		PerName: httpkit.Rate{PerSecond: 1.0 / 30, Burst: 10},
	}
}

// admit refuses a client that tries too often.
func (a *API) admit(ctx context.Context, to *httpkit.Limiter) error {
	return a.wait(to, httpkit.Client(ctx), "too often from this address")
}

func (a *API) wait(to *httpkit.Limiter, client, detail string) error {
	if d := to.Wait(client, time.Now()); d > 0 {
		return httpkit.TooMany(d, "%s: want a pause", detail)
	}
	if a.bus != nil && client != httpkit.Local {
		if text, err := json.Marshal(attempt{a.node, slices.Index(a.limiters(), to), client}); err == nil {
			_ = a.bus.Publish(attemptSubject, text) // if it is lost, other nodes allow a little more
		}
	}
	return nil
}

func (a *API) limiters() []*httpkit.Limiter {
	return []*httpkit.Limiter{a.guests, a.signUps, a.signIns, a.names}
}

// attemptSubject is the bus subject of clients' attempts.
const attemptSubject = "gate.counted"

// attempt is what a node tells the others about an attempt that counts.
type attempt struct {
	From   string `json:"from"` // the node
	Limit  int    `json:"limit"`
	Client string `json:"client"`
}

// Share counts attempts at other nodes on a bus here, and attempts here at the other
// nodes, until the bus is closed. Call it before the first request.
func (a *API) Share(b *bus.Bus) error {
	a.bus, a.node = b, rand.Text()
	_, err := b.Subscribe(attemptSubject, func(m bus.Message) {
		var c attempt
		if all := a.limiters(); json.Unmarshal(m.Data, &c) == nil && c.From != a.node && c.Limit >= 0 && c.Limit < len(all) {
			all[c.Limit].Wait(c.Client, time.Now()) // a client that has to wait here is refused here anyway
		}
	})
	return err
}
