package textpage

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"time"
)

func (p *Page) handler(files fs.FS) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/display/events", p.serveEvents)
	mux.HandleFunc("POST /api/display/turn", p.serveCommand)
	mux.HandleFunc("POST /api/display/command", p.serveCommand)
	if files == nil {
		mux.HandleFunc("GET /{$}", serveNotBuilt)
	} else {
		mux.Handle("GET /", http.FileServerFS(files))
	}
	return p.guard(mux)
}

func serveNotBuilt(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "This program was built without its page. In a checkout of thera, with Node installed, run\n\n"+
		"    make web\n    make build\n\nand start it again.", http.StatusServiceUnavailable)
}

// headers restrict the page to its own files.
var headers = map[string]string{
	"Cache-Control": "no-store",
	"Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; " +
		"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
}

// guard refuses requests from pages of other sites, requests under another host name,
// and requests with neither the token nor the cookie that opening the address with the
// token sets.
func (p *Page) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		origin := r.Header.Get("Origin")
		cookie, err := r.Cookie(p.cookie)
		switch {
		case "http://"+r.Host != p.origin, origin != "" && origin != p.origin:
			http.Error(w, "403: this is not for you", http.StatusForbidden)
		case r.Method == http.MethodGet && r.URL.Path == "/"+p.token+"/":
			http.SetCookie(w, &http.Cookie{
				Name: p.cookie, Value: p.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
			})
			http.Redirect(w, r, "/#/display", http.StatusSeeOther)
		case err != nil || cookie.Value != p.token:
			http.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// writeTimeout is how long a page may take to receive what is sent to it.
const writeTimeout = 10 * time.Second

// serveEvents sends the display now and after each change until the last. A slow page
// skips some.
func (p *Page) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	// The connection stays open although nothing more is read from it.
	if control.SetReadDeadline(time.Time{}) != nil {
		return
	}
	for {
		text, last, changed := p.current()
		if control.SetWriteDeadline(time.Now().Add(writeTimeout)) != nil {
			return
		}
		_, err := fmt.Fprintf(w, "data: %s\n\n", text)
		if err != nil || control.Flush() != nil || last {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

var command = regexp.MustCompile(`^[a-z0-9 ()-]{1,60}$`)

func (p *Page) serveCommand(w http.ResponseWriter, r *http.Request) {
	var body struct{ Move, Line string }
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 200)).Decode(&body)
	line := body.Line + body.Move
	if err != nil || !command.MatchString(line) {
		writeProblem(w, http.StatusBadRequest, "want a move, or a command line in lower case")
		return
	}
	for {
		_, last, changed := p.current()
		if last {
			writeProblem(w, http.StatusGone, "the program has ended")
			return
		}
		select {
		case p.lines <- line:
			w.WriteHeader(http.StatusNoContent)
			return
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

// writeProblem answers with a problem (RFC 9457).
func writeProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	// On an error there is nobody left to read it.
	_ = json.NewEncoder(w).Encode(map[string]any{"title": http.StatusText(status), "status": status, "detail": detail})
}
