package live

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/account"
	"thera/internal/site/lobby"
	"thera/internal/site/stream"
)

type noticesInput struct {
	Lobby bool   `query:"lobby" doc:"Include seeks and the number of people online"`
	Page  string `query:"page" maxLength:"100" doc:"The version of the client's page; the server's is in the first notice"`
}

// notices adds the operations with which players follow what concerns them.
func (r registry) notices() {
	events := r.operation(http.MethodGet, "/events", "events", "Follow what concerns me")
	events.Description = "Lines of JSON: a notice hello, then others as things happen. A blank line is sent every few seconds."
	events.Responses = Lines("application/x-ndjson", "Notices, one a line")
	huma.Register(r.api, events, func(ctx context.Context, in *noticesInput) (*huma.StreamResponse, error) {
		return r.Stream(ctx, func(who account.Who, wake func()) (stream.Feed, error) { return r.listen(who, in.Lobby, wake), nil })
	})
	socket := r.operation(http.MethodGet, "/events/socket", "eventsSocket", "Follow what concerns me over a WebSocket")
	socket.Description = "The notices of the stream. The client sends {\"do\":\"ping\"} every four seconds; a side that receives nothing for ten seconds closes the socket."
	huma.Register(r.api, r.overSocket(socket), func(ctx context.Context, in *noticesInput) (*huma.StreamResponse, error) {
		return r.openSocket(ctx, func(who account.Who, wake func()) (stream.Feed, error) { return r.listen(who, in.Lobby, wake), nil })
	})
}

// listener is the feed of notices.
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
		return [][]byte{encode(notice)}
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
		return encode(Refused{Event: "refused", Reason: "unknown", Detail: "want nothing but {\"do\":\"ping\"}"})
	}
	return encode(Pong{"pong", l.service.Heartbeat.Now()})
}

// Close implements [stream.Feed].
func (l *listener) Close() { l.stop() }
