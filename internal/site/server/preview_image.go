package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"thera/internal/catalog"
	"thera/internal/site/account"
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

// gifs is how many GIFs a client can ask for: a long game occupies a processor for a second.
var gifs = httpkit.Rate{PerSecond: 0.5, Burst: 10}

func (s *Previews) registerImages(kit *account.Kit, line, played httpkit.Operation, format picture.Format) {
	what, name := "Draw the board of a position as "+string(format), catalog.Title(string(format))
	if format == picture.GIF {
		what = "Draw a game move by move as " + string(format)
		rate := httpkit.ByClient(httpkit.NewLimiter(gifs))
		line, played = line.Within(rate), played.Within(rate)
	}
	image := httpkit.Answer{ContentType: format.ContentType(), What: "The picture", Cached: true}
	file := "image." + string(format)
	httpkit.Register(kit, line.Answering(image).At("GET /api/v1/"+file, "image"+name, what), func(_ context.Context, _ account.Who, in *lineImage) (*imageOutput, error) {
		subject, err := s.line(in.Line)
		if err != nil {
			return nil, err
		}
		return s.draw(subject, format, in.Drawing)
	})
	played = played.Answering(image).At("GET /api/v1/game/{id}/"+file, "gameImage"+name, what+", of a game that is or was played")
	httpkit.Register(kit, played, func(ctx context.Context, _ account.Who, in *gameImage) (*imageOutput, error) {
		subject, err := s.played(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		return s.draw(subject, format, in.Drawing)
	})
}

func (s *Previews) draw(of subject, format picture.Format, how Drawing) (*imageOutput, error) {
	at := min(how.At, len(of.moves))
	positions, moves := of.positions[:at+1], of.moves[:at]
	if format == picture.GIF && (how.Size > maxGIFSize || len(positions) > maxFrames) {
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid",
			"a gif of %d positions, %d pixels across: want at most %d, and %d", len(positions), how.Size, maxFrames, maxGIFSize)
	}
	if format != picture.GIF {
		positions, moves = positions[max(0, at-1):], moves[max(0, at-1):]
	}
	// The tag is made of all that the picture is drawn from, so that only a client without
	// the picture costs a drawing.
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%#v", []any{s.Version, format, how.Size, how.Flip, how.Delay, of.entry.Game.Name(), positions[0].String(), moves})
	tag := `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
	answer := &imageOutput{http.StatusOK, format.ContentType(), "public, max-age=86400", tag, nil}
	if of.open {
		answer.CacheControl = "no-cache"
	}
	if strings.Contains(how.Known, tag) {
		answer.Status = http.StatusNotModified
		return answer, nil
	}
	var out bytes.Buffer
	reel := picture.Reel(of.entry.Style, positions, moves, how.Flip)
	err := picture.Write(&out, format, reel, how.Size, time.Duration(how.Delay)*time.Millisecond)
	answer.Body = out.Bytes()
	return answer, err
}

type oembedInput struct {
	URL       string `query:"url" required:"true" maxLength:"10000" doc:"A link to a game: to a preview, or to the page"`
	Format    string `query:"format" default:"json" maxLength:"10" doc:"Only json is supported"`
	MaxWidth  int    `query:"maxwidth" minimum:"0" doc:"Available space in pixels"`
	MaxHeight int    `query:"maxheight" minimum:"0" doc:"Available space in pixels"`
	Origin
}

// Embed is an oEmbed response.
type Embed struct {
	Type            string `json:"type" doc:"rich"`
	Version         string `json:"version" doc:"1.0"`
	Title           string `json:"title" doc:"Of the game, for people"`
	ProviderName    string `json:"provider_name" doc:"thera"`
	ProviderURL     string `json:"provider_url" doc:"The page of this server"`
	HTML            string `json:"html" doc:"HTML to put into a page"`
	Width           int    `json:"width" doc:"Of the HTML, in pixels"`
	Height          int    `json:"height" doc:"Of the HTML, in pixels"`
	ThumbnailURL    string `json:"thumbnail_url" doc:"A PNG of the last position"`
	ThumbnailWidth  int    `json:"thumbnail_width" doc:"In pixels"`
	ThumbnailHeight int    `json:"thumbnail_height" doc:"In pixels"`
}

// The usual size of an embedded board; below the board there is a row of buttons.
const (
	embedWidth   = 480
	embedHeight  = 560
	minimumWidth = 200
	thumbnail    = 480
)

func (s *Previews) oembed(ctx context.Context, _ account.Who, in *oembedInput) (*cached[Embed], error) {
	if in.Format != "json" {
		return nil, httpkit.NewProblem(http.StatusNotImplemented, "format", "format %q: want json", in.Format)
	}
	subject, err := s.linked(ctx, in.URL, strings.SplitN(in.base, "://", 2)[1])
	if err != nil {
		return nil, err
	}
	width, height := embedWidth, embedHeight
	if in.MaxWidth > 0 && in.MaxWidth < width {
		width, height = max(minimumWidth, in.MaxWidth), max(minimumWidth, in.MaxWidth)+embedHeight-embedWidth
	}
	if in.MaxHeight > 0 && in.MaxHeight < height {
		height = max(minimumWidth+embedHeight-embedWidth, in.MaxHeight)
		width = min(width, height-embedHeight+embedWidth)
	}
	thumbWidth, thumbHeight := subject.size(thumbnail)
	return &cached[Embed]{"no-cache", Embed{
		Type: "rich", Version: "1.0", Title: subject.title, ProviderName: "thera", ProviderURL: in.base + "/",
		HTML: fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="%s" style="border:0" loading="lazy" allow="fullscreen"></iframe>`,
			html.EscapeString(in.base+"/embed?"+subject.query.Encode()), width, height, html.EscapeString(subject.title)),
		Width: width, Height: height,
		ThumbnailURL: in.image(subject, picture.PNG, thumbnail), ThumbnailWidth: thumbWidth, ThumbnailHeight: thumbHeight,
	}}, nil
}

// servedID matches the ID of a game on the server; IDs of games kept in a browser
// contain dashes.
var servedID = regexp.MustCompile(`^[a-z0-9]{1,40}$`)

// linked returns the subject of a link to this host. The error is a problem.
func (s *Previews) linked(ctx context.Context, link, host string) (subject, error) {
	unknown := httpkit.NewProblem(http.StatusNotFound, "no-link", "link %q: want one to a game on %s", link, host)
	u, err := url.Parse(link)
	if err != nil || u.Host != host {
		return subject{}, unknown
	}
	path, query := u.Path, u.Query()
	// Still escaped, because ParseQuery unescapes it.
	if place, ok := strings.CutPrefix(u.EscapedFragment(), "/"); ok {
		name, text, _ := strings.Cut(place, "?")
		if query, err = url.ParseQuery(text); err != nil {
			return subject{}, unknown
		}
		if id, ok := strings.CutPrefix(name, "game/"); ok {
			path = "/g/" + id
		} else if name == "analysis" {
			path = "/g"
			query.Set("position", query.Get("start"))
		}
	}
	if id, ok := strings.CutPrefix(path, "/g/"); ok && servedID.MatchString(id) {
		return s.played(ctx, id)
	}
	if path != "/g" && path != "/embed" {
		return subject{}, unknown
	}
	if id := query.Get("served"); servedID.MatchString(id) && query.Get("game") == "" {
		return s.played(ctx, id)
	}
	return s.line(Line{
		Game: query.Get("game"), Variant: query.Get("variant"), Position: query.Get("position"), Moves: query.Get("moves"),
	})
}
