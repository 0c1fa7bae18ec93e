package httpkit

import (
	"context"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// endpoint answers the requests for one operation.
type endpoint[Who Identity] struct {
	kit  *Kit[Who]
	op   Operation
	next http.Handler // called with the body read and the caller in the context
}

// ServeHTTP implements [http.Handler].
func (e *endpoint[Who]) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	request, ok := ctx.Value(requestKey{}).(*Request)
	if !ok {
		request = &Request{}
		r = r.WithContext(WithRequest(ctx, request))
	}
	request.HTTP, request.Operation = r, &e.op
	if strings.Contains(e.op.Path, "/game/") {
		request.Game = r.PathValue("id")
	}
	e.open(w, r)
	w.Header().Set("Cache-Control", "no-store") // unless the answer has another one
	// What was set for an earlier request of the connection. It fails for connections
	// without deadlines, as in tests.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	if p := e.admit(w, r, request); p != nil {
		request.Refused = p.Reason
		if !request.read && r.ContentLength != 0 {
			w.Header().Set("Connection", "close") // instead of waiting for the rest of the body
		}
		p.Write(newPacedWriter(w, e.kit.Limits.AnswerPace))
	}
}

// open lets scripts of other sites read an answer if nobody is identified for it: the
// operation doesn't identify its callers, or the client sends nothing to be identified by.
func (e *endpoint[Who]) open(w http.ResponseWriter, r *http.Request) {
	if !e.op.isOpen() || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return
	}
	h := w.Header()
	if e.op.Callers != Unidentified {
		h.Add("Vary", "Cookie, Authorization")
		if r.Header.Get("Cookie") != "" || r.Header.Get("Authorization") != "" {
			return
		}
	}
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// admit answers a request, or returns why it is refused.
func (e *endpoint[Who]) admit(w http.ResponseWriter, r *http.Request, request *Request) *Problem {
	a, client := e.kit.admission, request.Client
	if p := e.socketProblem(r); p != nil {
		return p
	}
	if p := a.rate(&e.op, client); p != nil {
		return p
	}
	if !isText(r) {
		return NewProblem(http.StatusUnprocessableEntity, "malformed", "address with a zero byte or wrong UTF-8: want text")
	}
	if p := e.barred(r, client); p != nil {
		return p
	}
	leave, p := a.enter(&e.op, client)
	if p != nil {
		return p
	}
	request.leave = leave
	defer func() { request.leave() }()
	forget, p := a.body(w, r, &e.op, client)
	if p != nil {
		return p
	}
	request.read = true
	defer forget()
	release, p := a.slot(r, &e.op, client)
	if p != nil {
		return p
	}
	request.release = release
	defer request.freeSlot()
	who, p := e.identify(r, request)
	if p != nil {
		return p
	}
	r = r.WithContext(context.WithValue(r.Context(), whoKey{}, who))
	return e.serve(w, r, request)
}

// barred refuses clients that can't enter.
func (e *endpoint[Who]) barred(r *http.Request, client string) *Problem {
	if !e.op.Enters || e.kit.Barred == nil {
		return nil
	}
	if err := e.kit.Barred(client); err != nil {
		return e.kit.problem(r.Context(), &e.op, err)
	}
	return nil
}

// serve lets the handler answer. Unless it writes to the client itself, its answer is
// sent after the slot has been given back, if it fits among those of the client.
func (e *endpoint[Who]) serve(w http.ResponseWriter, r *http.Request, request *Request) *Problem {
	switch {
	case e.op.Lasts():
		e.next.ServeHTTP(w, r) // a stream has deadlines of its own
		return nil
	case e.op.isDirect || e.op.Cost == File:
		e.next.ServeHTTP(newPacedWriter(w, e.kit.Limits.AnswerPace), r)
		return nil
	}
	made := newAnswer(w)
	defer made.free()
	e.next.ServeHTTP(made, r)
	if e.op.Callers == Unidentified && e.op.Object != OfHolder {
		made.pack(r)
	}
	request.freeSlot()
	forget, p := e.kit.admission.answer(&e.op, request.Client, made.body.Len())
	if p != nil {
		return p
	}
	defer forget()
	made.send(e.kit.Limits.AnswerPace)
	return nil
}

// freeSlot gives the slot of a request back, once.
func (r *Request) freeSlot() {
	if r.release != nil {
		r.release()
		r.release = nil
	}
}

// identify returns who has sent a request, if they may.
func (e *endpoint[Who]) identify(r *http.Request, request *Request) (who Who, p *Problem) {
	if e.op.Callers == Unidentified || e.kit.Identify == nil && e.op.Callers == Anyone {
		return who, nil
	}
	var err error
	if e.kit.Identify != nil {
		who, err = e.kit.Identify(r)
	}
	if err == nil {
		request.Account = who.Holder()
		err = who.Check(e.op.Callers, e.op.Scope)
	}
	if err != nil {
		return who, e.kit.problem(r.Context(), &e.op, err)
	}
	a := e.kit.admission
	if p := a.holderRate(&e.op, request.Client, who.Holder()); p != nil {
		return who, p
	}
	if e.op.Lasts() {
		leave, p := a.hold(request.Client, who.Holder())
		if p != nil {
			return who, p
		}
		client := request.leave
		request.leave = func() {
			leave()
			client()
		}
	}
	return who, nil
}

// socketProblem refuses requests for a socket that are not for a WebSocket, and pages of
// other sites: browsers let pages open sockets to any host.
func (e *endpoint[Who]) socketProblem(r *http.Request) *Problem {
	switch {
	case e.op.lasts != socket:
		return nil
	case !sameOrigin(r):
		return NewProblem(http.StatusForbidden, "origin", "a socket from the page of another site: want one from a page of this site")
	case !strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		return NewProblem(http.StatusUpgradeRequired, "socket", "want a WebSocket")
	}
	return nil
}

// isText reports whether the path and the query of a request are text. Databases refuse
// what is not, as if they had failed.
func isText(r *http.Request) bool {
	is := func(part string) bool { return utf8.ValidString(part) && !strings.Contains(part, "\x00") }
	if !is(r.URL.Path) {
		return false
	}
	for _, values := range r.URL.Query() {
		if !is(strings.Join(values, "")) {
			return false
		}
	}
	return true
}

func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host
}
