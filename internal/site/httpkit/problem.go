package httpkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/spreadsheet"
)

// Attachment is an answer that browsers save as a file.
type Attachment struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

// NewAttachment returns a file with a content type and a name, in which characters that file
// systems don't allow are replaced.
func NewAttachment(contentType, name string, body []byte) *Attachment {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|%`, r) {
			return '-'
		}
		return r
	}, name)
	plain := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '_'
		}
		return r
	}, name)
	disposition := fmt.Sprintf("attachment; filename=%q", plain)
	if plain != name {
		disposition += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20") // RFC 8187
	}
	return &Attachment{contentType, disposition, body}
}

// CSV is a table as a file with a name, for spreadsheets.
func CSV(name string, rows [][]string) *Attachment {
	var text bytes.Buffer
	_ = spreadsheet.Write(&text, rows) // writing to a buffer cannot fail
	return NewAttachment("text/csv; charset=utf-8", name+".csv", text.Bytes())
}

// Problem is an answer, as in RFC 9457, and an error.
type Problem struct {
	huma.ErrorModel
	// Reason is a word that does not change, for programs.
	Reason string `json:"reason,omitempty"`
	// View is the current state, where that helps the client to do better.
	View any `json:"view,omitempty"`
	// Request is the ID of the request, by which an operator finds it in the logs.
	Request string `json:"request,omitempty"`

	header http.Header
}

// NewProblem returns a problem with an HTTP status, a reason for programs and a detail
// for people.
func NewProblem(status int, reason, detail string, args ...any) *Problem {
	p := &Problem{
		ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: fmt.Sprintf(detail, args...)},
		Reason:     reason, header: http.Header{},
	}
	if status == http.StatusUnauthorized {
		p.header.Set("WWW-Authenticate", "Bearer") // which RFC 9110 requires
	}
	return p
}

// TooMany returns the problem of a client that has to wait.
func TooMany(wait time.Duration, detail string, args ...any) *Problem {
	return NewProblem(http.StatusTooManyRequests, "rate", detail, args...).After(wait)
}

// Ending returns the problem of a server that is shutting down. A client asks the next
// server, or another one, in a moment.
func Ending() *Problem {
	return NewProblem(http.StatusServiceUnavailable, "ending", "the service is about to shut down: try again in a moment").After(time.Second)
}

// After adds the header that says when to try again, unless wait is 0.
func (p *Problem) After(wait time.Duration) *Problem {
	if wait > 0 {
		p.header.Set("Retry-After", RetryAfter(wait))
	}
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
// operation says so in its Reasons.
var statuses = map[int][]string{
	http.StatusUnauthorized: {"sign-in", "token"},
	http.StatusForbidden: {
		"banned", "class", "confirm", "guest", "member", "moderator", "muted", "not-a-bot", "not-for-you", "not-yours",
		"rated-needs-account", "rating-range", "recovery", "scope", "shut", "teacher", "wrong",
	},
	http.StatusNotFound: {"gone", "no-game", "not-found", "unknown-player"},
	http.StatusConflict: {
		"classes", "full", "game-in-progress", "has-played", "last-key", "name-taken", "no-bot", "no-heir", "not-connected", "not-in",
		"not-voidable", "nothing", "over", "own-seek", "reported", "signed-in", "started", "too-few", "too-many", "version", "wrong-ply",
	},
	http.StatusServiceUnavailable: {"not-stored"},
}

// Severity is the level at which answers with a status are logged. Requests are many and
// counted by the metrics, so only those stand out that operators can do something about.
func Severity(status int) slog.Level {
	switch {
	case status == http.StatusServiceUnavailable:
		return slog.LevelWarn
	case status >= 500 && status != http.StatusNotImplemented: // which a client can provoke
		return slog.LevelError
	}
	return slog.LevelDebug
}

// ProblemOf returns the problem that an error is to the client. An error that is
// neither a problem nor a refusal is internal, and its text stays on the server.
func ProblemOf(err error) *Problem { return problemOf(err, nil) }

// problemOf is ProblemOf for an operation that gives some reasons another status.
func problemOf(err error, others map[string]int) *Problem {
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
		if other := others[reason]; other != 0 {
			status = other
		}
		return NewProblem(status, reason, "%s", detail).After(wait)
	}
	if wrong, ok := errors.AsType[*huma.ErrorModel](err); ok {
		return &Problem{ErrorModel: *wrong, Reason: reasonsOf[wrong.Status]}
	}
	return NewProblem(http.StatusInternalServerError, "inside", "something went wrong inside")
}

// Write answers a request with the problem.
func (p *Problem) Write(w http.ResponseWriter) {
	told := *p // the same problem may be told to others
	told.Request = w.Header().Get(RequestIDHeader)
	for name, values := range p.header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(&told) // an error means that the client has left
}
