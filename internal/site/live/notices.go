package live

import (
	"bytes"
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/stream"
)

type noticesInput struct {
	Lobby bool   `query:"lobby" doc:"Include seeks and the number of people online"`
	Page  string `query:"page" maxLength:"100" doc:"The version of the client's page; the server's is in the first notice"`
}

func (s *API) registerNotices(kit *account.Kit) {
	lines := reading.About(httpkit.OfNobody).Answering(httpkit.Answer{ContentType: "application/x-ndjson", What: "Notices, one a line"})
	httpkit.Stream(kit, lines.At("GET /api/v1/events", "events", "Follow what concerns me").
		Saying("Lines of JSON: a notice hello, then others as things happen. A blank line is sent every few seconds."),
		func(_ context.Context, who account.Who, in *noticesInput) (httpkit.Direct, error) {
			return s.Stream(func(wake func()) (stream.Feed, error) { return s.listen(who, in.Lobby, wake), nil })
		})
	httpkit.Socket(kit, reading.About(httpkit.OfNobody).At("GET /api/v1/events/socket", "eventsSocket", "Follow what concerns me over a WebSocket").
		Saying("The notices of the stream. The client sends {\"do\":\"ping\"} every four seconds; a side that receives nothing for ten seconds closes the socket."),
		func(_ context.Context, who account.Who, in *noticesInput) (httpkit.Connect, error) {
			return s.openSocket(func(wake func()) (stream.Feed, error) { return s.listen(who, in.Lobby, wake), nil })
		})
}

type listener struct {
	service *API
	notices chan []byte // closed at the end
	stop    context.CancelFunc
}

func (s *API) listen(who account.Who, seeks bool, wake func()) stream.Feed {
	return s.Listen(who, seeks, wake, func(notice lobby.Notice) [][]byte {
		if notice.Event == lobby.Hello {
			notice.Page = s.Page
			if who.Known() {
				notice.Player = &who.Player
			}
		}
		return [][]byte{stream.Encode(notice)}
	})
}

// Listen returns the feed of the lobby's notices to a client, including all seeks if
// seeks is set. lines returns what is sent for a notice.
func (s *API) Listen(who account.Who, seeks bool, wake func(), lines func(lobby.Notice) [][]byte) stream.Feed {
	ctx, stop := context.WithCancel(s.ctx)
	l := &listener{s, make(chan []byte, 4), stop}
	go func() {
		defer wake()
		defer close(l.notices)
		for notice, err := range s.Lobby.Watch(ctx, who.Player, seeks) {
			if err != nil {
				return // the client connects again and gets the current state
			}
			for _, line := range lines(notice) {
				select {
				case l.notices <- line:
				case <-ctx.Done():
					return
				}
				wake()
			}
		}
	}()
	return l
}

// Next implements [stream.Feed].
func (l *listener) Next() ([]byte, error) {
	select {
	case notice, ok := <-l.notices:
		if !ok {
			return nil, errEnded
		}
		return notice, nil
	default:
		return nil, nil
	}
}

// Hear implements [stream.Feed].
func (l *listener) Hear(_ context.Context, message []byte) []byte {
	if !bytes.Contains(message, []byte(`"ping"`)) {
		return stream.Encode(Refused{Event: "refused", Reason: "unknown", Detail: "want nothing but {\"do\":\"ping\"}"})
	}
	return stream.Encode(Pong{"pong", l.service.Now()})
}

// Close implements [stream.Feed].
func (l *listener) Close() { l.stop() }

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

func (m *metrics) all() []prometheus.Collector {
	return []prometheus.Collector{m.orders, m.seconds, m.streams, m.games, m.decided}
}

// Describe implements [prometheus.Collector].
func (s *API) Describe(to chan<- *prometheus.Desc) {
	for _, c := range s.metrics.all() {
		c.Describe(to)
	}
}

// Collect implements [prometheus.Collector].
func (s *API) Collect(to chan<- prometheus.Metric) {
	for _, c := range s.metrics.all() {
		c.Collect(to)
	}
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
