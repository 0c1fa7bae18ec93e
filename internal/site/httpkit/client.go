package httpkit

import (
	"context"
	"math"
	"strconv"
	"time"
)

// Local is the client of requests that come from the machine itself.
const Local = "local"

type clientKey struct{}

// WithClient returns a context with the client whose request it belongs to.
func WithClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// Client returns the client of a request's context, "" for none.
func Client(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}

// RetryAfter returns a duration as the header has it, in whole seconds.
func RetryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
