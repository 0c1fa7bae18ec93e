package gate

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"time"

	"thera/internal/bus"
	"thera/internal/limit"
	"thera/internal/problem"
)

// Limits is how often somebody may try.
type Limits struct {
	Guests  limit.Rate // become one, from an address
	SignUps limit.Rate // from an address
	SignIns limit.Rate // from an address, with whatever name
	PerName limit.Rate // sign in with a name, from wherever
}

// DefaultLimits returns limits that a household or a class does not meet, and
// that make guessing passwords hopeless.
func DefaultLimits() Limits {
	return Limits{
		Guests:  limit.Rate{PerSecond: 1, Burst: 60},
		SignUps: limit.Rate{PerSecond: 1.0 / 60, Burst: 30},
		SignIns: limit.Rate{PerSecond: 1.0 / 5, Burst: 40},
		PerName: limit.Rate{PerSecond: 1.0 / 30, Burst: 10},
	}
}

// admit refuses a client who tries too often.
func (g *Gate) admit(ctx context.Context, to *limit.Limiter) error {
	return g.wait(to, limit.Client(ctx), "too often from this address")
}

func (g *Gate) wait(to *limit.Limiter, client, detail string) error {
	if d := to.Wait(client, time.Now()); d > 0 {
		return problem.TooMany(d, "%s: want a pause", detail)
	}
	if g.bus != nil && client != limit.Local {
		if text, err := json.Marshal(counted{g.node, slices.Index(g.limiters(), to), client}); err == nil {
			_ = g.bus.Publish(counting, text) // without it others allow a little more
		}
	}
	return nil
}

func (g *Gate) limiters() []*limit.Limiter {
	return []*limit.Limiter{g.guests, g.ups, g.ins, g.names}
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
func (g *Gate) Share(b *bus.Bus) error {
	g.bus, g.node = b, rand.Text()
	_, err := b.Subscribe(counting, func(m bus.Message) {
		var c counted
		if all := g.limiters(); json.Unmarshal(m.Data, &c) == nil && c.From != g.node && c.Limit >= 0 && c.Limit < len(all) {
			all[c.Limit].Wait(c.Client, time.Now()) // who has to wait here by now does so anyway
		}
	})
	return err
}
