// Package problem is what the API answers when it can't do what is asked of it:
// a problem as in RFC 9457, with a word for programs.
//
//	return problem.New(http.StatusConflict, "over", "the game is over: %s", reason)
package httpkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Problem is an answer and an error.
type Problem struct {
	huma.ErrorModel
	// Reason says why in a word that does not change.
	Reason string `json:"reason,omitempty"`
	// View is how things are, where that helps to do better.
	View any `json:"view,omitempty"`

	header http.Header
}

// NewProblem returns a problem with a status of HTTP, a reason for programs and a
// detail for people.
func NewProblem(status int, reason, detail string, args ...any) *Problem {
	return &Problem{
		ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: fmt.Sprintf(detail, args...)},
		Reason:     reason,
	}
}

// TooMany returns the problem of somebody who has to wait.
func TooMany(wait time.Duration, detail string, args ...any) *Problem {
	p := NewProblem(http.StatusTooManyRequests, "rate", detail, args...)
	p.header = http.Header{"Retry-After": {RetryAfter(wait)}}
	return p
}

// GetHeaders returns the headers that belong to the answer.
func (p *Problem) GetHeaders() http.Header { return p.header }

// ProblemOf returns the problem that an error is; what is none went wrong inside, and
// its text is for the log alone.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	return NewProblem(http.StatusInternalServerError, "inside", "something went wrong inside")
}

// Internal is Of, and tells a log what went wrong inside, but for what whoever asked
// has cut off by going. args are keys and values for the log.
func Internal(log *slog.Logger, what string, err error, args ...any) *Problem {
	if _, ok := errors.AsType[*Problem](err); !ok && !errors.Is(err, context.Canceled) {
		log.Error(what, append(args, "cause", err)...)
	}
	return ProblemOf(err)
}

// Write answers with a problem.
func (p *Problem) Write(w http.ResponseWriter) {
	for name, values := range p.header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	// An error means that nobody is there to read it.
	_ = json.NewEncoder(w).Encode(p)
}
