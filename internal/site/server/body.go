package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// readBody reads the body of a request before it is handled, within the limits on size
// and time. Then it lifts the read deadline, which would otherwise end long searches
// too.
func (s *Server) readBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		// It fails for connections without deadlines, as in tests.
		_ = control.SetReadDeadline(time.Now().Add(s.Limits.BodyTime))
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Limits.BodyBytes))
		if err != nil {
			s.refuseBody(w, err)
			return
		}
		if key := repeatedKey(body); key != "" {
			writeProblem(w, http.StatusBadRequest, "malformed", fmt.Sprintf("body with the key %q twice in one object: want each key once", key))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		_ = control.SetReadDeadline(time.Time{})
		next.ServeHTTP(w, r)
	})
}

func (s *Server) refuseBody(w http.ResponseWriter, err error) {
	w.Header().Set("Connection", "close")
	switch _, tooLarge := errors.AsType[*http.MaxBytesError](err); {
	case tooLarge:
		s.metrics.refuse("size")
		writeProblem(w, http.StatusRequestEntityTooLarge, "size", fmt.Sprintf("body too large: want at most %d bytes", s.Limits.BodyBytes))
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.metrics.refuse("slow")
		writeProblem(w, http.StatusRequestTimeout, "slow", fmt.Sprintf("body too slow: want all of it within %s", s.Limits.BodyTime))
	default:
		writeProblem(w, http.StatusBadRequest, "malformed", "body that can't be read: "+err.Error())
	}
}
