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

// Limits is how often somebody may try.
type Limits struct {
	Guests  httpkit.Rate // become one, from an address
	SignUps httpkit.Rate // from an address
	SignIns httpkit.Rate // from an address, with whatever name
	PerName httpkit.Rate // sign in with a name, from wherever
}

// DefaultLimits returns limits that a household or a class does not meet, and
// that make guessing passwords hopeless.
func DefaultLimits() Limits {
	return Limits{
		Guests:  httpkit.Rate{PerSecond: 1, Burst: 60},
		SignUps: httpkit.Rate{PerSecond: 1.0 / 60, Burst: 30},
		SignIns: httpkit.Rate{PerSecond: 1.0 / 5, Burst: 40},
		PerName: httpkit.Rate{PerSecond: 1.0 / 30, Burst: 10},
	}
}

// admit refuses a client who tries too often.
func (g *API) admit(ctx context.Context, to *httpkit.Limiter) error {
	return g.wait(to, httpkit.Client(ctx), "too often from this address")
}

func (g *API) wait(to *httpkit.Limiter, client, detail string) error {
	if d := to.Wait(client, time.Now()); d > 0 {
		return httpkit.TooMany(d, "%s: want a pause", detail)
	}
	if g.bus != nil && client != httpkit.Local {
		if text, err := json.Marshal(counted{g.node, slices.Index(g.limiters(), to), client}); err == nil {
			_ = g.bus.Publish(counting, text) // without it others allow a little more
		}
	}
	return nil
}

func (g *API) limiters() []*httpkit.Limiter {
	return []*httpkit.Limiter{g.guests, g.ups, g.ins, g.names}
}

// counting is the subject of what clients have done.
const counting = "gate.counted"

// counted is what nodes hear of something that counts.
type counted struct {
	From   string `json:"from"` // which node
	Limit  int    `json:"limit"`
	Client string `json:"client"`
}

// Share has what clients do at other gates on a bus count here, and the other way
// round, from before the first request until the bus is closed.
func (g *API) Share(b *bus.Bus) error {
	g.bus, g.node = b, rand.Text()
	_, err := b.Subscribe(counting, func(m bus.Message) {
		var c counted
		if all := g.limiters(); json.Unmarshal(m.Data, &c) == nil && c.From != g.node && c.Limit >= 0 && c.Limit < len(all) {
			all[c.Limit].Wait(c.Client, time.Now()) // who has to wait here by now does so anyway
		}
	})
	return err
}
