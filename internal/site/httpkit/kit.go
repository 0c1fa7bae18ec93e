package httpkit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Identity is who has sent a request, as far as a kit needs to know.
type Identity interface {
	// Holder is the ID by which a guest or an account is counted, "" for a visitor.
	Holder() string
	// Check returns why an operation for these callers, with this scope, is refused.
	Check(c Callers, s Scope) error
}

// Config configures a kit.
type Config[Who Identity] struct {
	// Identify returns who has sent a request; nil if all are visitors.
	Identify func(*http.Request) (Who, error)
	Limits   Limits
	// Barred returns why a client can't enter, nil if it can; nil if all can.
	Barred func(client string) error
	// Description describes the API.
	Description string
	// Cookie is the name of the cookie by which Identify knows a client, and Tokens are the
	// scopes that the token in a header Authorization can have, for the document.
	Cookie string
	Tokens []Scope
	// Explain returns the refusal that an internal error means, such as that of a database
	// that can't be reached, or the same error; nil if none means more.
	Explain func(error) error
	// Log gets internal errors.
	Log *slog.Logger
}

// Kit is where all operations of a server are registered, and the handler that answers
// them. Handlers get the caller as a Who.
type Kit[Who Identity] struct {
	Config[Who]
	mux        *http.ServeMux
	api        huma.API
	registered registered
	admission  *admission
	declared   []*Operation
	bodies     map[string]reflect.Type // of requests, by the ID of the operation
}

// registered takes the handler that the framework makes of an operation, so that the kit
// can put admission before it.
type registered struct{ http.Handler }

// HandleFunc implements [humago.Mux].
func (r *registered) HandleFunc(_ string, h func(http.ResponseWriter, *http.Request)) {
	r.Handler = http.HandlerFunc(h)
}

// setUp makes the framework refuse keys in another case, of which it would check one
// spelling and let others pass, while encoding/json, which ignores case, takes the last;
// and null for a required array, which the document would allow in answers too. Bounds are
// told as 10000000 rather than 1e+07.
var setUp = sync.OnceFunc(func() {
	huma.ValidateStrictCasing, huma.DefaultArrayNullable = true, false
	huma.ErrorFormatter = func(format string, values ...any) string {
		for i, value := range values {
			if bound, ok := value.(float64); ok {
				values[i] = strconv.FormatFloat(bound, 'f', -1, 64)
			}
		}
		return fmt.Sprintf(format, values...)
	}
})

// New returns a kit without operations.
func New[Who Identity](c Config[Who]) *Kit[Who] {
	setUp()
	k := &Kit[Who]{Config: c, mux: http.NewServeMux(), admission: newAdmission(c.Limits), bodies: map[string]reflect.Type{}}
	if k.Log == nil {
		k.Log = slog.New(slog.DiscardHandler)
	}
	config := huma.DefaultConfig("thera", "1")
	config.Info.Description = c.Description
	// Document writes the document. The framework's own pages load scripts from
	// elsewhere, and its hooks add a link to every answer.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Transformers = []huma.Transformer{k.finishProblem}
	config.Components.SecuritySchemes = k.securitySchemes()
	config.Components.Schemas = huma.NewMapRegistry(schemas, schemaName)
	k.api = humago.New(&k.registered, config)
	return k
}

// ServeHTTP implements [http.Handler].
func (k *Kit[Who]) ServeHTTP(w http.ResponseWriter, r *http.Request) { k.mux.ServeHTTP(w, r) }

// Operations returns what is registered, in that order.
func (k *Kit[Who]) Operations() []*Operation { return slices.Clone(k.declared) }

// Busy returns how many operations of a class are being done.
func (k *Kit[Who]) Busy(c Cost) int {
	if q := k.admission.queues[c]; q != nil {
		return q.Taken()
	}
	return 0
}

// Streams returns how many streams and sockets are open.
func (k *Kit[Who]) Streams() int { return k.admission.streams.Taken() }

// Find returns the operation for a request, nil if there is none.
func (k *Kit[Who]) Find(r *http.Request) *Operation {
	handler, _ := k.mux.Handler(r)
	if e, ok := handler.(*endpoint[Who]); ok {
		return &e.op
	}
	return nil
}

// JSON adds an operation that answers with a value as JSON. The client gets the error of
// do as [ProblemOf] says, and logged if it is internal. It panics if the declaration
// is wrong.
func JSON[Who Identity, In, Body any](k *Kit[Who], op Operation, do func(context.Context, Who, *In) (Body, error)) {
	Register(k, op, func(ctx context.Context, who Who, in *In) (*answered[Body], error) {
		body, err := do(ctx, who, in)
		return &answered[Body]{body}, err
	})
}

// answered is an answer without headers of its own.
type answered[Body any] struct{ Body Body }

// Do is JSON for an operation without an answer.
func Do[Who Identity, In any](k *Kit[Who], op Operation, do func(context.Context, Who, *In) error) {
	Register(k, op, func(ctx context.Context, who Who, in *In) (*struct{}, error) { return nil, do(ctx, who, in) })
}

// Register is JSON for an operation whose answer has headers, such as a cookie, or is a
// file in memory: fields of Out with the tag header, and Body.
func Register[Who Identity, In, Out any](k *Kit[Who], op Operation, do func(context.Context, Who, *In) (*Out, error)) {
	register(k, op, short, do)
}

// Direct answers a request without collecting the answer in memory first.
type Direct func(w http.ResponseWriter, r *http.Request)

// Raw adds an operation that writes its answer itself, such as a file. It is held to the
// pace of [Limits], and to no slot once do has returned.
func Raw[Who Identity, In any](k *Kit[Who], op Operation, do func(context.Context, Who, *In) (Direct, error)) {
	direct(k, op, short, do)
}

// Stream adds an operation that is answered as long as the client listens. It holds a
// slot only until do has returned.
func Stream[Who Identity, In any](k *Kit[Who], op Operation, do func(context.Context, Who, *In) (Direct, error)) {
	direct(k, op, stream, do)
}

func direct[Who Identity, In any](k *Kit[Who], op Operation, l lasting, do func(context.Context, Who, *In) (Direct, error)) {
	op.isDirect = true
	register(k, op, l, func(ctx context.Context, who Who, in *In) (*huma.StreamResponse, error) {
		answer, err := do(ctx, who, in)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(to huma.Context) {
			r, w := humago.Unwrap(to)
			RequestOf(ctx).freeSlot()
			answer(w, r)
		}}, nil
	})
}

// Connect makes the connection of a request a socket. It must call ended once, when the
// socket has ended or could not be opened, and may return before that.
type Connect func(w http.ResponseWriter, r *http.Request, ended func())

// Socket adds an operation that is answered with a WebSocket.
func Socket[Who Identity, In any](k *Kit[Who], op Operation, do func(context.Context, Who, *In) (Connect, error)) {
	register(k, op, socket, func(ctx context.Context, who Who, in *In) (*huma.StreamResponse, error) {
		connect, err := do(ctx, who, in)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(to huma.Context) {
			r, w := humago.Unwrap(to)
			request := RequestOf(ctx)
			request.freeSlot()
			ended := request.leave
			request.leave = func() {} // the socket outlives the request
			connect(w, r, ended)
		}}, nil
	})
}

// Handle adds an operation that is not in the document.
func Handle[Who Identity](k *Kit[Who], op Operation, h http.Handler) {
	if err := op.check(op.Body > 0, false); err != nil {
		panic(err)
	}
	k.add(&endpoint[Who]{kit: k, op: op, next: h})
}

type whoKey struct{}

func register[Who Identity, In, Out any](k *Kit[Who], op Operation, l lasting, do func(context.Context, Who, *In) (*Out, error)) {
	op.lasts = l
	in := reflect.TypeFor[In]()
	if err := op.check(takesBody(in), op.writesType(reflect.TypeFor[Out]())); err != nil {
		panic(err)
	}
	if body, ok := in.FieldByName("Body"); ok {
		k.bodies[op.ID] = body.Type
	}
	e := &endpoint[Who]{kit: k, op: op}
	described := k.describe(&op, in.NumField() > 0)
	huma.Register(k.api, described, func(ctx context.Context, in *In) (*Out, error) {
		who, _ := ctx.Value(whoKey{}).(Who)
		out, err := do(ctx, who, in)
		if err != nil {
			return nil, k.problem(ctx, &e.op, err)
		}
		return out, nil
	})
	e.next = k.registered.Handler
	k.add(e)
}

func (k *Kit[Who]) add(e *endpoint[Who]) {
	pattern := e.op.Path
	if e.op.Method != "" {
		pattern = e.op.Method + " " + pattern
	}
	k.declared = append(k.declared, &e.op)
	k.mux.Handle(pattern, e)
}

// problem returns what the client gets of an error. It logs what the server could not do,
// unless the error is a problem already, or the server is shutting down, or the client
// has left.
func (k *Kit[Who]) problem(ctx context.Context, op *Operation, err error) *Problem {
	if k.Explain != nil {
		err = k.Explain(err)
	}
	p := problemOf(err, op.Reasons)
	if _, told := errors.AsType[*Problem](err); p.Status < http.StatusInternalServerError || told {
		return p
	}
	if ctx.Err() == nil {
		k.Log.Log(ctx, Severity(p.Status), "operation failed", "cause", err)
	} else if p.Status == http.StatusInternalServerError { // a client that has left hears nothing
		return Ending()
	}
	return p
}
