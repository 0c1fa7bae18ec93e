package httpkit

import (
	"bytes"
	"compress/gzip"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// answer collects an answer in memory, so that what it was made with can be given back
// before the client has read it.
type answer struct {
	to     http.ResponseWriter
	header http.Header // so that one that is not sent leaves none
	code   int         // 0 until the answer begins
	body   *bytes.Buffer
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxPooled is the largest buffer that is kept for other answers, in bytes.
const maxPooled = 64 << 10

func newAnswer(to http.ResponseWriter) *answer {
	return &answer{to: to, header: to.Header().Clone(), body: buffers.Get().(*bytes.Buffer)}
}

// Header implements [http.ResponseWriter].
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements [http.ResponseWriter].
func (a *answer) WriteHeader(code int) {
	if a.code == 0 {
		a.code = code
	}
}

// Write implements [http.ResponseWriter].
func (a *answer) Write(data []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(data)
}

// send sends the answer to a client that has to keep a pace.
func (a *answer) send(pace Pace) {
	a.WriteHeader(http.StatusOK)
	if a.code != http.StatusNoContent && a.code != http.StatusNotModified {
		a.header.Set("Content-Length", strconv.Itoa(a.body.Len()))
	}
	clear(a.to.Header())
	maps.Copy(a.to.Header(), a.header)
	paced := newPacedWriter(a.to, pace)
	paced.WriteHeader(a.code)
	_, _ = paced.Write(a.body.Bytes()) // the client may have left
}

// worthPacking is the least length of an answer that is compressed, in bytes.
const worthPacking = 1 << 10

var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level exists
	return w
}}

// pack compresses the answer to a request if it is long JSON and the client accepts that.
// The answer must have no secret: its length would tell of it.
func (a *answer) pack(r *http.Request) {
	is := func(name, value string) bool { return a.header.Get(name) == value }
	if a.body.Len() < worthPacking || !is("Content-Type", "application/json") || !is("Content-Encoding", "") || !is("ETag", "") {
		return
	}
	a.header.Add("Vary", "Accept-Encoding")
	if !Accepts(r.Header.Values("Accept-Encoding"), "gzip") {
		return
	}
	packed := buffers.Get().(*bytes.Buffer)
	w := packers.Get().(*gzip.Writer)
	w.Reset(packed)
	_, _ = w.Write(a.body.Bytes()) // to memory
	_ = w.Close()
	packers.Put(w)
	a.free()
	a.body = packed
	a.header.Set("Content-Encoding", "gzip")
}

// free lets other answers use the buffer.
func (a *answer) free() {
	if a.body.Cap() <= maxPooled {
		a.body.Reset()
		buffers.Put(a.body)
	}
	a.body = nil
}

// pacedWriter writes to a client that has to keep a pace.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	pace    Pace
}

func newPacedWriter(w http.ResponseWriter, pace Pace) *pacedWriter {
	return &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), pace: pace}
}

// pacedChunk is how many bytes are written at a time. Each chunk has to keep the pace,
// so that a client that was fast can't stop for long.
const pacedChunk = 64 << 10

// Write implements [http.ResponseWriter].
func (p *pacedWriter) Write(data []byte) (n int, err error) {
	for first := true; err == nil && (len(data) > n || first); first = false {
		chunk := data[n:min(len(data), n+pacedChunk)]
		// It fails for connections without deadlines, as in tests.
		_ = p.control.SetWriteDeadline(p.pace.deadline(time.Now(), int64(len(chunk))))
		var wrote int
		wrote, err = p.ResponseWriter.Write(chunk)
		n += wrote
	}
	return n, err
}

// Unwrap lets [http.ResponseController] find what is written to.
func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }
