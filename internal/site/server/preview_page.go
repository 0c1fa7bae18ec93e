package server

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
	"thera/internal/ui/picture"
)

//go:embed preview.html
var previewText string

var previewPage = template.Must(template.New("preview").Parse(previewText))

// preview is the data of preview.html.
type preview struct {
	Title, Words           string
	Address, Image, OEmbed string // these three are absolute
	Page                   string
	Width, Height          int
}

// previewSize is the width of the pictures in previews, in pixels.
const previewSize = 800

type linePreview struct {
	Line
	Puzzle string `query:"puzzle" maxLength:"40" pattern:"^[0-9a-z]+$" doc:"Link to the puzzle with this ID, which starts at the position"`
	Origin
}

type gamePreview struct {
	ID string `path:"id" maxLength:"40" doc:"The game's id"`
	Origin
}

type pageOutput struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

func (s *Previews) registerPages(api huma.API) {
	describe := func(path, id, summary string) huma.Operation {
		op := httpkit.NewOperation(http.MethodGet, "", id, summary, http.StatusNotFound, http.StatusUnprocessableEntity)
		op.Path = path
		op.Responses = map[string]*huma.Response{"200": {
			Description: "A page with OpenGraph tags that redirects to the real page",
			Content:     map[string]*huma.MediaType{"text/html": {Schema: &huma.Schema{Type: huma.TypeString}}},
		}}
		return op
	}
	huma.Register(api, describe("/g", "preview", "Preview page of a game in the address, for previews of links"),
		func(_ context.Context, in *linePreview) (*pageOutput, error) {
			subject, err := s.line(in.Line)
			if err != nil {
				return nil, err
			}
			if in.Puzzle != "" {
				subject = subject.asPuzzle(in.Puzzle)
			}
			return in.preview(subject)
		})
	huma.Register(api, describe("/g/{id}", "gamePreview", "Preview page of a game on the server, for previews of links"),
		func(ctx context.Context, in *gamePreview) (*pageOutput, error) {
			subject, err := s.played(ctx, in.ID)
			if err != nil {
				if told := httpkit.ProblemOf(err); told.Status != http.StatusNotFound {
					return nil, told
				}
				return unseen(in.ID)
			}
			return in.preview(subject)
		})
}

// unseen leads to a game that not everybody may see, or that does not exist: the person
// who follows the link may be allowed to see it, and the page tells them if not.
func unseen(id string) (*pageOutput, error) {
	var out bytes.Buffer
	err := previewPage.Execute(&out, preview{Title: "thera", Words: "A game.", Page: "/#/game/" + url.PathEscape(id)})
	return &pageOutput{http.StatusNotFound, "text/html; charset=utf-8", "no-store", out.Bytes()}, err
}

// preview writes the preview page of a subject.
func (s Origin) preview(of subject) (*pageOutput, error) {
	width, height := of.size(previewSize)
	var out bytes.Buffer
	err := previewPage.Execute(&out, preview{
		Title: of.title, Words: of.words(),
		Address: s.address(of), Image: s.image(of, picture.PNG, previewSize), Page: "/" + of.page,
		OEmbed: s.base + "/oembed?" + url.Values{"url": {s.address(of)}, "format": {"json"}}.Encode(),
		Width:  width, Height: height,
	})
	return &pageOutput{http.StatusOK, "text/html; charset=utf-8", "no-cache", out.Bytes()}, err
}

// words says what can be done with a subject.
func (of subject) words() string {
	if of.puzzle != "" {
		return "Just one move wins: find it."
	}
	words := strconv.Itoa(len(of.moves)) + " moves"
	if len(of.moves) == 1 {
		words = "1 move"
	}
	if of.open {
		words += " so far"
	}
	return words + ": look at it move by move, analyze it, or play on."
}

// address returns the address of a subject's preview.
func (s Origin) address(of subject) string {
	if of.id != "" {
		return s.base + "/g/" + url.PathEscape(of.id)
	}
	query := maps.Clone(of.query)
	if of.puzzle != "" {
		query.Set("puzzle", of.puzzle)
	}
	return s.base + "/g?" + query.Encode()
}

// image returns the address of a subject's picture.
func (s Origin) image(of subject, format picture.Format, size int) string {
	if of.id != "" {
		return s.base + "/api/v1/game/" + url.PathEscape(of.id) + "/image." + string(format) + "?size=" + strconv.Itoa(size)
	}
	return s.base + "/api/v1/image." + string(format) + "?" + of.query.Encode() + "&size=" + strconv.Itoa(size)
}

// size returns the width and height of a subject's picture, given its width in pixels.
func (of subject) size(across int) (width, height int) {
	p := picture.Of(picture.Scene{Board: of.positions[0].Board()})
	return across, int(float64(across)*p.Height/p.Width + 0.5)
}
