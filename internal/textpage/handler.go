package textpage

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"time"
)

//go:embed files
var embedded embed.FS

// handler serves the page, its events and its commands below the token.
func (p *Page) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /events", p.serveEvents)
	mux.HandleFunc("POST /command", p.serveCommand)
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		files = embedded // never: the path is valid
	}
	mux.Handle("GET /", http.FileServerFS(files))
	return p.guard(http.StripPrefix("/"+p.token, mux))
}

// headers keep the page to its own files, and its address to itself.
var headers = map[string]string{
	"Cache-Control": "no-store",
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
		"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
}

// guard refuses whoever does not know the token, comes from the page of
// another site, or has been led here by another site's name.
func (p *Page) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		origin := r.Header.Get("Origin")
		switch {
		case "http://"+r.Host != p.origin, origin != "" && origin != p.origin:
			http.Error(w, "403: this is not for you", http.StatusForbidden)
		case !strings.HasPrefix(r.URL.Path, "/"+p.token+"/"):
			http.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// patience is how long a page may take for what is sent to it.
const patience = 10 * time.Second

// serveEvents sends the view, and each new one until the last. A page that is
// slow misses some in between.
func (p *Page) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	// The connection stays open although nothing more is read from it.
	if control.SetReadDeadline(time.Time{}) != nil {
		return
	}
	for {
		text, last, changed := p.current()
		if control.SetWriteDeadline(time.Now().Add(patience)) != nil {
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

// command is all that the page has to say.
var command = regexp.MustCompile(`^[a-z0-9 ()-]{1,60}$`)

// serveCommand hands a command line on to the program.
func (p *Page) serveCommand(w http.ResponseWriter, r *http.Request) {
	line, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 100))
	if err != nil || !command.Match(line) {
		http.Error(w, "400: want a command line in lower case", http.StatusBadRequest)
		return
	}
	for {
		_, last, changed := p.current()
		if last {
			http.Error(w, "410: the program has ended", http.StatusGone)
			return
		}
		select {
		case p.lines <- string(line):
			w.WriteHeader(http.StatusNoContent)
			return
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}
