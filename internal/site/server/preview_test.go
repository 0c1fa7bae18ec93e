package server_test

import (
	"context"
	"encoding/json"
	"image/gif"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/httpkit"
	"thera/internal/site/server"
	"thera/record"
)

// played knows the games abc, which is over, and def.
func played(_ context.Context, id string) (record.Game, bool, error) {
	g := record.Game{
		Game: "hermit", Start: ".../.../... 1",
		Tags:  []record.Tag{{Name: "Player1", Value: "Ann"}, {Name: "Player2", Value: `<b>"Ben"`}},
		Turns: []record.Turn{{Move: "Rb2"}, {Move: "Ya1"}},
	}
	switch id {
	case "abc":
		g.Winners = game.Only(0)
		return g, true, nil
	case "def":
		return g, false, nil
	}
	return g, false, httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", id)
}

// previews answers as a version of the program.
func previews(version string) http.Handler {
	kit := httpkit.New(httpkit.Config[account.Who]{Limits: httpkit.DefaultLimits().WithoutRates()})
	(&server.Previews{Games: catalog.Games(), Played: played, Version: version}).Register(kit)
	return kit
}

type testServer struct {
	t *testing.T
	*httptest.Server
}

func start(t *testing.T) testServer {
	s := testServer{t, httptest.NewServer(previews("1"))}
	t.Cleanup(s.Close)
	return s
}

func (s testServer) get(path string, headers ...string) (*http.Response, string) {
	s.t.Helper()
	header := http.Header{}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	return accounttest.Send(s.t, s.Client(), http.MethodGet, s.URL+path, "", header)
}

const line = "game=hermit&variant=3x3&moves=Rb2_Ya1"

func TestImages(t *testing.T) {
	s := start(t)
	for _, test := range []struct{ path, contentType, cache string }{
		{"/api/v1/image.svg?" + line, "image/svg+xml", "public, max-age=86400"},
		{"/api/v1/image.png?" + line + "&size=100&flip=true", "image/png", "public, max-age=86400"},
		{"/api/v1/image.gif?" + line + "&size=100&delay=200", "image/gif", "public, max-age=86400"},
		{"/api/v1/image.svg?game=amazons&position=Q1q_w", "image/svg+xml", "public, max-age=86400"},
		{"/api/v1/game/abc/image.svg", "image/svg+xml", "public, max-age=86400"},
		{"/api/v1/game/def/image.svg", "image/svg+xml", "no-cache"},
	} {
		res, body := s.get(test.path)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != test.contentType || res.Header.Get("Cache-Control") != test.cache {
			t.Errorf("%s: status %d, %v, %.200s", test.path, res.StatusCode, res.Header, body)
		}
		again, body := s.get(test.path, "If-None-Match", res.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("%s: status %d with its tag", test.path, again.StatusCode)
		}
	}
	tags := map[string]bool{}
	for _, ask := range []struct{ version, query string }{
		{"1", ""}, {"2", ""}, {"1", "&size=100"}, {"1", "&flip=true"}, {"1", "&at=1"}, {"1", "&at=0"},
	} {
		answer := httptest.NewRecorder()
		previews(ask.version).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/api/v1/image.svg?"+line+ask.query, nil))
		tags[answer.Header().Get("ETag")] = true
	}
	if len(tags) != 6 {
		t.Errorf("%d tags of 6 pictures", len(tags))
	}
	_, body := s.get("/api/v1/image.png?" + line + "&size=100")
	if img, err := png.Decode(strings.NewReader(body)); err != nil || img.Bounds().Dx() != 100 {
		t.Error(err)
	}
	_, body = s.get("/api/v1/image.gif?" + line + "&size=100&at=1")
	if film, err := gif.DecodeAll(strings.NewReader(body)); err != nil || len(film.Image) != 2 {
		t.Errorf("%v: want the start and one move", err)
	}
	_, whole := s.get("/api/v1/game/abc/image.svg")
	_, early := s.get("/api/v1/game/abc/image.svg?at=1")
	if _, same := s.get("/api/v1/image.svg?game=hermit&variant=3x3&moves=Rb2"); whole == early || early != same {
		t.Error("a game after a move is not the line of that move")
	}
}

func TestProblems(t *testing.T) {
	s := start(t)
	for _, test := range []struct {
		path   string
		status int
		says   string
	}{
		{"/api/v1/image.svg?game=chess", 422, `unknown game \"chess\"`},
		{"/api/v1/image.svg", 422, "required query parameter"},
		{"/api/v1/image.svg?game=hermit&moves=Rb2_Rb3", 422, `move 2: illegal move \"Rb3\"`},
		{"/api/v1/image.svg?game=hermit&size=2000", 422, "1200"},
		{"/api/v1/image.gif?game=hermit&size=1000", 422, "want at most 200, and 640"},
		{"/api/v1/image.svg?game=hermit&moves=" + strings.Repeat("Ra1_", 401), 422, "401 moves: want at most 400"},
		{"/api/v1/game/none/image.svg", 404, "not found"},
		{"/g/none", 404, `content="0; url=/#/game/none"`},
		{"/g?game=chess", 422, "unknown game"},
		{"/g?game=hermit&puzzle=../x", 422, "query.puzzle"},
		{"/oembed?url=" + url.QueryEscape("http://elsewhere.example/g/abc"), 404, "want one to a game on"},
		{"/oembed?url=" + url.QueryEscape(s.URL+"/#/learn/hermit"), 404, "want one to a game on"},
		{"/oembed?url=" + url.QueryEscape(s.URL+"/g/none"), 404, "not found"},
		{"/oembed?format=xml&url=" + url.QueryEscape(s.URL+"/g/abc"), 501, "want json"},
	} {
		res, body := s.get(test.path)
		if res.StatusCode != test.status || !strings.Contains(body, test.says) {
			t.Errorf("%s: status %d, %s", test.path, res.StatusCode, body)
		}
	}
}

func TestPreview(t *testing.T) {
	s := start(t)
	for _, test := range []struct{ path, title, page, image string }{
		{
			"/g/abc", "Ann – &lt;b&gt;&#34;Ben&#34; · Hermit · Ann won",
			`content="0; url=/#/game/abc"`, s.URL + "/api/v1/game/abc/image.png?size=800",
		},
		{
			"/g?" + line, "Hermit: move 2, Ya1",
			`content="0; url=/#/analysis?game=hermit&amp;start=...%2F...%2F..._1&amp;moves=Rb2_Ya1"`,
			s.URL + "/api/v1/image.png?game=hermit&amp;moves=Rb2_Ya1&amp;position=...%2F...%2F...&#43;1&amp;size=800",
		},
		{
			"/g?game=hermit&position=YRY/B.B/..R_1&puzzle=1a2b3c4d", "Hermit puzzle",
			`content="0; url=/#/puzzles/hermit?id=1a2b3c4d"`,
			s.URL + "/api/v1/image.png?game=hermit&amp;position=YRY%2FB.B%2F..R&#43;1&amp;size=800",
		},
	} {
		res, body := s.get(test.path)
		for _, want := range []string{
			"<title>" + test.title + "</title>", test.page,
			`<meta property="og:image" content="` + test.image + `">`,
			`type="application/json+oembed" href="` + s.URL + "/oembed?format=json&amp;url=",
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: status %d, no %s in\n%s", test.path, res.StatusCode, want, body)
			}
		}
	}
}

func TestOEmbed(t *testing.T) {
	s := start(t)
	for _, test := range []struct{ link, embed string }{
		{s.URL + "/g/abc", "/embed?served=abc"},
		{s.URL + "/#/game/abc", "/embed?served=abc"},
		{s.URL + "/g?" + line, "/embed?game=hermit&amp;moves=Rb2_Ya1&amp;position=...%2F...%2F...&#43;1"},
		{s.URL + "/#/analysis?game=hermit&start=.../.../..._1&moves=Rb2_Ya1", "/embed?game=hermit&amp;moves=Rb2_Ya1&amp;position=...%2F...%2F...&#43;1"},
	} {
		res, body := s.get("/oembed?url=" + url.QueryEscape(test.link))
		var got server.Embed
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatalf("%s: %v in %s", test.link, err, body)
		}
		src := `<iframe src="` + strings.ReplaceAll(s.URL+test.embed, "&#43;", "+") + `" width="480" height="560" `
		if res.StatusCode != http.StatusOK || got.Type != "rich" || got.Version != "1.0" || !strings.HasPrefix(got.HTML, src) {
			t.Errorf("%s: status %d, %s", test.link, res.StatusCode, body)
		}
		if image, _ := s.get(strings.TrimPrefix(got.ThumbnailURL, s.URL)); image.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: thumbnail %s: status %d", test.link, got.ThumbnailURL, image.StatusCode)
		}
	}
	_, body := s.get("/oembed?maxwidth=300&maxheight=300&url=" + url.QueryEscape(s.URL+"/g/abc"))
	var got server.Embed
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.Width != 220 || got.Height != 300 {
		t.Errorf("%d×%d for 300×300", got.Width, got.Height)
	}
}

// FuzzLink has links of all kinds made sense of.
func FuzzLink(f *testing.F) {
	for _, seed := range []string{"/g/abc", "/#/game/abc", "/g?" + line, "/#/analysis?game=amazons&moves=d1-d7(g7)", "/#/analysis?%zz", "://"} {
		f.Add(seed)
	}
	kit := previews("1")
	f.Fuzz(func(t *testing.T, path string) {
		link := "http://example.com" + path
		answer := httptest.NewRecorder()
		kit.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/oembed?url="+url.QueryEscape(link), nil))
		if answer.Code >= http.StatusInternalServerError {
			t.Errorf("%s: status %d, %s", link, answer.Code, answer.Body)
		}
	})
}

// BenchmarkImageKnown asks for a picture that the client has already.
func BenchmarkImageKnown(b *testing.B) {
	kit := previews("1")
	r := httptest.NewRequest(http.MethodGet, "/api/v1/image.png?game=amazons&moves=d1-d7(g7)_a7-d4(d1)&size=800", nil)
	answer := httptest.NewRecorder()
	kit.ServeHTTP(answer, r)
	r.Header.Set("If-None-Match", answer.Header().Get("ETag"))
	for b.Loop() {
		answer := httptest.NewRecorder()
		if kit.ServeHTTP(answer, r); answer.Code != http.StatusNotModified {
			b.Fatal(answer.Code)
		}
	}
}
