package gate

import (
	"context"
	"time"

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
func admit(ctx context.Context, to *limit.Limiter) error {
	return wait(to, limit.Client(ctx), "too often from this address")
}

func wait(to *limit.Limiter, client, detail string) error {
	if d := to.Wait(client, time.Now()); d > 0 {
		return problem.TooMany(d, "%s: want a pause", detail)
	}
	return nil
}
