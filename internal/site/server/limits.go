package server

import (
	"runtime"
	"time"

	"thera/internal/site/httpkit"
)

// Limits bounds what clients can make the server do. All fields count.
type Limits struct {
	HeaderBytes int           // of a request
	BodyBytes   int64         // of a request
	HeaderTime  time.Duration // from the first byte of a request to the end of its headers
	BodyTime    time.Duration // from there to the end of its body
	AnswerTime  time.Duration // from the end of the headers to the end of the answer
	IdleTime    time.Duration // between requests on a connection

	Connections int // at a time, without sockets
	// ConnectionsPerClient is of them; clients on the same machine can have all.
	ConnectionsPerClient int
	Requests             int           // being answered at a time
	Searches             int           // at a time: each keeps a processor busy; one client has half of them at most
	SearchWait           time.Duration // for one of the Searches to end
	PerClient            httpkit.Rate  // of all requests of one client
	PerAsker             httpkit.Rate  // of those to the API

	// ShutdownTime is for the answers under way when the server is to end.
	ShutdownTime time.Duration
}

// DefaultLimits returns limits that suit a small public server: people who
// load the page don't meet them, and programs have to wait for answers, not
// for the limits.
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
