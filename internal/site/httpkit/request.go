package httpkit

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"strings"
)

// RequestIDHeader is the header of an answer that has the ID of its request.
const RequestIDHeader = "X-Request-Id"

// Request is what is known about a request while it is answered. The fields are set as
// they become known, by the goroutine that answers.
type Request struct {
	ID        string
	Client    string        // by which it is counted: an address, or Local
	HTTP      *http.Request // as it came
	Operation *Operation    // nil if there is none at its address
	Account   string        // the ID of the guest or account, "" for a visitor
	Game      string        // the ID of the game in its path, "" for none
	Refused   string        // why it was not let in, "" if it was

	read    bool   // whether its body has been read
	release func() // gives the slot back
	leave   func() // ends what the request counts as
}

type requestKey struct{}

// WithRequest returns a context that carries a request.
func WithRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestOf returns the request that a context belongs to. Without one, it is an empty
// one.
func RequestOf(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Outliving returns a context for what outlives a request, such as a socket. It still
// belongs to the request in limits and in logs, and keeps nothing else of it in memory.
func Outliving(ctx context.Context) context.Context {
	r := RequestOf(ctx)
	return WithRequest(context.Background(), &Request{ID: r.ID, Client: r.Client, Operation: r.Operation, Account: r.Account, Game: r.Game})
}

// Client returns the client that a request comes from, "" if that is not known.
func Client(ctx context.Context) string { return RequestOf(ctx).Client }

// Attributes has what a line of the log says about a request.
func (r *Request) Attributes() []slog.Attr {
	var all []slog.Attr
	add := func(key, value string) {
		if value != "" {
			all = append(all, slog.String(key, value))
		}
	}
	add("request", r.ID)
	if r.Operation != nil {
		add("operation", r.Operation.ID)
	}
	add("account", r.Account)
	add("game", r.Game)
	return all
}

// LogHandler adds the attributes of the request in the context to each line.
type LogHandler struct{ slog.Handler }

// Handle implements [slog.Handler].
func (h LogHandler) Handle(ctx context.Context, record slog.Record) error {
	record.AddAttrs(RequestOf(ctx).Attributes()...)
	return h.Handler.Handle(ctx, record)
}

// WithAttrs implements [slog.Handler].
func (h LogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return LogHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements [slog.Handler].
func (h LogHandler) WithGroup(name string) slog.Handler {
	return LogHandler{h.Handler.WithGroup(name)}
}

// NewRequestID returns an ID that no other request has.
func NewRequestID() string { return strings.ToLower(rand.Text()[:16]) }
