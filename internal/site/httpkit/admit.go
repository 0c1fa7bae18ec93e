package httpkit

import (
	"net/http"
	"runtime"
	"time"
)

// Limits bounds what clients can make a kit do. All fields must be set.
type Limits struct {
	PageRate  Rate // one client's requests for files of the page
	PerClient Rate // all other requests of one client

	// Requests are received, done or answered at a time, without streams.
	Requests, RequestsPerClient int
	// Bodies and Answers are the bytes of them in memory.
	Bodies, BodiesPerClient   int
	Answers, AnswersPerClient int
	// BodyPace and AnswerPace are how slow clients may be.
	BodyPace, AnswerPace Pace
	// Streams are open at a time, sockets among them.
	Streams, StreamsPerClient, StreamsPerAccount int
	// Slots are those of each class of operations. One client can have half of them.
	Slots map[Cost]Slots
}

// Slots is how many operations of a class are done at a time, and how long the others
// wait.
type Slots struct {
	Number int
	Wait   time.Duration
}

// DefaultLimits returns limits that suit a small public server. A class of 40 behind one
// address that opens the page and joins at once doesn't reach them: each visit is about
// 240 files, most of them for the page's cache, which can wait, and ten other requests.
func DefaultLimits() Limits {
	processors := max(2, runtime.GOMAXPROCS(0))
	return Limits{
		PageRate:          Rate{PerSecond: 1000, Burst: 50_000},
		PerClient:         Rate{PerSecond: 50, Burst: 1000},
		Requests:          8192,
		RequestsPerClient: 512,
		Bodies:            64 << 20,
		BodiesPerClient:   8 << 20,
		Answers:           128 << 20,
		AnswersPerClient:  16 << 20,
		BodyPace:          Pace{Grace: 5 * time.Second, Bytes: 8 << 10},
		AnswerPace:        Pace{Grace: 10 * time.Second, Bytes: 8 << 10},
		Streams:           40_000,
		StreamsPerClient:  512,
		StreamsPerAccount: 64,
		Slots: map[Cost]Slots{
			Light:    {256, 2 * time.Second},
			Read:     {32, 5 * time.Second},
			Write:    {256, 5 * time.Second},
			Search:   {processors, 2 * time.Second},
			Picture:  {max(2, processors/2), 5 * time.Second},
			Password: {processors, 5 * time.Second},
		},
	}
}

// WithoutRates returns the same limits with rates that no test reaches.
func (l Limits) WithoutRates() Limits {
	l.PerClient = Rate{PerSecond: 1e6, Burst: 1e6}
	l.PageRate = l.PerClient
	return l
}

// admission decides which requests may continue, and when. Each passes these in turn: the
// rate of its client; the share of its client in all requests; its body, read before
// anything else is held for it; a slot of its class, given back when the answer has been
// made; the answer, counted then and sent from memory at the client's pace.
type admission struct {
	Limits
	pages, clients            *Limiter
	requests, bodies, answers *Places
	streams, holders          *Places
	queues                    [costs]*Queue
}

func newAdmission(l Limits) *admission {
	a := &admission{
		Limits:   l,
		pages:    NewLimiter(l.PageRate),
		clients:  NewLimiter(l.PerClient),
		requests: NewPlaces(l.RequestsPerClient, l.Requests),
		bodies:   NewPlaces(l.BodiesPerClient, l.Bodies),
		answers:  NewPlaces(l.AnswersPerClient, l.Answers),
		streams:  NewPlaces(l.StreamsPerClient, l.Streams),
		holders:  NewPlaces(l.StreamsPerAccount, l.Streams),
	}
	for class, s := range l.Slots {
		a.queues[class] = NewQueue(func() int { return s.Number }, max(1, s.Number/2)) // so that no client can keep all others out
	}
	return a
}

// rate counts a request, and refuses it if its client has to wait.
func (a *admission) rate(op *Operation, client string) *Problem {
	now := time.Now()
	all := a.clients
	if op.Cost == File && !op.inAPI() {
		all = a.pages // they cost almost nothing, and a page takes many
	}
	wait := all.Wait(client, now)
	for _, q := range op.Rates {
		if wait == 0 && !q.account {
			wait = q.limiter.Wait(client, now)
		}
	}
	if wait > 0 {
		return TooMany(wait, "too many requests from %s", client)
	}
	return nil
}

// holderRate is rate for what is counted by account.
func (a *admission) holderRate(op *Operation, client, holder string) *Problem {
	if client == Local {
		return nil
	}
	if holder == "" {
		holder = client
	}
	for _, q := range op.Rates {
		if !q.account {
			continue
		}
		if wait := q.limiter.Wait(holder, time.Now()); wait > 0 {
			return TooMany(wait, "too many requests at once from this account")
		}
	}
	return nil
}

// enter counts a request among those of its client until leave is called.
func (a *admission) enter(op *Operation, client string) (leave func(), p *Problem) {
	if op.Lasts() {
		switch a.streams.take(client, 1) {
		case ownFull:
			return nil, tooManyStreams(share("streams", client, a.StreamsPerClient))
		case othersToo:
			return nil, tooManyStreams(full("streams", a.Streams))
		}
		return func() { a.streams.Give(client) }, nil
	}
	switch a.requests.take(client, 1) {
	case ownFull:
		return nil, share("requests", client, a.RequestsPerClient)
	case othersToo:
		return nil, full("requests", a.Requests)
	}
	return func() { a.requests.Give(client) }, nil
}

// tooManyStreams gives a refused stream its own reason and time: streams don't end soon.
func tooManyStreams(p *Problem) *Problem {
	const streamWait = 10 * time.Second
	p.Reason = "streams"
	return p.After(streamWait)
}

// hold counts a stream among those of an account until leave is called.
func (a *admission) hold(client, holder string) (leave func(), p *Problem) {
	if holder == "" {
		return func() {}, nil // a visitor's is counted by the client
	}
	if client == Local {
		holder = Local
	}
	if a.holders.take(holder, 1) != granted {
		return nil, tooManyStreams(share("streams", "this account", a.StreamsPerAccount))
	}
	return func() { a.holders.Give(holder) }, nil
}

// body reads the body of a request, which stays in memory until leave is called.
func (a *admission) body(w http.ResponseWriter, r *http.Request, op *Operation, client string) (leave func(), p *Problem) {
	bytes := int(max(op.Body, spareBody))
	if r.ContentLength >= 0 {
		bytes = min(bytes, int(r.ContentLength))
	}
	if bytes == 0 {
		return func() {}, a.readBody(w, r, op.Body)
	}
	switch a.bodies.take(client, bytes) {
	case ownFull:
		return nil, share("bytes of bodies", client, a.BodiesPerClient)
	case othersToo:
		return nil, full("bytes of bodies", a.Bodies)
	}
	leave = func() { a.bodies.force(client, -bytes) }
	if p := a.readBody(w, r, op.Body); p != nil {
		leave()
		return nil, p
	}
	return leave, nil
}

// slot waits for a slot of an operation's class, which is held until release is called.
func (a *admission) slot(r *http.Request, op *Operation, client string) (release func(), p *Problem) {
	if op.Cost != File {
		// An answer that can't be kept need not be made.
		if p := a.answersProblem(a.answers.isFull(client), client); p != nil {
			return nil, p
		}
	}
	queue := a.queues[op.Cost]
	if queue == nil {
		return func() {}, nil
	}
	switch queue.take(r.Context(), client, a.Slots[op.Cost].Wait) {
	case ownFull:
		return nil, share("requests of the class "+op.Cost.String(), client, queue.most)
	case othersToo:
		return nil, full("requests of the class "+op.Cost.String(), a.Slots[op.Cost].Number)
	}
	return func() { queue.Leave(client) }, nil
}

// answer counts an answer that has been made until forget is called: it takes memory that
// only the client can free, by reading it. How large it is was not known before, so it is
// refused now if it doesn't fit, unless it says what has been changed.
func (a *admission) answer(op *Operation, client string, bytes int) (forget func(), p *Problem) {
	if op.Reads() {
		p = a.answersProblem(a.answers.take(client, bytes), client)
	} else {
		a.answers.force(client, bytes)
	}
	return func() { a.answers.force(client, -bytes) }, p
}

func (a *admission) answersProblem(v verdict, client string) *Problem {
	switch v {
	case ownFull:
		return share("bytes of answers", client, a.AnswersPerClient)
	case othersToo:
		return full("bytes of answers", a.Answers)
	}
	return nil
}

// soon is when to try again what waited for others: they are quick, or are cut off.
const soon = time.Second

// share refuses a client that holds all that one client may.
func share(what, client string, each int) *Problem {
	return NewProblem(http.StatusTooManyRequests, "share", "too many %s at a time from %s: want at most %d", what, client, each).After(soon)
}

// full refuses a client because of all others.
func full(what string, all int) *Problem {
	return NewProblem(http.StatusServiceUnavailable, "busy", "too many %s at a time: want at most %d", what, all).After(soon)
}
