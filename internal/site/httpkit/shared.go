package httpkit

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"sync"
	"time"
)

// Sharing says how long an answer is given to all who ask for the same.
type Sharing struct {
	// For is how old an answer may be; 0 for any age.
	For time.Duration
	// Version returns a number that changes when no earlier answer may be given any
	// longer; nil if that never happens.
	Version func() int
}

// Shared adds an operation whose answer in JSON is the same for everybody who asks with
// the same input. It is made once for all who ask within a time, compressed, and sent
// only to clients that do not have it already. Callers must be [Unidentified], so that
// nothing personal can be shared.
func Shared[Who Identity, In comparable, Body any](k *Kit[Who], op Operation, s Sharing, do func(context.Context, *In) (Body, error)) {
	if op.Callers != Unidentified {
		panic("operation " + op.ID + ": want Callers: Unidentified, as its answers are shared")
	}
	answers := &sharedAnswers[In]{Sharing: s, kept: map[In]*sharedAnswer{}, make: func(ctx context.Context, in *In) (*Content, error) {
		body, err := do(ctx, in)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := k.api.Marshal(&text, jsonType, body); err != nil {
			return nil, err
		}
		return NewContent(jsonType, text.Bytes())
	}}
	op.Answer = Answer{ContentType: jsonType, What: http.StatusText(http.StatusOK), Line: *new(Body), Cached: true}
	Raw(k, op, func(ctx context.Context, _ Who, in *In) (Direct, error) {
		content, err := answers.get(ctx, *in)
		if err != nil {
			return nil, err
		}
		return content.ServeHTTP, nil
	})
}

const jsonType = "application/json"

// maxShared bounds the answers of one operation that are kept.
const maxShared = 256

// sharedAnswers are the answers of one operation by input.
type sharedAnswers[In comparable] struct {
	Sharing
	make func(context.Context, *In) (*Content, error)

	mu   sync.Mutex
	kept map[In]*sharedAnswer
}

// sharedAnswer is an answer that is kept, or being made.
type sharedAnswer struct {
	version int
	made    time.Time     // zero before; guarded by sharedAnswers.mu
	done    chan struct{} // closed when the following are set
	content *Content
	err     error
}

// get returns the answer to an input. All who ask while it is made get the same one.
func (s *sharedAnswers[In]) get(ctx context.Context, in In) (*Content, error) {
	a, isNew := s.find(in)
	if isNew {
		s.fill(context.WithoutCancel(ctx), in, a) // others want it too
	}
	select {
	case <-a.done:
		return a.content, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// find returns an answer, and whether the caller has to fill it.
func (s *sharedAnswers[In]) find(in In) (a *sharedAnswer, isNew bool) {
	version := 0
	if s.Version != nil {
		version = s.Version()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a = s.kept[in]
	if a != nil && a.version == version && (a.made.IsZero() || s.For == 0 || time.Since(a.made) < s.For) {
		return a, false
	}
	if len(s.kept) >= maxShared {
		clear(s.kept)
	}
	a = &sharedAnswer{version: version, done: make(chan struct{})}
	s.kept[in] = a
	return a, true
}

// fill makes an answer. One that fails is not kept.
func (s *sharedAnswers[In]) fill(ctx context.Context, in In, a *sharedAnswer) {
	a.err = errors.New("panic in the making of an answer") // until it is made
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		a.made = time.Now()
		if a.err != nil && s.kept[in] == a {
			delete(s.kept, in)
		}
		close(a.done)
	}()
	a.content, a.err = s.make(ctx, &in)
}

// Content is an answer that many clients get, plain and compressed.
type Content struct {
	contentType    string
	plain, gzipped encodedBody
}

type encodedBody struct {
	Encoded
	body []byte
}

// NewContent returns an answer of a content type.
func NewContent(contentType string, plain []byte) (*Content, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	tag := hex.EncodeToString(sum[:12])
	return &Content{
		contentType,
		encodedBody{Encoded{"", `"` + tag + `"`, int64(len(plain))}, plain},
		encodedBody{Encoded{"gzip", `"` + tag + `-gzip"`, int64(packed.Len())}, packed.Bytes()},
	}, nil
}

// ServeHTTP implements [http.Handler].
func (c *Content) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", c.contentType)
	h.Set("Cache-Control", "no-cache") // to be kept, and used only if it is still the same
	h.Add("Vary", "Accept-Encoding")
	best := c.plain
	if Accepts(r.Header.Values("Accept-Encoding"), c.gzipped.Encoding) {
		best = c.gzipped
	}
	best.Serve(w, r, bytes.NewReader(best.body))
}
