package server

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/ui/picture"
	"thera/record"
)

// Previews has the operations that show positions and games outside the page. It is a
// [Part].
type Previews struct {
	Games []catalog.Entry
	// Played returns the record of a game on the server that everybody may see, and
	// whether it is over. Its error is a problem. It is nil for a server without games.
	Played func(ctx context.Context, id string) (g record.Game, over bool, err error)
	// Version is that of the program: another one may draw other pictures.
	Version string
}

// Register adds the operations to a kit.
func (s *Previews) Register(kit *account.Kit) {
	line := httpkit.Operation{Tag: "pictures", Callers: httpkit.Unidentified, Object: httpkit.OfNobody, Cost: httpkit.Light}
	played := line.About(httpkit.OfEveryone)
	for _, format := range picture.Formats() {
		s.registerImages(kit, line.Costing(httpkit.Picture), played.Costing(httpkit.Picture), format)
	}
	page := httpkit.Answer{ContentType: "text/html", What: "A page with OpenGraph tags that redirects to the real page"}
	httpkit.Register(kit, line.Answering(page).At("GET /g", "preview", "Preview page of a game in the address, for previews of links"), s.previewLine)
	page.Missing = true
	httpkit.Register(kit, played.Answering(page).At("GET /g/{id}", "gamePreview", "Preview page of a game on the server, for previews of links"), s.previewGame)
	httpkit.Register(kit, played.At("GET /oembed", "oembed", "Describe how a link is embedded, by oEmbed 1.0").Failing(http.StatusNotFound, http.StatusNotImplemented), s.oembed)
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

// Line is a game in an address. The names are those in the page's addresses.
type Line struct {
	Game     string `query:"game" required:"true" maxLength:"40" example:"amazons" doc:"The game's name"`
	Variant  string `query:"variant" maxLength:"80" example:"6x6" doc:"Start at the start of this variant; of the game's first if this and position are missing"`
	Position string `query:"position" maxLength:"400" doc:"Start at the position with this text; _ stands for a space"`
	Moves    string `query:"moves" maxLength:"8000" example:"d1-d7(g7)_a7-d4(d1)" doc:"Play these moves from there, separated by _"`
}

const maxMoves = 400

func (l Line) moves() []game.Move {
	var moves []game.Move
	for _, word := range strings.FieldsFunc(l.Moves, func(r rune) bool { return r == '_' || r == ' ' }) {
		moves = append(moves, game.Move(word))
	}
	return moves
}

type subject struct {
	entry     catalog.Entry
	positions []game.Position
	moves     []game.Move // between them
	title     string      // one line for people
	open      bool        // whether more moves can come
	page      string      // its address on the page, from # on
	query     url.Values  // how pictures, previews and boards are requested
	id        string      // of a game on the server, else ""
	puzzle    string      // ID of a puzzle, else ""
}

// line returns the subject of an address. The error is a problem.
func (s *Previews) line(l Line) (subject, error) {
	moves := l.moves()
	if len(moves) > maxMoves {
		return subject{}, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%d moves: want at most %d", len(moves), maxMoves)
	}
	entry, pos, err := answer.Start{Game: l.Game, Variant: l.Variant, Position: strings.ReplaceAll(l.Position, "_", " ")}.Find(s.Games)
	if err != nil {
		return subject{}, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%v", err)
	}
	positions, err := game.Record{Game: l.Game, Start: pos.String(), Moves: moves}.Replay(entry.Game)
	if err != nil {
		return subject{}, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%v", err)
	}
	title := catalog.Title(l.Game)
	if n := len(moves); n > 0 {
		title = fmt.Sprintf("%s: move %d, %s", title, n, moves[n-1])
	}
	query := url.Values{"game": {l.Game}}
	page := "#/analysis?game=" + l.Game
	if start := pos.String(); l.Position != "" || l.Variant != "" {
		query.Set("position", start)
		page += "&start=" + escape(start)
	}
	if len(moves) > 0 {
		query.Set("moves", joined(moves))
		page += "&moves=" + escape(joined(moves))
	}
	return subject{entry: entry, positions: positions, moves: moves, title: title, page: page, query: query}, nil
}

// asPuzzle returns the line as the puzzle with an ID. Only the page knows which puzzles
// exist.
func (of subject) asPuzzle(id string) subject {
	name := of.entry.Game.Name()
	of.title = catalog.Title(name) + " puzzle"
	of.page = "#/puzzles/" + name + "?id=" + id
	of.puzzle = id
	return of
}

// played returns the subject of a game on the server. The error is a problem.
func (s *Previews) played(ctx context.Context, id string) (subject, error) {
	if s.Played == nil {
		return subject{}, httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", id)
	}
	sheet, over, err := s.Played(ctx, id)
	if err != nil {
		return subject{}, err
	}
	entry, err := catalog.Among(s.Games, sheet.Game)
	if err != nil {
		return subject{}, err
	}
	kept := sheet.Record()
	positions, err := kept.Replay(entry.Game)
	if err != nil {
		return subject{}, err
	}
	return subject{
		entry: entry, positions: positions, moves: kept.Moves, title: titleOf(sheet), open: !over,
		page: "#/game/" + url.PathEscape(id), query: url.Values{"served": {id}}, id: id,
	}, nil
}

func titleOf(g record.Game) string {
	var names, winners []string
	for seat := range game.Seat(4) {
		name := g.Tag("Player" + seat.String())
		if name == "" {
			continue
		}
		names = append(names, name)
		if g.Winners.Has(seat) {
			winners = append(winners, name)
		}
	}
	title := catalog.Title(g.Game)
	if len(names) > 0 {
		title = strings.Join(names, " – ") + " · " + title
	}
	switch len(winners) {
	case 0:
		return title
	case 1:
		return title + " · " + winners[0] + " won"
	}
	return title + " · " + strings.Join(winners, " and ") + " won"
}

func joined(moves []game.Move) string { return strings.Join(game.Strings(moves), "_") }

func escape(text string) string { return url.QueryEscape(strings.ReplaceAll(text, " ", "_")) }

//go:embed preview.html
var previewText string

var previewPage = template.Must(template.New("preview").Parse(previewText))

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

func (s *Previews) previewLine(_ context.Context, _ account.Who, in *linePreview) (*pageOutput, error) {
	subject, err := s.line(in.Line)
	if err != nil {
		return nil, err
	}
	if in.Puzzle != "" {
		subject = subject.asPuzzle(in.Puzzle)
	}
	return in.preview(subject)
}

func (s *Previews) previewGame(ctx context.Context, _ account.Who, in *gamePreview) (*pageOutput, error) {
	subject, err := s.played(ctx, in.ID)
	if err != nil {
		if told := httpkit.ProblemOf(err); told.Status != http.StatusNotFound {
			return nil, err
		}
		return unseen(in.ID)
	}
	return in.preview(subject)
}

// unseen leads to a game that not everybody may see, or that does not exist: the person
// who follows the link may be allowed to see it, and the page tells them if not.
func unseen(id string) (*pageOutput, error) {
	var out bytes.Buffer
	err := previewPage.Execute(&out, preview{Title: "thera", Words: "A game.", Page: "/#/game/" + url.PathEscape(id)})
	return &pageOutput{http.StatusNotFound, "text/html; charset=utf-8", "no-store", out.Bytes()}, err
}

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
