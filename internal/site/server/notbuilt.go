package server

import (
	"net/http"
	"strconv"
)

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>thera</title>
<h1>The page has not been built</h1>
<p>This program was built without the page. In a checkout of thera, with Node installed, run</p>
<pre>make web
make build</pre>
<p>and restart it. The <a href="/api/v1/openapi.json">API for programs</a> works without the page.</p>
`

// serveNotBuilt answers in place of a page that was not built.
func serveNotBuilt(w http.ResponseWriter, r *http.Request) {
	if !isGet(w, r) {
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path != "/" {
		http.Error(w, "404: no such page", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(notBuilt)) // the client may have left
}

// isGet refuses all methods that do not read.
func isGet(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	writeProblem(w, http.StatusMethodNotAllowed, "method", "method "+strconv.Quote(r.Method)+": want GET or HEAD")
	return false
}
