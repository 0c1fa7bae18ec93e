package httpkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// alreadyRead turns off the framework's own limits on a request's body: the server has
// read the body within its limits before an operation is called.
const alreadyRead = -1

// NewOperation describes an operation by its method, its path below /api/v1, its ID, one
// line about it, and the statuses of the problems that it answers with.
func NewOperation(method, path, id, summary string, problems ...int) huma.Operation {
	return huma.Operation{
		OperationID:     id,
		Method:          method,
		Path:            "/api/v1" + path,
		Summary:         summary,
		Errors:          slices.Clone(problems),
		MaxBodyBytes:    alreadyRead,
		BodyReadTimeout: alreadyRead,
	}
}

// Found describes an operation on something that may not exist.
func Found(method, path, id, summary string) huma.Operation {
	return NewOperation(method, path, id, summary, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable)
}

// Changing adds the problems of an operation that changes something: not everybody may
// do so, and not at all times.
func Changing(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusUnprocessableEntity)
	return op
}

// Created gives an operation that makes something the status 201.
func Created(op huma.Operation) huma.Operation {
	op.DefaultStatus = http.StatusCreated
	return op
}

// Responses describes the answer of an operation that is not JSON: objects on lines, or
// text.
func Responses(description, contentType, schema string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: description,
		Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: schema}}},
	}}
}

// File is an answer that browsers save as a file.
type File struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	CacheControl       string `header:"Cache-Control"`
	Body               []byte
}

// NewFile returns a file with a content type and a name.
func NewFile(contentType, name string, body []byte) *File {
	return &File{contentType, fmt.Sprintf("attachment; filename=%q", name), "no-store", body}
}

// NoStore is an answer that must not be cached: it depends on the client, or changes all
// the time.
type NoStore[Body any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         Body
}

// Uncached returns an answer that must not be cached.
func Uncached[Body any](body Body) *NoStore[Body] { return &NoStore[Body]{"no-store", body} }

// Problem is an answer, as in RFC 9457, and an error.
type Problem struct {
	huma.ErrorModel
	// Reason is a word that does not change, for programs.
	Reason string `json:"reason,omitempty"`
	// View is the current state, where that helps the client to do better.
	View any `json:"view,omitempty"`

	header http.Header
}

// NewProblem returns a problem with an HTTP status, a reason for programs and a detail
// for people.
func NewProblem(status int, reason, detail string, args ...any) *Problem {
	return &Problem{
		ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: fmt.Sprintf(detail, args...)},
		Reason:     reason,
	}
}

// TooMany returns the problem of a client that has to wait.
func TooMany(wait time.Duration, detail string, args ...any) *Problem {
	return NewProblem(http.StatusTooManyRequests, "rate", detail, args...).after(wait)
}

// after adds the header that says when to try again, unless wait is 0.
func (p *Problem) after(wait time.Duration) *Problem {
	if wait > 0 {
		p.header = http.Header{"Retry-After": {RetryAfter(wait)}}
	}
	return p
}

// WithStatus returns the problem with another status.
func (p *Problem) WithStatus(status int) *Problem {
	p.Status, p.Title = status, http.StatusText(status)
	return p
}

// GetHeaders returns the headers that belong to the answer.
func (p *Problem) GetHeaders() http.Header { return p.header }

// refusal is the error of a domain package for a request that it understands and does
// not carry out. The client may try again after wait; 0 means at any time.
type refusal interface {
	error
	Refused() (reason, detail string, wait time.Duration)
}

// statuses has the reasons of refusals by status. A reason that is not listed is
// about the request itself: 422. Where a reason means something else than usual, the
// operation says so by [Problem.WithStatus].
var statuses = map[int][]string{
	http.StatusUnauthorized: {"sign-in", "token"},
	http.StatusForbidden: {
		"banned", "class", "guest", "member", "moderator", "muted", "needs-account", "not-a-bot", "not-for-you", "not-yours", "owner",
		"rated-needs-account", "rating-range", "scope", "shut", "teacher", "wrong",
	},
	http.StatusNotFound: {"gone", "not-found", "unknown-player"},
	http.StatusConflict: {
		"full", "game-in-progress", "has-played", "last-key", "name-taken", "no-bot", "not-connected", "not-in", "not-voidable", "nothing",
		"over", "own-seek", "reported", "signed-in", "started", "too-few", "too-many", "version", "wrong-ply",
	},
	http.StatusServiceUnavailable: {"busy"},
}

// ProblemOf returns the problem that an error is to the client. An error that is
// neither a problem nor a refusal is internal, and its text stays on the server.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if r, ok := errors.AsType[refusal](err); ok {
		reason, detail, wait := r.Refused()
		status := http.StatusUnprocessableEntity
		for other, reasons := range statuses {
			if slices.Contains(reasons, reason) {
				status = other
			}
		}
		return NewProblem(status, reason, "%s", detail).after(wait)
	}
	return NewProblem(http.StatusInternalServerError, "inside", "something went wrong inside")
}

// Internal returns the problem that an error is to the client, and nil for nil. It logs
// an internal error with the keys and values in args, unless the client has canceled
// the request.
func Internal(log *slog.Logger, what string, err error, args ...any) error {
	if err == nil {
		return nil
	}
	p := ProblemOf(err)
	if p.Status == http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		log.Error(what, append(args, "cause", err)...)
	}
	return p
}

// Write answers a request with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	for name, values := range p.header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // an error means that the client has left
}
