package live

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/stream"
)

type noticesInput struct {
	Lobby   bool   `query:"lobby" doc:"Include seeks and the number of people online"`
	Contest string `query:"contest" maxLength:"40" doc:"The ID of a tournament: include its changes"`
	Page    string `query:"page" maxLength:"100" doc:"The version of the client's page; the server's is in the first notice"`
}

func (s *API) registerNotices(kit *account.Kit) {
	events := reading("events").About(httpkit.OfNobody)
	frames := slices.Concat(httpkit.OneOf{lobby.Notice{}}, s.ContestFrames, httpkit.OneOf{stream.Disconnected{}})
	httpkit.Stream(kit, events.Answering(httpkit.Answer{ContentType: "application/x-ndjson", What: "Notices, one a line", Line: frames}).At("GET /api/v1/events", "events", "Follow what concerns me").
		Saying("Lines of JSON: a notice hello, then others as things happen, and hello again if some may have been missed. Of a tournament there is a frame contest, now and when something has changed, and contestYou for its players. A blank line is sent every few seconds. The last line may be a frame disconnected, which says why the server ends the stream."),
		func(ctx context.Context, who account.Who, in *noticesInput) (httpkit.Direct, error) {
			return s.Stream(who, func(to Subscriber) (stream.Feed, error) { return s.listen(ctx, to, in) })
		})
	httpkit.Socket(kit, events.Answering(httpkit.Answer{Line: append(frames, Refused{}, Pong{})}).At("GET /api/v1/events/socket", "eventsSocket", "Follow what concerns me over a WebSocket").
		Saying("The notices of the stream. The client sends {\"do\":\"ping\"} every four seconds; a side that receives nothing for ten seconds closes the socket. {\"do\":\"watch\",\"contest\":\"ID\"} includes another tournament instead, without an ID none."),
		func(ctx context.Context, who account.Who, in *noticesInput) (httpkit.Connect, error) {
			return s.openSocket(who, func(to Subscriber) (stream.Feed, error) { return s.listen(ctx, to, in) })
		})
}

// listener is the feed of what concerns a client.
type listener struct {
	service *API
	to      Subscriber
	notices chan []byte // closed at the end
	stop    context.CancelFunc

	mu      sync.Mutex
	contest stream.Feed   // the tournament that the client watches, nil for none
	watches *rate.Limiter // nil before the first
}

// Watches over one socket: each may have a tournament read from the store.
const (
	watchesSecond = 1
	watchesBurst  = 10
)

func (s *API) listen(ctx context.Context, to Subscriber, in *noticesInput) (stream.Feed, error) {
	l := s.newListener(to)
	if in.Contest != "" {
		if err := l.watch(ctx, in.Contest); err != nil {
			return nil, err
		}
	}
	l.start(in.Lobby, func(notice lobby.Notice) [][]byte {
		if notice.Event == lobby.Hello {
			notice.Page = s.Page
			if to.Known() {
				notice.Player = &to.Player
			}
		}
		return [][]byte{notice.Text()}
	})
	return l, nil
}

// Listen returns the feed of the lobby's notices to a client, without seeks. lines
// returns what is sent for a notice.
func (s *API) Listen(to Subscriber, lines func(lobby.Notice) [][]byte) stream.Feed {
	l := s.newListener(to)
	l.start(false, lines)
	return l
}

func (s *API) newListener(to Subscriber) *listener {
	return &listener{service: s, to: to, notices: make(chan []byte, 4)}
}

// start collects the notices to the client, including all seeks if seeks is set.
func (l *listener) start(seeks bool, lines func(lobby.Notice) [][]byte) {
	var ctx context.Context
	ctx, l.stop = context.WithCancel(l.service.ctx)
	go func() {
		defer l.to.Wake()
		defer close(l.notices)
		for notice, err := range l.service.Lobby.Watch(ctx, l.to.Player, seeks) {
			if err != nil {
				return // the client connects again and gets the current state
			}
			for _, line := range lines(notice) {
				select {
				case l.notices <- line:
				case <-ctx.Done():
					return
				}
				l.to.Wake()
			}
		}
	}()
}

// watch replaces the tournament that the client watches; "" is for none. The error is a
// problem.
func (l *listener) watch(ctx context.Context, id string) error {
	var next stream.Feed
	if id != "" {
		var err error
		if next, err = l.service.Contest(ctx, l.to, id); err != nil {
			return err
		}
	}
	l.mu.Lock()
	before := l.contest
	l.contest = next
	l.mu.Unlock()
	if before != nil {
		before.Close()
	}
	l.to.Wake()
	return nil
}

// Next implements [stream.Feed].
func (l *listener) Next() ([]byte, error) {
	select {
	case notice, ok := <-l.notices:
		if !ok {
			return nil, httpkit.Ending()
		}
		return notice, nil
	default:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.contest == nil {
		return nil, nil
	}
	return l.contest.Next()
}

var ping = []byte(`{"do":"ping"}`)

// Hear implements [stream.Feed].
func (l *listener) Hear(ctx context.Context, message []byte) []byte {
	if bytes.Equal(message, ping) {
		return stream.Encode(Pong{"pong", l.service.House.Now()})
	}
	var order struct{ Do, ID, Contest string }
	switch err := json.Unmarshal(message, &order); {
	case err == nil && order.Do == "ping":
		return stream.Encode(Pong{"pong", l.service.House.Now()})
	case err != nil || order.Do != "watch":
		return stream.Encode(Refused{Event: "refused", Reason: string(unknown), Detail: `want {"do":"ping"} or {"do":"watch","contest":"ID"}`})
	}
	if err := l.mayWatch(order.Contest); err != nil {
		return stream.Encode(refusedFrame(order.ID, err))
	}
	if err := l.watch(ctx, order.Contest); err != nil {
		return stream.Encode(refusedFrame(order.ID, err))
	}
	return nil
}

// mayWatch refuses a client that watches too often.
func (l *listener) mayWatch(id string) error {
	if l.watches == nil {
		l.watches = rate.NewLimiter(watchesSecond, watchesBurst)
	}
	if id != "" && !l.watches.Allow() {
		return httpkit.TooMany(time.Second/watchesSecond, "too many tournaments at once: want at most %d a second", watchesSecond)
	}
	return nil
}

// Close implements [stream.Feed].
func (l *listener) Close() {
	l.stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.contest != nil {
		l.contest.Close()
	}
}

// metrics counts what happens in games. Labels take few values, none of which clients
// choose.
type metrics struct {
	orders  *prometheus.CounterVec // by order and result
	seconds prometheus.Histogram   // from an order to its answer, if it was carried out
	streams *prometheus.GaugeVec   // by kind
	games   prometheus.GaugeFunc
	decided prometheus.GaugeFunc
}

func newMetrics(s *API) *metrics {
	return &metrics{
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "thera_orders_total", Help: "Players' orders in games, by order and result: done, or the reason for refusing it.",
		}, []string{"order", "result"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "thera_order_seconds", Help: "Time until an order is carried out and stored.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 10},
		}),
		streams: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "thera_streams_open", Help: "Open streams and sockets.",
		}, []string{"kind"}),
		games: prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "thera_games_followed", Help: "Games that somebody follows.",
		}, func() float64 {
			s.mu.Lock()
			defer s.mu.Unlock()
			return float64(len(s.tables))
		}),
		decided: prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "thera_games_decided", Help: "Games in progress that this node decides.",
		}, func() float64 { return float64(s.House.OwnedGames()) }),
	}
}

// Collectors returns the metrics of games and streams.
func (s *API) Collectors() []prometheus.Collector {
	m := s.metrics
	return []prometheus.Collector{m.orders, m.seconds, m.streams, m.games, m.decided}
}

func (m *metrics) ordered(do, result string, took time.Duration) {
	m.orders.WithLabelValues(do, result).Inc()
	if result == done {
		m.seconds.Observe(took.Seconds())
	}
}

const done = "done"

func (m *metrics) opened(kind string) (closed func()) {
	gauge := m.streams.WithLabelValues(kind)
	gauge.Inc()
	return gauge.Dec
}
