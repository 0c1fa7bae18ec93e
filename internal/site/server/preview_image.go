package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
	"thera/internal/ui/picture"
)

// Drawing says how a picture is drawn.
type Drawing struct {
	Size  int    `query:"size" minimum:"40" maximum:"1200" default:"480" doc:"Pixels across; a gif at most 640"`
	Flip  bool   `query:"flip" doc:"Draw the board from the other side"`
	Delay int    `query:"delay" minimum:"100" maximum:"10000" default:"1000" doc:"How long a gif shows each position, in milliseconds"`
	At    int    `query:"at" minimum:"0" default:"400" doc:"After this number of moves; after all if there are fewer"`
	Known string `header:"If-None-Match"`
}

type lineImage struct {
	Line
	Drawing
}

type gameImage struct {
	ID string `path:"id" maxLength:"40" doc:"The game's id"`
	Drawing
}

type imageOutput struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Body         []byte
}

// The limits of a GIF, which has many frames.
const (
	maxGIFSize = 640 // maxGIFSize is in pixels across.
	maxFrames  = 200
)

func (s *Previews) registerImages(api huma.API, format picture.Format) {
	what, name := "Draw the board of a position as ", capital(string(format))
	if format == picture.GIF {
		what = "Draw a game move by move as "
	}
	describe := func(path, id, more string) huma.Operation {
		op := httpkit.NewOperation(http.MethodGet, path+"image."+string(format), id+name, what+string(format)+more,
			http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable)
		op.Responses = map[string]*huma.Response{
			"200": {
				Description: "The picture",
				Content: map[string]*huma.MediaType{
					format.ContentType(): {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
				},
			},
			"304": {Description: "Unchanged"},
		}
		return op
	}
	huma.Register(api, describe("/", "image", ""), func(ctx context.Context, in *lineImage) (*imageOutput, error) {
		subject, err := s.line(in.Line)
		if err != nil {
			return nil, err
		}
		return s.draw(ctx, subject, format, in.Drawing)
	})
	huma.Register(api, describe("/game/{id}/", "gameImage", ", of a game that is or was played"), func(ctx context.Context, in *gameImage) (*imageOutput, error) {
		subject, err := s.played(ctx, in.ID)
		if err != nil {
			return nil, httpkit.ProblemOf(err)
		}
		return s.draw(ctx, subject, format, in.Drawing)
	})
}

// draw answers with a picture.
func (s *Previews) draw(ctx context.Context, of subject, format picture.Format, how Drawing) (*imageOutput, error) {
	at := min(how.At, len(of.moves))
	positions, moves := of.positions[:at+1], of.moves[:at]
	if format == picture.GIF && (how.Size > maxGIFSize || len(positions) > maxFrames) {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid",
			"a gif of %d positions, %d pixels across: want at most %d, and %d", len(positions), how.Size, maxFrames, maxGIFSize)
	}
	if format != picture.GIF {
		positions, moves = positions[max(0, at-1):], moves[max(0, at-1):]
	}
	done, err := s.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	var out bytes.Buffer
	reel := picture.Reel(of.entry.Style, positions, moves, how.Flip)
	if err := picture.Write(&out, format, reel, how.Size, time.Duration(how.Delay)*time.Millisecond); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(out.Bytes())
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	answer := &imageOutput{http.StatusOK, format.ContentType(), "public, max-age=86400", tag, out.Bytes()}
	if of.open {
		answer.CacheControl = "no-cache"
	}
	if strings.Contains(how.Known, tag) {
		answer.Status, answer.Body = http.StatusNotModified, nil
	}
	return answer, nil
}
