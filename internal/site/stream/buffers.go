package stream

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
)

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
