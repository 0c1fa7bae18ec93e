package httpkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Pace is how slow a client may be with a body or an answer: it must have moved some
// bytes a second once the grace is over.
type Pace struct {
	Grace time.Duration
	Bytes int // a second
}

// deadline returns when a number of bytes has to have been moved since the beginning.
func (p Pace) deadline(began time.Time, bytes int64) time.Time {
	return began.Add(p.Grace + time.Duration(float64(bytes)/float64(max(1, p.Bytes))*float64(time.Second)))
}

// pacedReader reads a body from a client that has to keep a pace.
type pacedReader struct {
	io.Reader
	control *http.ResponseController
	pace    Pace
	began   time.Time
	read    int64
}

// Read implements [io.Reader].
func (p *pacedReader) Read(data []byte) (int, error) {
	// It fails for connections without deadlines, as in tests.
	_ = p.control.SetReadDeadline(p.pace.deadline(p.began, p.read))
	n, err := p.Reader.Read(data)
	p.read += int64(n)
	return n, err
}

// spareBody is how much of a body is read, and ignored, that an operation doesn't want.
const spareBody = 1 << 10

// readBody reads the body of a request. Then it lifts the read deadline, which would
// otherwise end long searches too.
func (a *admission) readBody(w http.ResponseWriter, r *http.Request, limit int64) *Problem {
	control := http.NewResponseController(w)
	if r.Body == nil || r.Body == http.NoBody {
		_ = control.SetReadDeadline(time.Time{})
		return nil
	}
	paced := &pacedReader{Reader: http.MaxBytesReader(w, r.Body, max(limit, spareBody)), control: control, pace: a.BodyPace, began: time.Now()}
	body, err := io.ReadAll(paced)
	if err != nil {
		return a.wrongBody(err, limit)
	}
	_ = control.SetReadDeadline(time.Time{})
	if p := checkForm(body); p != nil {
		return p
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

func (a *admission) wrongBody(err error, limit int64) *Problem {
	switch _, tooLarge := errors.AsType[*http.MaxBytesError](err); {
	case tooLarge && limit == 0:
		return NewProblem(http.StatusRequestEntityTooLarge, "size", "body too large: want none")
	case tooLarge:
		return NewProblem(http.StatusRequestEntityTooLarge, "size", "body too large: want at most %d bytes", limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return NewProblem(http.StatusRequestTimeout, "slow", "body too slow: want at least %d bytes a second after %s", a.BodyPace.Bytes, a.BodyPace.Grace)
	}
	return NewProblem(http.StatusBadRequest, "malformed", "body that can't be read: %v", err)
}

// What a body may have at most. No form has as much, and what is made of a body before it
// is refused takes many times its bytes, and only those are counted.
const (
	maxDepth  = 32     // objects and lists in each other
	maxValues = 10_000 // values, also objects and lists
	maxKey    = 100    // bytes of a key
)

// checkForm refuses a JSON text that no form looks like, or that has a key twice in one
// object, in whatever case, where encoding/json would silently take the last, or a zero byte in a
// text. It leaves what is not JSON to others.
func checkForm(text []byte) *Problem {
	var open []map[string]bool // the keys of each open object; nil for an open list
	key, values := false, 0    // whether the next token is a key; how many values there were
	refuse := func(format string, args ...any) *Problem {
		return NewProblem(http.StatusBadRequest, "malformed", "body with "+format, args...)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // whether it is too large is for others
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			open = open[:len(open)-1]
			key = len(open) > 0 && open[len(open)-1] != nil
			continue
		}
		name, isText := token.(string)
		if strings.Contains(name, "\x00") {
			return refuse("a zero byte in a string: want text without") // databases refuse it, as if they had failed
		}
		if isText && key {
			keys := open[len(open)-1]
			folded := foldKey(name)
			switch {
			case keys[folded]:
				return refuse("the key %q twice in one object: want each key once", name)
			// The framework takes dots and brackets in keys for its own: it would repeat them in
			// the place of each mistake after them.
			case len(name) > maxKey || strings.ContainsAny(name, ".["):
				return refuse("the key %.40q: want at most %d bytes, without . and [", name, maxKey)
			}
			keys[folded], key = true, false
			continue
		}
		if values++; values > maxValues {
			return refuse("more than %d values: want fewer", maxValues)
		}
		if token == json.Delim('{') || token == json.Delim('[') {
			if len(open) == maxDepth {
				return refuse("more than %d objects and lists in each other: want fewer", maxDepth)
			}
			open = append(open, nil)
			if token == json.Delim('{') {
				open[len(open)-1] = map[string]bool{}
			}
		}
		key = len(open) > 0 && open[len(open)-1] != nil
	}
}

// foldKey returns what keys have in common that encoding/json takes for the same: to it, ſ is s
// and the Kelvin sign is k.
func foldKey(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// undecodable returns which part of a JSON text can't be decoded to a type, and why, given what
// is wrong at a location. The framework names the whole body where a value has the right form but
// its type refuses it, as with a clock.
func undecodable(t reflect.Type, text []byte, wrong huma.ErrorDetail) huma.ErrorDetail {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	try := func(t reflect.Type, part []byte, location string) bool {
		err := json.Unmarshal(part, reflect.New(t).Interface())
		if err != nil {
			why := huma.ErrorDetail{Message: err.Error(), Location: location}
			if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
				why.Message = fmt.Sprintf("%s: want %s", kind.Value, kind.Type)
			}
			_ = json.Unmarshal(part, &why.Value) // it was decoded as part of the body
			wrong = undecodable(t, part, why)
		}
		return err != nil
	}
	var fields map[string]json.RawMessage
	var items []json.RawMessage
	switch {
	case t.Kind() == reflect.Struct && json.Unmarshal(text, &fields) == nil:
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if part := fields[name]; part != nil && try(f.Type, part, wrong.Location+"."+name) {
				return wrong
			}
		}
	case t.Kind() == reflect.Slice && json.Unmarshal(text, &items) == nil:
		for i, part := range items {
			if try(t.Elem(), part, fmt.Sprintf("%s[%d]", wrong.Location, i)) {
				return wrong
			}
		}
	}
	return wrong
}
