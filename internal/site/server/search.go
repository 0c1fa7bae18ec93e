package server

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/engine"
	"thera/internal/site/httpkit"
)

// Bounds limits a search. What requests may ask for is part of the API's contract; it
// does not depend on the server's [Limits].
type Bounds struct {
	Seconds float64 `json:"seconds,omitempty" exclusiveMinimum:"0" maximum:"10" doc:"Stop after this time; defaults to 1, or to 10 with another limit"`
	Nodes   uint64  `json:"nodes,omitempty" minimum:"1" maximum:"10000000" doc:"Stop after this number of positions"`
}

const (
	// defaultTime limits searches that have no other limit.
	defaultTime = time.Second
	// maxTime limits searches that have another limit. The result of a search that its
	// own limit ends is the same on every machine.
	maxTime = 10 * time.Second
)

// limits returns the limits of a search to a depth, 0 for any.
func (b Bounds) limits(depth int) engine.Limits {
	limits := engine.Limits{Time: time.Duration(b.Seconds * float64(time.Second)), Nodes: b.Nodes, Depth: depth}
	if limits == (engine.Limits{}) {
		limits.Time = defaultTime
	} else if limits.Time == 0 {
		limits.Time = maxTime
	}
	return limits
}

// withProcessor runs work that occupies a processor when its turn comes. The error is a
// problem, or that of work.
func (s *Server) withProcessor(ctx context.Context, work func() error) error {
	client := httpkit.Client(ctx)
	if !s.searches.take(ctx, client, s.Limits.SearchWait) {
		if ctx.Err() != nil {
			return huma.Error503ServiceUnavailable("the server is shutting down")
		}
		s.metrics.refuse("busy")
		header := http.Header{"Retry-After": {httpkit.RetryAfter(time.Second)}}
		return huma.ErrorWithHeaders(huma.Error503ServiceUnavailable("too many searches at a time"), header)
	}
	defer s.searches.give(client)
	s.metrics.searching.Inc()
	defer s.metrics.searching.Dec()
	return work()
}
