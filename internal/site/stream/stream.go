package stream

import (
	"context"
	"net/http"
	"time"
)

const (
	// keepAlive is from one blank line on a stream to the next.
	keepAlive = 4 * time.Second
	// taking is how long a client may take to take something.
	taking = 10 * time.Second
	// chunk is how much is put together before it is sent, in bytes.
	chunk = 16 << 10
)

// Stream is a connection that gets frames as lines, and says nothing.
type Stream struct {
	Feed   Feed          // to be set before Run
	signal chan struct{} // has one when there may be something to tell
}

// NewStream returns a stream that tells nothing yet.
func NewStream() *Stream { return &Stream{signal: make(chan struct{}, 1)} }

// Wake lets the stream tell what there is. It does not wait for that.
func (t *Stream) Wake() {
	select {
	case t.signal <- struct{}{}:
	default:
	}
}

// Run tells what there is until the client is gone or one of the two
// contexts, of the request and of the service, is done. Then it closes the feed.
func (t *Stream) Run(ctx, service context.Context, w http.ResponseWriter) {
	defer t.Feed.Close()
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // of a proxy in front
	control := http.NewResponseController(w)
	ticker := time.NewTicker(keepAlive)
	defer ticker.Stop()
	var lines []byte
	for {
		lines = lines[:0]
		ended := false
		for len(lines) < chunk {
			frame, err := t.Feed.Next()
			if ended = err != nil; frame == nil {
				break
			}
			lines = append(append(lines, frame...), '\n')
		}
		full := len(lines) >= chunk
		if len(lines) > 0 && !send(control, w, lines) || ended {
			return
		}
		if full {
			continue
		}
		select {
		case <-t.signal:
		case <-ticker.C:
			if !send(control, w, []byte("\n")) {
				return
			}
		case <-ctx.Done():
			return
		case <-service.Done():
			return
		}
	}
}

// send sends text, and reports whether the client takes it.
func send(control *http.ResponseController, w http.ResponseWriter, text []byte) bool {
	// The error is for connections without deadlines, as in tests.
	_ = control.SetWriteDeadline(time.Now().Add(taking))
	if _, err := w.Write(text); err != nil {
		return false
	}
	return control.Flush() == nil
}
