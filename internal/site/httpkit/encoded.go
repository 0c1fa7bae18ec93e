package httpkit

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Encoded describes a body in one of several encodings.
type Encoded struct {
	Encoding string // as in Content-Encoding, "" for none
	ETag     string
	Size     int64
}

// Serve answers a request with the body, or a part of it, unless the client has it
// already. Other headers must be set before.
func (e Encoded) Serve(w http.ResponseWriter, r *http.Request, body io.ReadSeeker) {
	h := w.Header()
	h.Set("ETag", e.ETag)
	if e.Encoding != "" {
		h.Set("Content-Encoding", e.Encoding)
		if r.Header.Get("Range") == "" { // ServeContent sets it for a range
			h.Set("Content-Length", strconv.FormatInt(e.Size, 10))
		}
	}
	http.ServeContent(w, r, "", time.Time{}, body)
}

// Accepts reports whether the values of Accept-Encoding include an encoding.
func Accepts(values []string, encoding string) bool {
	any := false
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, parameter, _ := strings.Cut(part, ";")
		weight := strings.ReplaceAll(strings.ToLower(parameter), " ", "")
		allowed := true
		if q, ok := strings.CutPrefix(weight, "q="); ok {
			n, err := strconv.ParseFloat(q, 64)
			allowed = err == nil && n > 0
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case encoding:
			return allowed
		case "*":
			any = allowed
		}
	}
	return any
}
