package server

import (
	"runtime"
	"time"

	"thera/internal/site/httpkit"
)

// Limits bounds what clients can make the server do. All fields must be set.
type Limits struct {
	HeaderBytes int           // of a request
	BodyBytes   int64         // of a request
	HeaderTime  time.Duration // from the first byte of a request to the end of its headers
	BodyTime    time.Duration // from there to the end of its body
	AnswerTime  time.Duration // from the end of the headers to the end of the answer
	IdleTime    time.Duration // between requests on a connection

	Connections int // at a time, not counting sockets
	// ConnectionsPerClient bounds the connections of one client; clients on the same
	// machine can have all.
	ConnectionsPerClient int
	Requests             int           // in progress at a time
	Searches             int           // at a time: each occupies a processor; one client can have half of them
	SearchWait           time.Duration // how long a search may wait for its turn
	PerClient            httpkit.Rate  // all requests of one client
	PerAsker             httpkit.Rate  // one client's requests to the API

	// ShutdownTime is how long answers in progress may take when the server shuts down.
	ShutdownTime time.Duration
}

// DefaultLimits returns limits that suit a small public server: people who load the
// page don't reach them, and programs wait for answers, not for the limits.
func DefaultLimits() Limits {
	return Limits{
		HeaderBytes:          16 << 10,
		BodyBytes:            256 << 10,
		HeaderTime:           5 * time.Second,
		BodyTime:             10 * time.Second,
		AnswerTime:           2 * time.Minute, // the engine over a slow line
		IdleTime:             time.Minute,
		Connections:          4096,
		ConnectionsPerClient: 256,
		Requests:             256,
		Searches:             max(2, runtime.GOMAXPROCS(0)),
		SearchWait:           2 * time.Second,
		PerClient:            httpkit.Rate{PerSecond: 50, Burst: 300},
		PerAsker:             httpkit.Rate{PerSecond: 20, Burst: 60},
		ShutdownTime:         5 * time.Second,
	}
}
