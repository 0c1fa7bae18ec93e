package httpkit

import (
	"context"
	"math"
	"strconv"
	"time"
)

// Local is the client of requests from the same machine.
const Local = "local"

type clientKey struct{}

// WithClient returns a context that carries the client of its request.
func WithClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// Client returns the client that a request's context carries, "" if none.
func Client(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}

// RetryAfter formats a duration for the header Retry-After: in whole seconds, rounded
// up.
func RetryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
