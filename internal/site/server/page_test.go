package server

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

const hashedScript = "assets/index-Ab3_-9xZ.js"

// built stands for a built page.
func built() fstest.MapFS {
	files := fstest.MapFS{}
	for name, data := range map[string]string{
		"index.html":                   "<!doctype html>page",
		"index.html.gz":                "page, gzip",
		"sw.js":                        "worker",
		"manifest.webmanifest":         "{}",
		"assets/logo.svg":              "<svg/>",
		"assets/thera-0123abcd.wasm":   "wasm",
		hashedScript:                   "script",
		hashedScript + ".br":           "script, br",
		hashedScript + ".gz":           "script, gzip",
		"assets/engine-0123abcd.js.br": "nothing without the plain file",
	} {
		files[name] = &fstest.MapFile{Data: []byte(data)}
	}
	return files
}

func TestPage(t *testing.T) {
	r := run(t, func(c *Config) { c.Page = built() })
	const (
		html      = "text/html; charset=utf-8"
		script    = "text/javascript; charset=utf-8"
		immutable = "public, max-age=31536000, immutable"
		fresh     = "no-cache"
	)
	for _, test := range []struct {
		path, accept                         string
		status                               int
		body, contentType, encoding, caching string
	}{
		{"/", "", 200, "<!doctype html>page", html, "", fresh},
		{"/", "gzip", 200, "page, gzip", html, "gzip", fresh},
		{"/index.html", "br", 200, "<!doctype html>page", html, "", fresh},
		{"/game/amazons", "", 200, "<!doctype html>page", html, "", fresh},
		{"/sw.js", "br, gzip", 200, "worker", script, "", fresh},
		{"/manifest.webmanifest", "", 200, "{}", "application/manifest+json", "", fresh},
		{"/assets/logo.svg", "", 200, "<svg/>", "image/svg+xml", "", fresh},
		{"/assets/thera-0123abcd.wasm", "", 200, "wasm", "application/wasm", "", immutable},
		{"/" + hashedScript, "", 200, "script", script, "", immutable},
		{"/" + hashedScript, "gzip, deflate, br", 200, "script, br", script, "br", immutable},
		{"/" + hashedScript, "gzip, br;q=0", 200, "script, gzip", script, "gzip", immutable},
		{"/" + hashedScript, "GZIP; q=0.5", 200, "script, gzip", script, "gzip", immutable},
		{"/" + hashedScript, "*", 200, "script, br", script, "br", immutable},
		{"/" + hashedScript, "br;q=0, *;q=0.1", 200, "script, gzip", script, "gzip", immutable},
		{"/" + hashedScript, "identity", 200, "script", script, "", immutable},
		{"/" + hashedScript + ".br", "", 404, "404: no such page\n", "text/plain; charset=utf-8", "", "no-store"},
		{"/assets/gone-0123abcd.js", "", 404, "404: no such page\n", "text/plain; charset=utf-8", "", "no-store"},
		{"/../secret.txt", "", 404, "404: no such page\n", "text/plain; charset=utf-8", "", "no-store"},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			var headers []string
			if test.accept != "" {
				headers = []string{"Accept-Encoding", test.accept}
			}
			res := r.do(method, test.path, "", headers...)
			want := test.body
			if method == "HEAD" {
				want = ""
			}
			if got := text(t, res); res.StatusCode != test.status || got != want {
				t.Errorf("%s %s (%s): status %d, %q", method, test.path, test.accept, res.StatusCode, got)
			}
			for name, want := range map[string]string{
				"Content-Type": test.contentType, "Content-Encoding": test.encoding, "Cache-Control": test.caching,
			} {
				if got := res.Header.Get(name); got != want {
					t.Errorf("%s %s (%s): %s: %q, want %q", method, test.path, test.accept, name, got, want)
				}
			}
			if test.status == 200 && res.ContentLength != int64(len(test.body)) {
				t.Errorf("%s %s (%s): length %d, want %d", method, test.path, test.accept, res.ContentLength, len(test.body))
			}
		}
	}
}

func TestPageValidation(t *testing.T) {
	r := run(t, func(c *Config) { c.Page = built() })
	plain := r.do("GET", "/", "")
	packed := r.do("GET", "/", "", "Accept-Encoding", "gzip")
	tag := plain.Header.Get("ETag")
	if tag == "" || tag == packed.Header.Get("ETag") || plain.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("tags %q and %q, Vary %q", tag, packed.Header.Get("ETag"), plain.Header.Get("Vary"))
	}
	if res := r.do("GET", "/", "", "If-None-Match", tag); res.StatusCode != http.StatusNotModified || text(t, res) != "" {
		t.Errorf("status %d for what has not changed", res.StatusCode)
	}
	if res := r.do("GET", "/", "", "If-None-Match", `"other"`); res.StatusCode != http.StatusOK {
		t.Errorf("status %d for what has changed", res.StatusCode)
	}
	if res := r.do("GET", "/", "", "Range", "bytes=1-3"); res.StatusCode != http.StatusPartialContent || text(t, res) != "!do" {
		t.Errorf("status %d for a range", res.StatusCode)
	}
	if res := r.do("POST", "/", ""); res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, allowed %q", res.StatusCode, res.Header.Get("Allow"))
	}
}

func TestPageNotBuilt(t *testing.T) {
	r := run(t, nil)
	res := r.do("GET", "/", "")
	if got := text(t, res); res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(got, "make web") {
		t.Errorf("status %d, %s", res.StatusCode, got)
	}
	if res := r.do("GET", "/index.js", ""); res.StatusCode != http.StatusNotFound {
		t.Errorf("status %d for a file", res.StatusCode)
	}
	if res := r.do("DELETE", "/", ""); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("DELETE: status %d", res.StatusCode)
	}
}
