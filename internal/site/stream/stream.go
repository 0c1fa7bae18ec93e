package stream

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"time"
)

const (
	keepAlive    = 4 * time.Second // the time between blank lines on a stream
	writeTimeout = 10 * time.Second
	chunk        = 16 << 10 // how many bytes are collected before they are sent
)

// Stream is a connection that sends frames as lines, and hears nothing.
type Stream struct {
	Feed   Feed          // to be set before Run
	signal chan struct{} // has a token when there may be something to send
}

// NewStream returns a stream that is not connected yet.
func NewStream() *Stream { return &Stream{signal: make(chan struct{}, 1)} }

// Wake lets the stream send what there is. It does not wait for that.
func (t *Stream) Wake() {
	select {
	case t.signal <- struct{}{}:
	default:
	}
}

// Run sends what there is until the client has left or one of the two contexts is done,
// that of the request or that of the service. Then it closes the feed.
func (t *Stream) Run(ctx, service context.Context, w http.ResponseWriter) {
	defer t.Feed.Close()
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // for a proxy in front
	control := http.NewResponseController(w)
	ticker := time.NewTicker(keepAlive)
	defer ticker.Stop()
	var lines []byte
	for {
		lines = lines[:0]
		ended := false
		for len(lines) < chunk && !ended {
			frame, err := t.Feed.Next()
			if ended = err != nil; ended {
				frame, _, _ = farewell(err)
			}
			if frame == nil {
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

func send(control *http.ResponseController, w http.ResponseWriter, text []byte) bool {
	// It fails for connections without deadlines, as in tests.
	_ = control.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, err := w.Write(text); err != nil {
		return false
	}
	return control.Flush() == nil
}

// Encode returns a frame in JSON. It panics for a type that has no JSON.
func Encode(frame any) []byte {
	text, err := json.Marshal(frame)
	if err != nil {
		panic(err)
	}
	return text
}

// smallBuffers is a ResponseWriter whose connection has small buffers once it is
// hijacked: messages over a socket are short, and each of tens of thousands of sockets
// keeps its buffers as long as it is open.
type smallBuffers struct{ http.ResponseWriter }

const (
	readBuffer  = 256
	writeBuffer = 512
)

// Hijack implements [http.Hijacker].
func (w smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, old, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	// The new buffer has to contain what was already read.
	early, err := old.Peek(old.Reader.Buffered())
	if err != nil {
		return nil, nil, err
	}
	reader := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(bytes.Clone(early)), conn), max(readBuffer, len(early)))
	if _, err := reader.Peek(len(early)); err != nil {
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(reader, bufio.NewWriterSize(conn, writeBuffer)), nil
}

// Unwrap lets [http.ResponseController] find the wrapped writer.
func (w smallBuffers) Unwrap() http.ResponseWriter { return w.ResponseWriter }
