package server

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/catalog"
	"thera/internal/site/httpkit"
	"thera/internal/ui/picture"
	"thera/record"
)

// PreviewConfig configures the previews.
type PreviewConfig struct {
	Games []catalog.Entry
	// Played returns the record of a game on the server that everybody may see, and
	// whether it is over. Its error is a problem. It is nil for a server without games.
	Played func(ctx context.Context, id string) (g record.Game, over bool, err error)
}

// Previews has the operations that show positions and games outside the page. It is a
// [Part].
type Previews struct {
	PreviewConfig
	drawing chan struct{} // a slot for each picture being drawn
}

// NewPreviews returns the operations.
func NewPreviews(c PreviewConfig) *Previews {
	return &Previews{c, make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}

// Register adds the operations to an API.
func (s *Previews) Register(api huma.API) {
	for _, format := range picture.Formats() {
		s.registerImages(api, format)
	}
	s.registerPages(api)
	op := httpkit.NewOperation(http.MethodGet, "", "oembed", "Describe how a link is embedded, by oEmbed 1.0",
		http.StatusNotFound, http.StatusNotImplemented, http.StatusUnprocessableEntity)
	op.Path = "/oembed"
	huma.Register(api, op, s.oembed)
}

// drawWait is how long a picture waits for others to be drawn.
const drawWait = 5 * time.Second

// take waits until a picture may be drawn. done has to be called afterwards.
func (s *Previews) take(ctx context.Context) (done func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, drawWait)
	defer cancel()
	select {
	case s.drawing <- struct{}{}:
		return func() { <-s.drawing }, nil
	case <-ctx.Done():
		return nil, httpkit.NewProblem(http.StatusServiceUnavailable, "busy", "too many pictures at a time")
	}
}

// Origin is the server's own address, as the client sees it.
type Origin struct{ base string }

// Resolve derives the address from the request. A client that falsely claims to have
// used https gets addresses that are useless to itself only.
func (s *Origin) Resolve(ctx huma.Context) []error {
	s.base = "http://" + ctx.Host()
	if ctx.TLS() != nil || ctx.Header("X-Forwarded-Proto") == "https" {
		s.base = "https://" + ctx.Host()
	}
	return nil
}
