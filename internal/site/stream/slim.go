package stream

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
)

// slim is a ResponseWriter whose connection, when it is taken over, has small
// buffers: what is said over a socket is short, and each of ten thousands keeps
// its buffers for as long as it is open.
type slim struct{ http.ResponseWriter }

const (
	readBuffer  = 256
	writeBuffer = 512
)

// Hijack implements [http.Hijacker].
func (w slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, old, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	// What has been read already has to be in the new buffer.
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

// Unwrap lets [http.ResponseController] find what is behind.
func (w slim) Unwrap() http.ResponseWriter { return w.ResponseWriter }
